import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileError } from "../../../src/serverFiles/fileError.ts";
import { saveFile, sweepBeside, sweepStages, uploadFile } from "../../../src/serverFiles/saveFile.ts";
import { LARGEST_EDIT, ServerFiles, STAGING } from "../../../src/serverFiles/serverFiles.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { deadFrom } from "../../fakes/faultyPanel.ts";
import { DIRECTORY, FilesFixture, kindOf, PATH, problemOf, sha1 } from "./filesFixture.ts";

const lost = () => new PanelError({ kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } });

for (const edition of knownEditions)
  describe(`a save on ${edition}`, () => {
    let used: FilesFixture;
    beforeEach(async () => {
      used = await FilesFixture.start(edition);
    });
    afterEach(async () => used.stop());

    /** The save is refused, and nothing is changed. */
    async function assertRefused(kind: FileError["problem"]["kind"], save: Promise<void>, path = PATH): Promise<void> {
      const before = used.text(path);
      assert.equal(await kindOf(save), kind);
      assert.equal(used.text(path), before);
      assert.deepEqual(used.stages, []);
    }

    it("replaces the bytes and keeps owner, group and mode", async () => {
      for (const [uid, gid, mode] of [
        [1001, 1001, 0o640],
        [0, 0, 0o600],
        [1001, 1001, 0o007],
      ] as const) {
        used.put(PATH, "old", { uid, gid, mode });
        await used.save("new\r\n");
        assert.equal(used.text(PATH), "new\r\n");
        assert.equal(used.access(PATH), `${uid}:${gid} ${mode.toString(8)}`);
      }
      assert.deepEqual(used.stages, []);
    });

    it("takes a bounded number of calls", async () => {
      await used.save("new");
      assert.ok(used.calls <= 15, used.called.join(", "));
    });

    it("empties a file, and fills an empty one", async () => {
      await used.save("");
      assert.equal(used.text(PATH), "");
      await used.save("again", "");
      assert.equal(used.text(PATH), "again");
    });

    it("keeps bytes as they are", async () => {
      const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
      await used.save(bytes);
      assert.ok(used.all.get(PATH)?.bytes?.equals(bytes));
    });

    it("is told that the file has changed, also at the last moment", async () => {
      used.put(PATH, "other");
      await assertRefused("changed", used.save("new"));
      used.put(PATH, "old");
      used.fault = (_call, id, isMade) => {
        if (id === "file.upload" && isMade) used.put(PATH, "other");
      };
      assert.equal(await kindOf(used.save("new")), "changed");
      assert.equal(used.text(PATH), "other");
      assert.deepEqual([used.stages, used.binned], [[], []]);
    });

    it("is refused for what cannot be replaced by another file", async () => {
      used.put(PATH, "old", { isLocked: true });
      await assertRefused("locked", used.save("new"));
      used.put(PATH, "old");
      used.all.set(`${DIRECTORY}/second name`, used.all.get(PATH) ?? assert.fail());
      await assertRefused("hardLinks", used.save("new"));
      used.put(PATH, "old", { mode: 0o4755 });
      await assertRefused("special", used.save("new"));
      used.put(PATH, undefined, { isSocket: true });
      await assertRefused("special", used.save("new"));
      await assertRefused("isDirectory", used.save("new", "", DIRECTORY), DIRECTORY);
      used.all.delete(PATH);
      await assertRefused("notFound", used.save("new"));
    });

    it("never asks for the attributes of what a panel would read for ever", async () => {
      used.put(PATH, undefined, { isSocket: true });
      await kindOf(used.save("new"));
      assert.ok(!used.called.includes("file.attributes") && !used.called.includes("file.hash"));
    });

    it("is refused where the group would become another one", async () => {
      used.put(PATH, "old", { gid: 33 });
      await assertRefused("group", used.save("new"));
      const problem = await problemOf(used.save("new"));
      assert.deepEqual(problem, { kind: "group", path: problem.path, from: "www:33", to: "www:www" });
    });

    it("is refused for names that a shell or a panel takes for something else, before anything is sent", async () => {
      for (const name of ["a;b", "a'b", 'a"b', "a$b", "a`b", "a|b", "a&b", "a>b", "a*b", "a -R", " a", "a{b,c}"]) {
        used.put(`${DIRECTORY}/${name}`, "old");
        assert.equal(await kindOf(used.save("new", "old", `${DIRECTORY}/${name}`)), "name", name);
      }
      assert.equal(used.calls, 0);
    });

    it("takes names of every language, with blanks and brackets", async () => {
      for (const name of ["中 文 (1).txt", "[id].tsx", "a,b+c@d=e%f.x", "naïve é"]) {
        used.put(`${DIRECTORY}/${name}`, "old");
        await used.save("new", "old", `${DIRECTORY}/${name}`);
        assert.equal(used.text(`${DIRECTORY}/${name}`), "new", name);
      }
    });

    it("goes through links to the file, and leaves them links", async () => {
      used.put(`${DIRECTORY}/link`, undefined, { linkTo: "second" });
      used.put(`${DIRECTORY}/second`, undefined, { linkTo: "/etc/../www/wwwroot/edited.example.com/.env" });
      await used.save("new", "old", `${DIRECTORY}/link`);
      assert.equal(used.text(PATH), "new");
      assert.equal(used.all.get(`${DIRECTORY}/link`)?.linkTo, "second");
    });

    it("goes through a directory that is a link", async () => {
      used.put("/srv", undefined);
      used.put("/srv/site", undefined, { linkTo: DIRECTORY });
      await used.save("new", "old", "/srv/site/.env");
      assert.equal(used.text(PATH), "new");
    });

    it("is refused for a link whose text leads elsewhere from where it is shown", async () => {
      used.put("/srv", undefined);
      used.put("/srv/site", undefined, { linkTo: DIRECTORY });
      used.put(`${DIRECTORY}/link`, undefined, { linkTo: "../other" });
      used.put("/www/wwwroot/other", "old");
      used.put("/srv/other", "old");
      assert.equal(await kindOf(used.save("new", "old", "/srv/site/link")), "special");
      assert.deepEqual([used.text("/srv/other"), used.text("/www/wwwroot/other")], ["old", "old"]);
    });

    it("stages beside the file on another file system", async () => {
      used.put("/mnt", undefined, { device: 7, uid: 0, gid: 0 });
      used.put("/mnt/a.conf", "old", { uid: 0, gid: 0 });
      const stages = new Set<string>();
      used.fault = () => used.stages.forEach((stage) => stages.add(stage));
      await used.save("new", "old", "/mnt/a.conf");
      assert.equal(used.text("/mnt/a.conf"), "new");
      assert.ok(stages.size > 0 && [...stages].every((stage) => stage.startsWith("/mnt/.server-panel-")));
      assert.deepEqual(used.stages, []);
    });

    it("creates a file of the owner of its directory, and never replaces one", async () => {
      const path = `${DIRECTORY}/new file.txt`;
      await saveFile(used.files, path, Buffer.from("new"), "new");
      assert.equal(used.text(path), "new");
      assert.equal(used.access(path), "1001:1001 644");
      assert.equal(await kindOf(saveFile(used.files, path, Buffer.from("again"), "new")), "exists");
      assert.equal(used.text(path), "new");
      assert.equal(await kindOf(saveFile(used.files, `${DIRECTORY}/no/x`, Buffer.from(""), "new")), "notFound");
      assert.equal(await kindOf(saveFile(used.files, `${PATH}/x`, Buffer.from(""), "new")), "notDirectory");
    });

    it("says that another one has created the file meanwhile", async () => {
      const path = `${DIRECTORY}/new.txt`;
      used.fault = (_call, id, isMade) => {
        if (id === "file.upload" && isMade) used.put(path, "other");
      };
      await assert.rejects(
        saveFile(used.files, path, Buffer.from("new"), "new"),
        (error: FileError) => error.problem.kind === "exists",
      );
      assert.equal(used.text(path), "other");
    });

    it("refuses signs for what was not understood, unless they were there or the file was understood", async () => {
      const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9]);
      used.put(PATH, latin);
      await assertRefused("encoding", used.save("caf\ufffd!", latin));
      await used.save("cafe", latin);
      used.put(PATH, Buffer.concat([latin, Buffer.from("\ufffd")]));
      const both = used.all.get(PATH)?.bytes ?? Buffer.alloc(0);
      await used.save("\ufffd", both);
      used.put(PATH, "café");
      await used.save("caf\ufffd", "café");
      assert.equal(used.text(PATH), "caf\ufffd");
    });

    it("says that there is no space, and that bytes are too many", async () => {
      used.instead = (id) => (id === "file.upload" ? { there: 0 } : undefined);
      used.fault = (_call, id, isMade) => {
        // the panel keeps nothing of it
        if (id === "file.upload" && isMade) for (const stage of used.stages) used.all.delete(stage);
      };
      await assertRefused("noSpace", used.save("new"));
      await assertRefused("tooLarge", used.save(Buffer.alloc(LARGEST_EDIT + 1)));
    });

    it("has the old or the new bytes where the connection ends at any call, and the new ones after a second try", async () => {
      await used.save("new");
      const { calls } = used;
      for (let first = 1; first <= calls; first++) {
        used.put(PATH, "old", { mode: 0o640 });
        used.calls = 0;
        used.fault = deadFrom(first);
        await assert.rejects(used.save("new"));
        assert.ok(["old", "new"].includes(used.text(PATH) ?? "none"), `call ${first}`);
        assert.equal(used.access(PATH), "1001:1001 640");
        used.fault = () => undefined;
        if (used.text(PATH) === "old") await used.save("new");
        assert.equal(used.text(PATH), "new");
      }
    });

    it("goes on where an answer is lost, at each call", async () => {
      await used.save("new");
      const { calls } = used;
      for (let at = 1; at <= calls; at++) {
        used.put(PATH, "old", { mode: 0o640 });
        used.calls = 0;
        used.fault = (call, _id, isMade) => {
          if (call === at && isMade) throw lost();
        };
        await used.save("new");
        assert.deepEqual([used.text(PATH), used.access(PATH)], ["new", "1001:1001 640"], `call ${at}`);
      }
    });

    it("ends as soon as it is cancelled, at each call, with the old or the new bytes", async () => {
      await used.save("new");
      const { calls } = used;
      for (let at = 1; at <= calls; at++) {
        used.put(PATH, "old");
        used.calls = 0;
        const controller = new AbortController();
        const { signal } = controller;
        used.fault = (call, _id, isMade) => {
          if (call === at && isMade) controller.abort();
        };
        const files = new ServerFiles(used.callFor(signal), used.clock, signal);
        await saveFile(files, PATH, Buffer.from("new"), { sha1: sha1("old") }).catch((error: unknown) => {
          assert.ok(error instanceof PanelError || (error instanceof FileError && error.problem.kind === "halfway"));
        });
        assert.ok(["old", "new"].includes(used.text(PATH) ?? "none"), `call ${at}`);
      }
    });

    /** Does what panels do where the rename fails after they have removed the file. */
    function removeAlone(times: number): void {
      let count = 0;
      used.fault = (_call, id, isMade) => {
        if (id !== "file.move" || isMade || ++count > times) return;
        used.all.delete(PATH);
        throw new PanelError({ kind: "rejected", message: "move failed" });
      };
    }

    it("moves the new bytes again if the panel has removed the old ones alone", async () => {
      removeAlone(1);
      await used.save("new");
      assert.deepEqual([used.text(PATH), used.access(PATH)], ["new", "1001:1001 640"]);
    });

    it("names where the new bytes are if the old ones are gone, and keeps them", async () => {
      removeAlone(Infinity);
      const problem = await problemOf(used.save("new"));
      assert.ok(problem.kind === "halfway" && problem.isMissing);
      assert.equal(used.text(problem.stage), "new");
    });

    it("keeps the new bytes if the connection is lost while they are put into place", async () => {
      let isLost = false;
      used.fault = (_call, id) => {
        if (isLost) throw lost();
        if (id !== "file.move") return;
        isLost = true;
        used.all.delete(PATH);
        throw lost();
      };
      const problem = await problemOf(used.save("new"));
      assert.ok(problem.kind === "halfway" && !problem.isMissing);
      assert.equal(used.text(problem.stage), "new");
    });

    it("says that the file has other bytes right after the new ones were put into place", async () => {
      let isMoved = false;
      used.fault = (_call, id, isMade) => {
        isMoved ||= id === "file.move" && isMade;
        if (isMoved && id === "file.attributes" && !isMade) used.put(PATH, "other", { mode: 0o640 });
      };
      assert.equal(await kindOf(used.save("new")), "mismatch");
    });

    it("leaves the file and removes what it has staged if the panel refuses to move", async () => {
      used.fault = (_call, id, isMade) => {
        if (id === "file.move" && !isMade) throw new PanelError({ kind: "rejected", message: "protected" });
      };
      await assert.rejects(used.save("new"), (error: PanelError) => error.failure.kind === "rejected");
      assert.equal(used.text(PATH), "old");
      assert.deepEqual(used.stages, []);
      // nor can it be moved out of the bin's way
      assert.equal(used.binned.length, 1);
    });

    it("sweeps what was abandoned, and nothing else", async () => {
      await sweepStages(used.files);
      const day = 86_400;
      for (const [name, age] of [
        ["old.part", 2 * day],
        ["young.part", 0],
      ] as const)
        used.put(`${STAGING}/${name}`, "x", { mtime: 1_700_000_000 - age });
      used.put("/www/backup/server-panel", undefined);
      used.put(STAGING, undefined);
      await sweepStages(used.files);
      assert.deepEqual([used.stages, used.binned], [[`${STAGING}/young.part`], []]);
    });

    it("sweeps beside files of another file system, where its stages are, and nothing else", async () => {
      const day = 86_400;
      const own = (digit: string) => `.server-panel-${"00000000-0000-4000-8000-00000000000".concat(digit)}.part`;
      const fill = (directory: string) => {
        used.put(directory, undefined, { device: 7, uid: 0, gid: 0, mtime: 1_700_000_000 });
        for (const [name, age] of [
          [own("1"), 2 * day],
          [own("2"), 0],
          [".server-panel-mine.part", 2 * day],
          ["old.part", 2 * day],
        ] as const)
          used.put(`${directory}/${name}`, "x", { mtime: 1_700_000_000 - age });
        used.put(`${directory}/file`, "x");
        return [own("2"), ".server-panel-mine.part", "old.part"].map((name) => `${directory}/${name}`);
      };
      used.put("/www/backup", undefined);
      const left = fill("/mnt");
      await sweepBeside(used.files, "/mnt/file");
      assert.deepEqual(used.stages.toSorted(), left.toSorted());
      const before = used.called.length;
      await sweepBeside(used.files, PATH);
      assert.ok(!used.called.slice(before).includes("file.list"), "a large directory is not read for nothing");
    });

    it("sets owner and mode until the server has both", async () => {
      for (const left of [{ uid: 1001, gid: 1001 }, { mode: 0o640 }, {}]) {
        used.put(PATH, "old", { mode: 0o640 });
        used.fault = (_call, id, isMade) => {
          const now = used.all.get(PATH);
          if (id === "file.setAccess" && isMade && now !== undefined) used.all.set(PATH, { ...now, ...left });
        };
        const isSet = Object.keys(left).length === 0;
        assert.equal(
          await kindOf(used.files.remote.setAccess(PATH, "root", "600")),
          isSet ? undefined : "mismatch",
          JSON.stringify(left),
        );
      }
      assert.equal(used.access(PATH), "0:0 600");
    });

    it("is not done where the panel only says that it has set owner and mode", async () => {
      used.put(PATH, "old", { uid: 0, gid: 0, mode: 0o600 });
      for (const left of [{ uid: 1001 }, { gid: 1001 }, { mode: 0o644 }]) {
        used.fault = (_call, id, isMade) => {
          if (id !== "file.setAccess" || !isMade) return;
          for (const stage of used.stages) {
            const now = used.all.get(stage);
            if (now !== undefined) used.all.set(stage, { ...now, ...left });
          }
        };
        await assertRefused("group", used.save("new"));
        assert.equal(used.access(PATH), "0:0 600");
      }
    });

    it("uploads files of this computer, and replaces others only if it may", async () => {
      const folder = await mkdtemp(join(tmpdir(), "upload-"));
      try {
        const file = join(folder, "a.bin");
        await writeFile(file, Buffer.alloc(5_000_000, 7));
        const path = `${DIRECTORY}/a b.bin`;
        const shares: number[] = [];
        const onShare = (share: number) => void shares.push(share);
        await uploadFile(used.files, file, path, { overwrite: false, onShare });
        assert.equal(used.all.get(path)?.bytes?.length, 5_000_000);
        assert.equal(used.access(path), "1001:1001 644");
        assert.deepEqual([shares.length, shares.at(-1)], [2, 1]);
        assert.equal(await kindOf(uploadFile(used.files, file, PATH, { overwrite: false, onShare })), "exists");
        await uploadFile(used.files, file, PATH, { overwrite: true, onShare });
        assert.equal(used.access(PATH), "1001:1001 640");
        const missing = join(folder, "none");
        const problem = await problemOf(uploadFile(used.files, missing, path, { overwrite: true, onShare }));
        assert.deepEqual(problem, { kind: "local", path: missing, code: "ENOENT" });
      } finally {
        await rm(folder, { recursive: true });
      }
    });

    it("of two at once, one wins and the other is told, or both bytes are whole", async () => {
      for (let round = 0; round < 10; round++) {
        used.put(PATH, "old");
        const ends = await Promise.allSettled([used.save("one".repeat(99)), used.save("two".repeat(99))]);
        const won = ends.filter(({ status }) => status === "fulfilled").length;
        assert.ok(["one".repeat(99), "two".repeat(99)].includes(used.text(PATH) ?? ""));
        assert.ok(won >= 1);
        for (const end of ends)
          if (end.status === "rejected") assert.ok(end.reason instanceof FileError || end.reason instanceof PanelError);
      }
    });

    it("asks for nothing that belongs to others", async () => {
      await used.save("new");
      const expected: readonly OperationId[] = [
        "file.stat",
        "file.attributes",
        "file.upload",
        "file.hash",
        "file.setAccess",
        "file.move",
      ];
      assert.deepEqual(
        used.called.filter((id) => !expected.includes(id)),
        [],
      );
    });
  });
