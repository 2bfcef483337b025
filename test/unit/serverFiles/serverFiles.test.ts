import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BIN_SWITCH } from "../../../src/demoPanel/serverFiles.ts";
import { LARGEST_EDIT, type FileEntry } from "../../../src/serverFiles/serverFiles.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { DIRECTORY, FilesFixture, kindOf, PATH, problemOf } from "./filesFixture.ts";

for (const edition of knownEditions)
  describe(`files of a server: ${edition}`, () => {
    let used: FilesFixture;
    beforeEach(async () => {
      used = await FilesFixture.start(edition);
    });
    afterEach(async () => used.stop());

    const named = async (path = DIRECTORY) => (await used.files.list(path)).entries.map(({ name }) => name);

    it("are told apart from directories, sockets and what is missing, in one request", async () => {
      used.put(`${DIRECTORY}/s.sock`, undefined, { isSocket: true });
      used.put(`${DIRECTORY}/broken`, undefined, { linkTo: "none" });
      used.put(`${DIRECTORY}/loop`, undefined, { linkTo: "loop" });
      used.put(`${DIRECTORY}/link`, undefined, { linkTo: "." });
      const paths = [
        PATH,
        DIRECTORY,
        "/",
        ...["s.sock", "broken", "loop", "link"].map((name) => `${DIRECTORY}/${name}`),
      ];
      const found = await used.files.stat(paths);
      assert.deepEqual(
        paths.map((path) => found.get(path)?.kind),
        ["file", "directory", "directory", "other", undefined, undefined, "directory"],
      );
      assert.equal(used.calls, 1);
    });

    it("are listed with links, empty files, sockets and what is broken", async () => {
      used.put(`${DIRECTORY}/b`, undefined);
      used.put(`${DIRECTORY}/中 文.txt`, "hello", { uid: 0, mode: 0o7 });
      used.put(`${DIRECTORY}/empty`, "");
      used.put(`${DIRECTORY}/s.sock`, undefined, { isSocket: true });
      used.put(`${DIRECTORY}/broken`, undefined, { linkTo: "none" });
      used.put(`${DIRECTORY}/link`, undefined, { linkTo: "/etc/hostname" });
      const { entries, ...rest } = await used.files.list(DIRECTORY);
      const kinds = entries.map(({ name, kind, linkTo }: FileEntry) => `${name} ${kind} ${linkTo ?? ""}`.trim());
      assert.deepEqual(kinds.toSorted(), [
        ".env file",
        "b directory",
        // docs/protocol.md 16.17
        ...(edition === "baota" ? ["broken other none"] : []),
        "empty file",
        "link file /etc/hostname",
        "s.sock other",
        "中 文.txt file",
      ]);
      const { size, mode, user } = entries.find(({ name }) => name === "中 文.txt") ?? {};
      assert.deepEqual([size, mode, user], [5, "007", "root"]);
      assert.deepEqual(rest, { isCut: false, unreadable: 0, hasRecycleBin: true });
    });

    it("have the names that panels escape, but for those that they alter or leave out", async () => {
      for (const name of ["it's", 'a "b"', "a&b", "a;b", "a<b>"]) used.put(`${DIRECTORY}/${name}`, "x");
      assert.deepEqual((await named()).toSorted(), [".env", 'a "b"', "a&b", "ab", "it's"]);
    });

    it("are never those of another directory", async () => {
      assert.equal(await kindOf(used.files.list(`${DIRECTORY}/none`)), "notFound");
      assert.equal(await kindOf(used.files.list(PATH)), "notDirectory");
      used.put(`${DIRECTORY}/a&lt;b`, undefined);
      assert.equal(await kindOf(used.files.list(`${DIRECTORY}/a&lt;b`)), "name");
      assert.deepEqual(await named("/www/wwwroot"), await named("/www/wwwroot"));
      assert.ok((await named("/")).includes("www"));
    });

    it("of a large directory are cut where there are more", async () => {
      for (let n = 0; n < 10_050; n++) used.put(`${DIRECTORY}/file ${n} 中文.txt`, "x");
      const { entries, isCut } = await used.files.list(DIRECTORY);
      assert.deepEqual([entries.length, isCut], [10_000, true]);
    });

    it("are read whole or in part, with all bytes", async () => {
      const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256));
      used.put(PATH, bytes);
      assert.ok(bytes.equals(await used.files.read(PATH)));
      assert.ok(bytes.subarray(4_990).equals(await used.files.read(PATH, { from: 4_990, length: 100 })));
      assert.equal((await used.files.read(PATH, { from: 5_000, length: 1 })).length, 0);
      used.put(PATH, "");
      assert.equal((await used.files.read(PATH)).length, 0);
      used.put(PATH, Buffer.alloc(LARGEST_EDIT + 5, 1));
      const limit = { kind: "tooLarge", path: PATH, size: LARGEST_EDIT + 5, limit: LARGEST_EDIT };
      assert.deepEqual(await problemOf(used.files.read(PATH)), limit);
      assert.equal((await used.files.read(PATH, { from: 1, length: LARGEST_EDIT + 1 })).length, LARGEST_EDIT + 1);
    });

    it("are read in part also where something between sends them whole", async () => {
      used.put(PATH, "0123456789");
      used.instead = (id) =>
        id === "file.read" ? { bytes: Buffer.from("0123456789"), from: 0, total: 10 } : undefined;
      assert.equal(Buffer.from(await used.files.read(PATH, { from: 3, length: 4 })).toString(), "3456");
    });

    it("are refused, after one call, from an answer with other bytes than were asked for", async () => {
      used.put(PATH, "0123456789");
      for (const [from, sent, total] of [
        [3, "3", 10],
        [3, "", 10],
        [5, "56789", 10],
        [0, "0", 10],
        [9, "9", 10],
        [3, "3", 4],
        [3, "", 3],
      ] as const) {
        let calls = 0;
        used.instead = (id) => {
          if (id !== "file.read") return undefined;
          calls += 1;
          return { bytes: Buffer.from(sent), from, total };
        };
        await assert.rejects(used.files.read(PATH, { from: 3, length: 4 }), `${from} ${sent} ${total}`);
        assert.equal(calls, 1, `${from} ${sent} ${total}`);
      }
    });

    it("are not read where there is nothing to read, or another name is meant", async () => {
      used.put(`${DIRECTORY}/s.sock`, undefined, { isSocket: true });
      used.put(`${DIRECTORY}/a|b`, "x");
      used.put(`${DIRECTORY}/a&amp;b`, "x");
      const kinds = ["s.sock", "none", "a|b", "a&amp;b"].map(async (name) =>
        kindOf(used.files.read(`${DIRECTORY}/${name}`)),
      );
      assert.deepEqual(await Promise.all(kinds), ["special", "notFound", "name", "name"]);
      assert.equal(await kindOf(used.files.read(DIRECTORY)), "isDirectory");
    });

    it("of the kernel are not shown as empty, as panels send them", async () => {
      for (const path of ["/proc", "/proc/1", "/sys"]) used.put(path, undefined);
      for (const path of ["/proc/1/status", "/sys/size"]) {
        used.put(path, "");
        assert.equal(await kindOf(used.files.read(path)), "special");
        assert.equal(await kindOf(used.files.download(path, "/none", () => undefined)), "special");
      }
    });

    it("are said to have changed if they get shorter while they are read", async () => {
      used.put(PATH, "long enough");
      used.fault = (_call, id, isMade) => {
        if (id === "file.read" && !isMade) used.put(PATH, "");
      };
      assert.equal(await kindOf(used.files.read(PATH)), "changed");
    });

    it("have earlier states, the latest first", async () => {
      for (const [at, text] of [
        [1_700_000_000, "first"],
        [1_700_000_500, "second"],
      ] as const)
        used.put(`/www/backup/file_history${PATH}/${at}`, text);
      const history = await used.files.history(PATH);
      assert.deepEqual(
        history.map(({ at, size }) => [at, size]),
        [
          [1_700_000_500, 6],
          [1_700_000_000, 5],
        ],
      );
      assert.equal(Buffer.from(await used.files.read(history[0]?.path ?? "")).toString(), "second");
    });

    describe("that are downloaded", () => {
      let folder: string;
      let file: string;
      beforeEach(async () => {
        folder = await mkdtemp(join(tmpdir(), "download-"));
        file = join(folder, "a.bin");
        await writeFile(file, "before");
      });
      afterEach(async () => rm(folder, { recursive: true }));

      const bytes = Buffer.from(Uint8Array.from({ length: 9_000_000 }, (_, index) => index % 253));
      const download = async () => used.files.download(PATH, file, () => undefined);
      async function assertLeft(text: string | Buffer): Promise<void> {
        assert.ok((await readFile(file)).equals(Buffer.from(text)));
        assert.deepEqual(await readdir(folder), ["a.bin"]);
      }

      it("come whole, also where the connection ends between", async () => {
        used.put(PATH, bytes);
        let isLost = false;
        used.fault = (call, id, isMade) => {
          if (id !== "file.read" || !isMade || isLost) return;
          isLost = true;
          throw new PanelError({ kind: "network", code: "ECONNRESET" });
        };
        await download();
        await assertLeft(bytes);
        used.put(PATH, "");
        await download();
        await assertLeft("");
      });

      it("are as far as they went if they only grow, and refused if they change", async () => {
        used.put(PATH, bytes);
        let parts = 0;
        let now: Buffer;
        used.fault = (_call, id, isMade) => {
          if (id === "file.read" && isMade && ++parts === 2) used.put(PATH, now);
        };
        now = Buffer.concat([bytes, Buffer.from("more")]);
        await download();
        await assertLeft(bytes);
        for (const other of [bytes.toReversed(), Buffer.concat([Buffer.from("more"), bytes]), bytes.subarray(9)]) {
          used.put(PATH, bytes);
          [parts, now] = [0, Buffer.from(other)];
          assert.equal(await kindOf(download()), "changed");
          await assertLeft(bytes);
        }
      });

      it("leave what was there if the call or this computer fails", async () => {
        used.fault = (_call, id) => {
          if (id === "file.read") throw new PanelError({ kind: "rejected", message: "no" });
        };
        await assert.rejects(download(), (error: PanelError) => error.failure.kind === "rejected");
        await assertLeft("before");
        used.fault = () => undefined;
        const problem = await problemOf(used.files.download(PATH, join(folder, "none", "a"), () => undefined));
        assert.ok(problem.kind === "local" && problem.code === "ENOENT");
      });
    });

    it("get directories, which belong to the owner of the one above, whatever their name", async () => {
      used.put(DIRECTORY, undefined, { uid: 0, gid: 0, mode: 0o755 });
      for (const name of ["plain", "with blank", "[id]", "中文"]) {
        await used.files.createDirectory(`${DIRECTORY}/${name}`);
        assert.equal(used.access(`${DIRECTORY}/${name}`), "0:0 755");
      }
      assert.equal(await kindOf(used.files.createDirectory(`${DIRECTORY}/plain`)), "exists");
      assert.equal(await kindOf(used.files.createDirectory(`${DIRECTORY}/none/x`)), "notFound");
      assert.equal(await kindOf(used.files.createDirectory(`${DIRECTORY}/a;b`)), "name");
    });

    it("get other names, and replace others only if they may", async () => {
      used.put(`${DIRECTORY}/other`, "other", { mode: 0o600 });
      const to = `${DIRECTORY}/other`;
      assert.equal(await kindOf(used.files.rename(PATH, to, { overwrite: false })), "exists");
      await used.files.rename(PATH, to, { overwrite: true });
      assert.deepEqual([used.text(PATH), used.text(to), used.access(to)], [undefined, "old", "1001:1001 640"]);
      await used.files.rename(to, `${DIRECTORY}/a b`, { overwrite: false });
      assert.equal(used.text(`${DIRECTORY}/a b`), "old");
      assert.equal(await kindOf(used.files.rename(PATH, to, { overwrite: false })), "notFound");
      assert.equal(await kindOf(used.files.rename(`${DIRECTORY}/a b`, `${to}/x`, { overwrite: false })), "notFound");
      assert.equal(await kindOf(used.files.rename(`${DIRECTORY}/a b`, `${to};x`, { overwrite: false })), "name");
    });

    it("are never merged with another directory", async () => {
      for (const name of ["a", "b"]) {
        used.put(`${DIRECTORY}/${name}`, undefined);
        used.put(`${DIRECTORY}/${name}/${name}.txt`, name);
      }
      const merge = used.files.rename(`${DIRECTORY}/a`, `${DIRECTORY}/b`, { overwrite: true });
      assert.equal(await kindOf(merge), "exists");
      assert.equal(await kindOf(used.files.rename(PATH, `${DIRECTORY}/b`, { overwrite: true })), "exists");
      await used.files.rename(`${DIRECTORY}/a`, `${DIRECTORY}/c d`, { overwrite: false });
      assert.equal(used.text(`${DIRECTORY}/c d/a.txt`), "a");
    });

    it("are not moved onto an equal one where nothing reaches the panel", async () => {
      const to = `${DIRECTORY}/equal`;
      used.put(to, "old");
      keepFromPanel("file.move");
      await assert.rejects(used.files.rename(PATH, to, { overwrite: true }), PanelError);
      assert.equal(used.text(PATH), "old");
    });

    it("are not removed where nothing reaches the panel, links that lead nowhere among them", async () => {
      // docs/protocol.md 16.17
      if (edition === "baota") used.put(`${DIRECTORY}/broken`, undefined, { linkTo: "none" });
      used.put(`${DIRECTORY}/link`, undefined, { linkTo: "/etc/hostname" });
      keepFromPanel("file.remove");
      const names = await named();
      for (const name of names)
        await assert.rejects(used.files.remove(`${DIRECTORY}/${name}`, { recursive: false }), PanelError, name);
      assert.deepEqual(await named(), names);
    });

    /** Every call of an operation ends at a gateway. */
    function keepFromPanel(kept: OperationId): void {
      used.fault = (_call, id) => {
        if (id === kept) throw new PanelError({ kind: "page", status: 502 });
      };
    }

    for (const hasBin of [true, false])
      it(`are removed, and links without what they lead to; recycle bin: ${hasBin}`, async () => {
        if (!hasBin) used.all.delete(BIN_SWITCH);
        used.put(`${DIRECTORY}/full`, undefined);
        used.put(`${DIRECTORY}/full/a`, "a");
        used.put(`${DIRECTORY}/two words`, undefined);
        used.put(`${DIRECTORY}/two words/a`, "a");
        used.put(`${DIRECTORY}/link`, undefined, { linkTo: "full" });
        if (edition === "baota") used.put(`${DIRECTORY}/broken`, undefined, { linkTo: "none" });
        const remove = async (name: string, recursive = true) =>
          used.files.remove(`${DIRECTORY}/${name}`, { recursive });
        await remove("link", false);
        assert.equal(await kindOf(remove("broken")), edition === "baota" ? undefined : "notFound");
        assert.equal(used.text(`${DIRECTORY}/full/a`), "a");
        assert.equal(await kindOf(remove("full", false)), "notEmpty");
        await remove("full");
        await remove("two words");
        await remove(".env", false);
        assert.deepEqual(await named(), []);
        assert.equal(await kindOf(remove(".env")), "notFound");
      });
  });
