import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import fc from "fast-check";
import { readFields } from "../../../src/demoPanel/readFields.ts";
import { BIN, makeDirectory } from "../../../src/demoPanel/serverFiles.ts";
import { FileError } from "../../../src/serverFiles/fileError.ts";
import { uploadFile } from "../../../src/serverFiles/saveFile.ts";
import { STAGING } from "../../../src/serverFiles/serverFiles.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { operations, type OperationId } from "../../../src/wire/operations/operations.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { DIRECTORY, FilesFixture, sha1 } from "./filesFixture.ts";

const RUNS = process.env["FUZZ"] === "full" ? 2_000 : 40;

/** Parts of which names consist that panels take for others, and of others. */
const NAME = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "中",
      " ",
      ".",
      "-",
      "->",
      "\\",
      "&",
      "amp",
      ";",
      "lt",
      "quot",
      "#98",
      "#x27",
      "|",
      "%62",
      "'",
      '"',
      "$",
      "~",
      "*",
      "@",
      "_t_",
      "_bt_",
      ".user.ini",
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(""))
  .filter((name) => name !== "." && name !== ".." && name !== "staged");

/** What is done with a file; `here` is a file of this computer. */
const TASKS = {
  async rename({ files }: FilesFixture, path: string) {
    await files.rename(path, `${DIRECTORY}/renamed`, { overwrite: false });
    return [path, `${DIRECTORY}/renamed`];
  },
  async "rename onto it"({ files }: FilesFixture, path: string) {
    await files.rename(`${DIRECTORY}/.env`, path, { overwrite: true });
    return [path, `${DIRECTORY}/.env`];
  },
  async remove({ files }: FilesFixture, path: string) {
    await files.remove(path, { recursive: false });
    return [path];
  },
  async "create a directory"({ files }: FilesFixture, path: string) {
    await files.createDirectory(`${path}.new`);
    return [`${path}.new`];
  },
  async upload({ files }: FilesFixture, path: string, here: string) {
    await writeFile(here, "uploaded");
    await uploadFile(files, here, path, { overwrite: true, onShare: () => undefined });
    return [path];
  },
  async "write into a directory"({ files }: FilesFixture, path: string) {
    await files.remote.write({ directory: `${path}.d`, name: "w", bytes: Buffer.from("written") });
    return [`${path}.d`, `${path}.d/w`];
  },
  async download({ files }: FilesFixture, path: string, here: string) {
    await files.download(path, here, () => undefined);
    assert.equal(await readFile(here, "utf8"), `is ${path}`);
    return [];
  },
  async read({ files }: FilesFixture, path: string) {
    assert.equal(Buffer.from(await files.read(path)).toString(), `is ${path}`);
    return [];
  },
  async hash({ files }: FilesFixture, path: string) {
    assert.equal(await files.remote.hash(path), sha1(`is ${path}`));
    return [];
  },
  async "set owner and mode"({ files }: FilesFixture, path: string) {
    await files.remote.setAccess(path, "root", "600");
    return [path];
  },
} satisfies Readonly<Record<string, (used: FilesFixture, path: string, here: string) => Promise<readonly string[]>>>;

for (const edition of knownEditions)
  describe(`files whose names panels take for others: ${edition}`, () => {
    let used: FilesFixture;
    let folder: string;
    before(async () => {
      used = await FilesFixture.start(edition);
      folder = await mkdtemp(join(tmpdir(), "names-"));
    });
    after(async () => {
      await used.stop();
      await rm(folder, { recursive: true });
    });

    /** Puts a file, and others wherever a panel might look for it. */
    function prepare(path: string): void {
      for (const each of used.all.keys()) if (each.startsWith(`${DIRECTORY}/`)) used.all.delete(each);
      used.begin();
      const fields = readFields({ path, filename: path, sfile: path });
      const misread = Object.values(fields).flatMap((read) => [read, read.trim(), read.replaceAll("%62", "b")]);
      const places = new Set([...misread, path.trim(), ...path.split("|")].map((given) => posix.normalize(given)));
      // one that is the directory of another cannot be a file, too
      for (const each of [...places].toSorted((a, b) => b.length - a.length)) {
        if (!each.startsWith(`${DIRECTORY}/`) || each.endsWith("/")) continue;
        makeDirectory(used.all, posix.dirname(each), 0);
        if (!used.all.has(each)) used.put(each, `is ${each}`);
      }
      used.put(path, `is ${path}`);
    }

    const snapshot = () =>
      new Map(
        [...used.all]
          .filter(([path]) => ![BIN, STAGING].some((ours) => path === ours || path.startsWith(`${ours}/`)))
          .map(([path, { bytes, uid, mode }]) => [path, `${bytes?.toString()} ${uid} ${mode}`]),
      );

    for (const [name, task] of Object.entries(TASKS))
      it(`are what is meant, or nothing is sent: ${name}`, async () => {
        const here = join(folder, "here");
        await fc.assert(
          fc.asyncProperty(NAME, async (junk) => {
            const path = `${DIRECTORY}/${junk}`;
            prepare(path);
            used.put(`${path}.d`, undefined);
            const before = snapshot();
            used.called.length = 0;
            let touched: readonly string[] = [];
            try {
              touched = await task(used, path, here);
            } catch (error) {
              if (!(error instanceof FileError) && !(error instanceof PanelError)) throw error;
              const isSent = used.called.some((id: OperationId) => operations[id].effect === "destroy");
              assert.ok(!isSent || error instanceof PanelError, "nothing is sent that deletes");
            }
            const after = snapshot();
            const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
              (each) => before.get(each) !== after.get(each),
            );
            assert.deepEqual(
              changed.filter(
                (each) => !touched.includes(each) && each !== "/www/backup/server-panel" && each !== "/www/backup",
              ),
              [],
              junk,
            );
          }),
          { numRuns: RUNS, examples: [["a\\.->"]] },
        );
      });
  });
