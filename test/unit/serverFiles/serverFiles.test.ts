import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BIN_SWITCH } from "../../../src/demoPanel/serverFiles.ts";
import { fitsBin } from "../../../src/resources/binNames.ts";
import { LARGEST_EDIT, type FileEntry } from "../../../src/serverFiles/serverFiles.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { DIRECTORY, FilesFixture, kindOf, PATH, problemOf, sha1 } from "./filesFixture.ts";

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

    it("are not those of others to which the panel gives the same name", async () => {
      for (const name of ["ab", "a<b", 'c"d', "c&quotd", "e"]) used.put(`${DIRECTORY}/${name}`, name);
      const { entries, unreadable } = await used.files.list(DIRECTORY);
      assert.deepEqual(entries.map(({ name }) => name).toSorted(), [".env", "e"]);
      assert.equal(unreadable, 4);
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

    it("are not moved from names that the panel takes for others, nor removed by them", async () => {
      used.put(`${DIRECTORY}/css`, undefined);
      for (const name of ["css/style.css", "css\\style.css", "a&b", "a&ampb", "site", "site->old"])
        used.put(`${DIRECTORY}/${name}`, name);
      const before = [...used.all.keys()];
      for (const name of ["css\\style.css", "a&ampb", "site->old"]) {
        const path = `${DIRECTORY}/${name}`;
        const problem = { kind: "name", path, isMisread: true };
        assert.deepEqual(await problemOf(used.files.remove(path, { recursive: true })), problem);
        if (name !== "site->old")
          assert.deepEqual(await problemOf(used.files.rename(path, `${DIRECTORY}/x`, { overwrite: false })), problem);
      }
      assert.deepEqual([...used.all.keys()], before);
      // only the field of a deletion is cut off there
      await used.files.rename(`${DIRECTORY}/site->old`, `${DIRECTORY}/x`, { overwrite: false });
      assert.deepEqual([used.text(`${DIRECTORY}/x`), used.text(`${DIRECTORY}/site`)], ["site->old", "site"]);
    });

    it("are not replaced by links, and links not moved to where they lead elsewhere", async () => {
      used.put(`${DIRECTORY}/sub`, undefined);
      used.put(`${DIRECTORY}/sub/file`, "file");
      used.put(`${DIRECTORY}/near`, undefined, { linkTo: ".env" });
      used.put(`${DIRECTORY}/far`, undefined, { linkTo: PATH });
      for (const [from, to, overwrite] of [
        ["near", "sub/file", true],
        ["far", "sub/file", true],
        ["near", "sub/near", false],
      ] as const)
        assert.equal(
          await kindOf(used.files.rename(`${DIRECTORY}/${from}`, `${DIRECTORY}/${to}`, { overwrite })),
          "link",
        );
      assert.deepEqual([used.text(`${DIRECTORY}/sub/file`), used.text(PATH)], ["file", "old"]);
      await used.files.rename(`${DIRECTORY}/near`, `${DIRECTORY}/beside`, { overwrite: false });
      await used.files.rename(`${DIRECTORY}/far`, `${DIRECTORY}/sub/far`, { overwrite: false });
      assert.equal(used.all.get(`${DIRECTORY}/beside`)?.linkTo, ".env");
      assert.equal(used.all.get(`${DIRECTORY}/sub/far`)?.linkTo, PATH);
    });

    it("stay where the one that replaces them, or they themselves, cannot be moved", async () => {
      used.put(`${DIRECTORY}/other`, "other");
      for (const [from, to] of [
        [PATH, `${DIRECTORY}/other`],
        [`${DIRECTORY}/other`, PATH],
      ] as const) {
        used.put(PATH, "old", { isLocked: true });
        assert.equal(await kindOf(used.files.rename(from, to, { overwrite: true })), "locked");
        assert.deepEqual([used.text(PATH), used.text(`${DIRECTORY}/other`)], ["old", "other"]);
      }
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

    describe("that are deleted", () => {
      /** Bytes of the longest path that the bin takes: its name there has 3 more for each of 5 slashes, and a time. */
      const longest = 255 - "_t_1795297238.1234567".length - 5 * 3;
      const ofLength = (bytes: number) => `${DIRECTORY}/`.padEnd(bytes, "x");
      const removed = async (path: string) => used.files.remove(path, { recursive: true });

      it("are said to be in the recycle bin where they are seen there", async () => {
        assert.equal(await removed(PATH), "binned");
        assert.equal(used.binned.length, 1);
        // one that was there before proves nothing
        used.put(PATH, "old");
        used.all.delete(BIN_SWITCH);
        assert.equal(await removed(PATH), "forGood");
        used.put(`${DIRECTORY}/it's "two" words`, undefined);
        used.all.set(BIN_SWITCH, used.all.get("/etc/hostname") ?? assert.fail("no file"));
        assert.equal(await removed(`${DIRECTORY}/it's "two" words`), "binned");
      });

      it("are said to be lost where their names are too long for it", async () => {
        const paths = [
          ofLength(longest - 5),
          ofLength(longest + 5),
          `${DIRECTORY}/${"中".repeat(72)}`,
          `${DIRECTORY}/dir-${"d".repeat(200)}`,
        ];
        const [kept = "", file = "", chinese = "", directory = ""] = paths;
        for (const path of [kept, file, chinese]) used.put(path, "x");
        used.put(directory, undefined);
        assert.deepEqual(paths.map(fitsBin), [true, false, false, false]);
        assert.deepEqual(await Promise.all(paths.map(removed)), ["binned", "forGood", "forGood", "forGood"]);
        assert.equal(used.binned.length, 1);
      });

      it("are found in it by what the links of their directory lead to", async () => {
        used.put(`${DIRECTORY}/real`, undefined);
        used.put(`${DIRECTORY}/real/file`, "x");
        used.put(`${DIRECTORY}/link`, undefined, { linkTo: "real" });
        const real = `${DIRECTORY}/real/file`;
        assert.equal(await used.files.remove(`${DIRECTORY}/link/file`, { recursive: false, real }), "binned");
      });

      it("are not said to be lost where the panel does not show its bin, or would not show them", async () => {
        used.fault = (_call, id) => {
          if (id === "file.binned") throw new PanelError({ kind: "rejected", message: "" });
        };
        assert.equal(await removed(PATH), "unseen");
        used.fault = () => undefined;
        for (const name of ["a@b", "a_t_b"]) {
          used.put(`${DIRECTORY}/${name}`, "x");
          assert.equal(await removed(`${DIRECTORY}/${name}`), "unseen", name);
        }
      });
    });

    it("have no hash where none is there, and the hash of one that is there is never taken for missing", async () => {
      assert.equal(await used.files.remote.hash(`${DIRECTORY}/none`), undefined);
      used.fault = (_call, id) => {
        if (id === "file.hash") throw new PanelError({ kind: "page", status: 404 });
      };
      await assert.rejects(used.files.remote.hash(PATH), PanelError);
      assert.equal(await used.files.remote.hash(`${DIRECTORY}/none`), undefined);
    });

    describe("that are written", () => {
      const content = Buffer.from("a".repeat(1_000));
      const write = async () => used.files.remote.write({ directory: DIRECTORY, name: "w.json", bytes: content });

      it("are so whatever an earlier upload has left", async () => {
        for (const left of [1, 400, 1_000, 1_500]) {
          used.put(`${DIRECTORY}/w.json.1000.upload.tmp`, "b".repeat(left));
          await write();
          assert.equal(used.text(`${DIRECTORY}/w.json`), content.toString());
          used.all.delete(`${DIRECTORY}/w.json`);
        }
        assert.deepEqual(used.stages, []);
      });

      it("are not where the panel answers with a number, whatever is there", async () => {
        used.put(`${DIRECTORY}/w.json`, content);
        for (const there of [0, 400]) {
          used.instead = (id) => (id === "file.upload" ? { there } : undefined);
          assert.equal(await kindOf(write()), "noSpace");
        }
      });

      it("are uploaded whole where more than they have is left", async () => {
        const folder = await mkdtemp(join(tmpdir(), "upload-"));
        const file = join(folder, "file");
        await writeFile(file, content);
        used.put(`${DIRECTORY}/w.json.1000.upload.tmp`, "b".repeat(1_500));
        const local = { file, size: content.length, sha1: sha1(content) };
        await used.files.remote.upload(local, `${DIRECTORY}/w.json`, () => undefined);
        assert.equal(used.text(`${DIRECTORY}/w.json`), content.toString());
        await rm(folder, { recursive: true });
      });

      it("are given up where their pieces vanish again and again", async () => {
        const folder = await mkdtemp(join(tmpdir(), "upload-"));
        const file = join(folder, "file");
        const bytes = Buffer.alloc(9_000_000);
        await writeFile(file, bytes);
        const local = { file, size: bytes.length, sha1: sha1(bytes) };
        let piece = 0;
        used.instead = (id) => (id === "file.upload" ? { there: (piece += 1) % 2 === 0 ? 4_194_304 : 0 } : undefined);
        assert.equal(await kindOf(used.files.remote.upload(local, `${DIRECTORY}/w.json`, () => undefined)), "noSpace");
        await rm(folder, { recursive: true });
      });
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
