import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FileError, type FileProblem } from "../../src/serverFiles/fileError.ts";
import {
  changeFiles,
  creationOf,
  moveOf,
  removalInput,
  removalOf,
  savingOf,
  uploadOf,
  type FileChange,
} from "../../src/serverFiles/window/changeFiles.ts";
import { saveFile, sweepStages, uploadFile } from "../../src/serverFiles/saveFile.ts";
import { ServerFiles } from "../../src/serverFiles/serverFiles.ts";
import { temporaryDirectory } from "../fakes/storageFixture.ts";
import { startCuttingProxy } from "../wire/cuttingProxy.ts";
import { outcomeText } from "../../src/texts/actionTexts.ts";
import { mustHold, note } from "./claims.ts";
import { isDemo } from "./livePanels.ts";
import type { LiveTarget } from "./liveWindow.ts";
import { onEachPanel } from "./onEachPanel.ts";

const sha1 = (bytes: Uint8Array | string) => createHash("sha1").update(bytes).digest("hex");

onEachPanel("Files", (live, edition) => {
  let root: string;
  let path: string;

  before(async function () {
    this.timeout(120_000);
    const name = `${live.panel.prefix}-edited.example.com`;
    root = `/www/wwwroot/${name}`;
    path = `${root}/设 置 (1).conf`;
    const site = { domain: name, name, additionalDomains: [], root, php: "00", port: 80, typeId: 0, note: "" };
    assert.equal((await live.target.create(site)).outcome.kind, "created");
  });

  function filesOn({ record }: LiveTarget): ServerFiles {
    const { signal } = new AbortController();
    return new ServerFiles(live.window.services.connections.of(record).callFor(signal), live.panel.clock, signal);
  }
  const files = () => filesOn(live.target);
  const save = async (text: string, before: string, on = files()) =>
    saveFile(on, path, Buffer.from(text), { sha1: sha1(before) });
  const onServer = async () => (await live.panel.server.read(path)).toString();

  async function kindOf(task: Promise<unknown>): Promise<FileProblem["kind"] | undefined> {
    try {
      await task;
      return undefined;
    } catch (error) {
      if (error instanceof FileError) return error.problem.kind;
      throw error;
    }
  }

  it("are created, saved with their owner and mode, and left alone where they have changed", async () => {
    await saveFile(files(), path, Buffer.from("one"), "new");
    assert.equal(await onServer(), "one");
    assert.equal(await kindOf(saveFile(files(), path, Buffer.from("one"), "new")), "exists");
    for (const [user, mode] of [
      ["www", "640"],
      ["root", "600"],
    ] as const) {
      await files().remote.setAccess(path, user, mode);
      const before = await files().attributes(path);
      await save("two\r\n", await onServer());
      const { uid, gid, mode: now } = await files().attributes(path);
      assert.deepEqual([uid, gid, now], [before.uid, before.gid, mode]);
    }
    assert.equal(await onServer(), "two\r\n");
    assert.equal(await kindOf(save("three", "one")), "changed");
    assert.equal(await onServer(), "two\r\n");
  });

  it("are listed and read as they are", async () => {
    const { entries, isCut } = await files().list(root);
    assert.ok(
      !isCut && entries.some(({ name, kind, size }) => name === "设 置 (1).conf" && kind === "file" && size === 5),
    );
    assert.equal(Buffer.from(await files().read(path)).toString(), "two\r\n");
    assert.equal(Buffer.from(await files().read(path, { from: 1, length: 2 })).toString(), "wo");
    assert.equal(await kindOf(files().list(`${root}/none`)), "notFound");
    assert.equal(await kindOf(files().list(path)), "notDirectory");
    assert.equal(await kindOf(files().read(root)), "isDirectory");
    assert.equal((await files().stat(["/proc"])).get("/proc")?.kind, "directory");
  });

  it("come back whole from large uploads", async function () {
    this.timeout(120_000);
    const folder = await temporaryDirectory();
    const bytes = Buffer.from(Uint8Array.from({ length: 9_000_000 }, (_, index) => index % 251));
    const [file, copy] = [join(folder, "a.bin"), join(folder, "copy.bin")];
    await writeFile(file, bytes);
    const onShare = () => undefined;
    await uploadFile(files(), file, `${root}/a.bin`, { overwrite: false, onShare });
    await files().download(`${root}/a.bin`, copy, onShare);
    assert.ok(bytes.equals(await readFile(copy)));
  });

  it("get directories and other names, and are removed", async () => {
    const directory = `${root}/[new] folder`;
    await files().createDirectory(directory);
    assert.ok(await live.panel.server.isDirectory(directory));
    await files().rename(`${root}/a.bin`, `${directory}/b.bin`, { overwrite: false });
    assert.equal(await kindOf(files().remove(directory, { recursive: false })), "notEmpty");
    assert.equal(await kindOf(files().rename(`${directory}/b.bin`, path, { overwrite: false })), "exists");
    await files().remove(directory, { recursive: true });
    assert.ok(!(await live.panel.server.isDirectory(directory)));
  });

  it("are changed by the runner as it claims", async () => {
    const { panel, window, target } = live;
    const at = (name: string) => `${root}/${name}`;
    const local = join(await temporaryDirectory(), "local.txt");
    await writeFile(local, "from here");
    const isThere = async (name: string) => (await files().stat([at(name)])).has(at(name));
    const reads = async (name: string, text: string) => (await panel.server.read(at(name))).toString() === text;
    const content = async (name: string) => ({ sha1: sha1(await panel.server.read(at(name))) });
    const steps: readonly (readonly [FileChange, () => Promise<boolean>])[] = [
      [savingOf(at("a b.txt"), Buffer.from("1"), "new"), async () => reads("a b.txt", "1")],
      [savingOf(at("a b.txt"), Buffer.from("2"), { sha1: sha1("1") }), async () => reads("a b.txt", "2")],
      [savingOf(at("a b.txt"), Buffer.from("3"), { sha1: sha1("1") }), async () => reads("a b.txt", "3")],
      [creationOf(at("目录")), async () => panel.server.isDirectory(at("目录"))],
      [moveOf(at("a b.txt"), at("目录/c.txt"), false), async () => reads("目录/c.txt", "2")],
      [uploadOf(local, at("up.txt"), false), async () => reads("up.txt", "from here")],
      [removalOf(at("up.txt"), await removalInput(files(), path), false), async () => !(await isThere("up.txt"))],
    ];
    for (const [change, isSo] of steps) {
      const [finished] = await changeFiles(window.services, target.record, [change]);
      const { request, outcome } = finished ?? assert.fail(change.verb);
      const message = outcomeText(request, outcome)?.message ?? "";
      const operation = `file.${change.verb}`;
      note({ operation, panel: panel.name, claimed: `${outcome.kind}: ${message}`, so: String(await isSo()) });
      mustHold(outcome.kind, await isSo(), message);
    }
    assert.deepEqual(await content("目录/c.txt"), { sha1: sha1("2") });
  });

  it("have the old or the new bytes where the connection is cut", async function () {
    this.timeout(600_000);
    const address = new URL(live.panel.address);
    const proxy = await startCuttingProxy(Number(address.port));
    address.port = String(proxy.port);
    const target = await live.window.add(live.panel, { address: address.origin });
    try {
      for (let round = 1; round <= (isDemo(edition) ? 10 : 60); round++) {
        const before = await onServer();
        const text = `${round}\n`.repeat(5_000);
        proxy.cutAfter(1 + ((round * 7_919) % 25_000));
        const isSaved = await save(text, before, filesOn(target)).then(
          () => true,
          () => false,
        );
        const now = await onServer();
        assert.ok(now === text || (!isSaved && now === before), `round ${round}`);
      }
    } finally {
      await live.window.services.store.remove(target.record.id);
      await proxy.close();
    }
    await sweepStages(files());
  });
});
