import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BIN_SWITCH } from "../../../src/demoPanel/serverFiles.ts";
import { uploadFile } from "../../../src/serverFiles/saveFile.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import type { Seen } from "../../../src/serverFiles/serverFiles.ts";
import { DIRECTORY, FilesFixture, kindOf, PATH } from "./filesFixture.ts";

const SOURCE = `${DIRECTORY}/source`;

/** What somebody does to the file that a change is about; `isKept`: it is as they have left it. */
interface Meddling {
  readonly meddle: (used: FilesFixture) => void;
  readonly isKept: (used: FilesFixture) => boolean;
}

const meddlings: Readonly<Record<string, Meddling>> = {
  content: {
    meddle: (used) => used.put(PATH, "theirs", { mode: 0o640 }),
    isKept: (used) => used.text(PATH) === "theirs",
  },
  mode: {
    meddle: (used) => change(used, { mode: 0o600 }),
    isKept: (used) => used.all.get(PATH)?.mode === 0o600,
  },
  owner: {
    meddle: (used) => change(used, { uid: 0, gid: 0 }),
    isKept: (used) => used.all.get(PATH)?.uid === 0,
  },
  link: {
    meddle: (used) => used.all.set(PATH, { mtime: 1, uid: 0, gid: 0, mode: 0o777, linkTo: `${DIRECTORY}/other` }),
    isKept: (used) => used.all.get(PATH)?.linkTo === `${DIRECTORY}/other`,
  },
  removal: {
    meddle: (used) => void used.all.delete(PATH),
    isKept: (used) => !used.all.has(PATH),
  },
};

/** Changes of a file as its question showed it, and the call that makes each. */
const changes: Readonly<
  Record<string, { readonly last: OperationId; readonly perform: (used: FilesFixture, seen: Seen) => Promise<unknown> }>
> = {
  save: { last: "file.move", perform: async (used) => used.save("new") },
  upload: {
    last: "file.move",
    async perform(used, seen) {
      const local = await mkdtemp(join(tmpdir(), "upload-"));
      try {
        await writeFile(join(local, "file"), "new");
        await uploadFile(used.files, join(local, "file"), PATH, { overwrite: true, seen, onShare: () => undefined });
      } finally {
        await rm(local, { recursive: true });
      }
    },
  },
  move: {
    last: "file.move",
    perform: async (used, seen) => used.files.rename(SOURCE, PATH, { overwrite: true, seen }),
  },
  delete: { last: "file.remove", perform: async (used, seen) => used.files.remove(PATH, { recursive: false, seen }) },
};

for (const edition of knownEditions)
  describe(`somebody at each call of a change of a file on ${edition}`, () => {
    let used: FilesFixture;
    beforeEach(async () => {
      used = await FilesFixture.start(edition);
      used.all.delete(BIN_SWITCH);
      used.put(`${DIRECTORY}/other`, "other");
    });
    afterEach(async () => used.stop());

    for (const [what, { last, perform }] of Object.entries(changes))
      for (const [how, { meddle, isKept }] of Object.entries(meddlings))
        it(`${what}: loses nothing of their ${how} but at the call that makes it`, async () => {
          const counts = { calls: 0, refused: 0, kept: 0 };
          const lost: string[] = [];
          for (let at = 1; ; at++) {
            used.put(PATH, "old", { mode: 0o640 });
            used.put(SOURCE, "new");
            const seen = await used.files.seen(PATH);
            const first = used.calls;
            let id: OperationId | undefined;
            let isMet = false;
            used.fault = (call, called, isMade) => {
              if (isMade || call - first !== at) return;
              id = called;
              isMet = used.all.has(PATH);
              if (isMet) meddle(used);
            };
            const ended = await endOf(perform(used, seen));
            used.fault = () => undefined;
            if (id === undefined) break;
            // it was deleted already
            if (!isMet) continue;
            counts.calls += 1;
            if (ended !== undefined) counts.refused += 1;
            if (isKept(used)) counts.kept += 1;
            else lost.push(id);
            const where = `${at} ${id}: ${ended} ${used.text(PATH)} ${used.access(PATH)}`;
            assert.ok(isKept(used) || id === last, where);
          }
          assert.ok(lost.length <= 1, lost.join());
          console.log(`      ${what} × ${how}: ${JSON.stringify(counts)}, lost at ${lost.join() || "none"}`);
        });

    for (const [what, { last, perform }] of Object.entries(changes))
      it(`${what}: is never sent again to what somebody has put there since its answer was lost`, async () => {
        let sent = 0;
        for (const isDone of [true, false]) {
          used.put(PATH, "old", { mode: 0o640 });
          used.put(SOURCE, "new");
          const seen = await used.files.seen(PATH);
          used.fault = (_call, id, isMade) => {
            if (id !== last || isMade !== isDone) return;
            sent += 1;
            used.put(PATH, "theirs", { mode: 0o640 });
            throw new PanelError({ kind: "uncertain", cause: { kind: "network", code: "ECONNRESET" } });
          };
          assert.equal(await endOf(perform(used, seen)), "changed");
          used.fault = () => undefined;
          assert.equal(used.text(PATH), "theirs");
        }
        assert.equal(sent, 2);
      });
  });

/** Why a change was not made; `undefined`: it was. */
async function endOf(task: Promise<unknown>): Promise<string | undefined> {
  try {
    return await kindOf(task);
  } catch (error) {
    assert.ok(error instanceof PanelError, String(error));
    // the panel itself says that the file is gone
    assert.equal(error.failure.kind, "rejected");
    return "rejected";
  }
}

function change(used: FilesFixture, changed: { readonly mode?: number; readonly uid?: number; readonly gid?: number }) {
  const file = used.all.get(PATH);
  if (file !== undefined) used.all.set(PATH, { ...file, ...changed });
}
