import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileError } from "../../../src/serverFiles/fileError.ts";
import { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import { compareFolders } from "../../../src/serverFolders/compareFolders.ts";
import type { FolderJobs } from "../../../src/serverFolders/folderJob.ts";
import { CountedBudget } from "../../../src/serverFolders/countedBudget.ts";
import { fetchDirectory, measureDirectory } from "../../../src/serverFolders/packDirectory.ts";
import { lookIntoArchive, unpackArchive } from "../../../src/serverFolders/unpackArchive.ts";
import { unpackLocally } from "../../../src/serverFolders/unpackLocally.ts";
import { shippedScript } from "../../fakes/shippedScript.ts";
import { temporaryDirectory } from "../../fakes/storageFixture.ts";
import { isDemo } from "../livePanels.ts";
import { onEachServer } from "../onEachPanel.ts";

const JOBS = "/www/backup/server-panel/jobs";
const ignored = () => undefined;

onEachServer("Directories", (live, edition) => {
  /** As many as a large website has; a demo panel lays each of them out. */
  const count = isDemo(edition) ? 1_000 : 49_000;
  const leftTasks = new Set<string>();
  const { signal } = new AbortController();
  let root: string;
  let folder: string;
  let archive: string;

  const jobs = (): FolderJobs => {
    const connection = live.window.services.connections.of(live.target.record);
    const callFor = (given: AbortSignal) => connection.callFor(given);
    return { shippedScript, context: { callFor, clock: live.panel.clock, signal, leftTasks } };
  };
  const remote = () => new RemoteFiles(jobs().context.callFor(signal), live.panel.clock, signal);
  const look = async (name: string) => lookIntoArchive(jobs(), remote(), `${root}/${name}`);

  before(async function () {
    this.timeout(600_000);
    root = `/www/wwwroot/${live.panel.prefix}-folders`;
    const base = await temporaryDirectory();
    [folder, archive] = [join(base, "folder"), join(base, "new.tar.gz")];
    for (let directory = 0; directory < 50; directory++) {
      await mkdir(join(folder, `d${directory}`, "名"), { recursive: true });
      for (let file = directory; file < count; file += 50)
        await writeFile(join(folder, `d${directory}`, "名", `f ${file}.txt`), `content ${file}`);
    }
    execFileSync("tar", ["-czf", archive, "-C", folder, "."]);
    await live.panel.server.put(`${root}/kept.txt`, Buffer.from("kept"));
    await live.panel.server.put(`${root}/new.tar.gz`, await readFile(archive), 0o644);
    for (const path of [root, `${root}/kept.txt`, `${root}/new.tar.gz`]) await live.panel.server.give(path, "www");
  });

  it("get what is in an archive, as their owner's", async function () {
    this.timeout(900_000);
    const seen = await look("new.tar.gz");
    assert.deepEqual([seen.plan.files.size, seen.plan.directories.size, seen.into], [count, 100, `${root}/new`]);
    await unpackArchive(jobs(), seen, ignored);
    const owner = await live.panel.server.access(root);
    for (const path of ["new", "new/d0", "new/d0/名", "new/d1/名/f 1.txt", "kept.txt"]) {
      const { uid, gid } = await live.panel.server.access(`${root}/${path}`);
      assert.deepEqual([path, uid, gid], [path, owner.uid, owner.gid]);
    }
    assert.notEqual(owner.uid, 0);
    assert.equal((await live.panel.server.hashes(root)).size, count + 2);
  });

  it("are compared with a folder", async function () {
    this.timeout(900_000);
    await writeFile(join(folder, "d0/名/f 0.txt"), "CONTENT 0");
    await writeFile(join(folder, "mine.txt"), "mine");
    const compared = await compareFolders(jobs(), { directory: `${root}/new`, folder }, signal, ignored);
    assert.equal(compared.kind, "compared");
    if (compared.kind !== "compared") return;
    const { comparison } = compared;
    const names = (paths: readonly { readonly path: string }[]) =>
      paths.map(({ path }) => Buffer.from(path, "latin1").toString());
    assert.deepEqual(
      [
        names(comparison.different),
        names(comparison.onlyHere),
        names(comparison.onlyThere),
        comparison.same,
        comparison.notCompared,
      ],
      [["d0/名/f 0.txt"], ["mine.txt"], [], count - 1, []],
    );
  });

  it("are downloaded with all of their bytes", async function () {
    this.timeout(900_000);
    const base = await temporaryDirectory();
    const [fetched, target] = [join(base, "fetched.tar.gz"), join(base, "target")];
    await mkdir(target);
    const measured = await measureDirectory(jobs(), root);
    assert.ok(measured.kind === "measured");
    assert.equal(measured.measured.files, count + 2);
    const budget = () => new CountedBudget(measured.measured);
    const packed = await fetchDirectory(jobs(), root, { file: fetched, budget: budget() }, ignored);
    assert.equal(packed.kind === "packed" && packed.packed.trouble, undefined);
    const { files, notWritten } = await unpackLocally(fetched, target, { budget: budget(), signal, onFile: ignored });
    assert.deepEqual([files, notWritten], [count + 2, []]);
    const theirs = await live.panel.server.hashes(root);
    for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const sha1 = createHash("sha1")
        .update(await readFile(path))
        .digest("hex");
      assert.equal(theirs.get(path.slice(target.length + 1)), sha1, path);
    }
  });

  it("are not written to through a link that somebody puts in the place of the new one after the look", async function () {
    this.timeout(120_000);
    const { server } = live.panel;
    const victim = `${root}-victim`;
    await server.put(`${victim}/f 49.txt`, Buffer.from("victim's"));
    const seen = await look("new.tar.gz");
    assert.equal(seen.into, `${root}/new-2`);
    await server.link(seen.into, victim);
    await assert.rejects(
      unpackArchive(jobs(), seen, ignored),
      (error) => error instanceof FileError && error.problem.kind === "archive" && error.problem.why === "inTheWay",
    );
    assert.deepEqual([...(await server.hashes(victim)).keys()], ["f 49.txt"]);
    assert.equal((await server.read(`${victim}/f 49.txt`)).toString(), "victim's");
    assert.equal((await server.access(`${victim}/f 49.txt`)).uid, 0);
  });

  it("are new ones of root's in one of root's, and no others", async function () {
    this.timeout(120_000);
    const { server } = live.panel;
    const own = `${root}-root`;
    await server.put(`${own}/new.tar.gz`, await readFile(archive), 0o644);
    await server.put(`${own}/d0/x`, Buffer.from("x"));
    await server.give(`${own}/d0`, "www");
    await unpackArchive(jobs(), await lookIntoArchive(jobs(), remote(), `${own}/new.tar.gz`), ignored);
    assert.equal((await server.access(`${own}/new/d0`)).uid, 0);
    assert.equal((await server.hashes(own)).size, count + 2);
  });

  after("leave nothing", async function () {
    // a busy server takes minutes to remove that many files
    this.timeout(600_000);
    const left = await live.panel.server.below(JOBS);
    assert.deepEqual(
      left.filter((path) => /^(?:compare|pack|unpack)-/.test(path)),
      [],
    );
    assert.deepEqual([...leftTasks], []);
    for (const directory of [root, `${root}-victim`, `${root}-root`]) await live.panel.server.remove(directory);
  });
});
