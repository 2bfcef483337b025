import assert from "node:assert/strict";
import type { Directory, FileEntry } from "../../../src/serverFiles/serverFiles.ts";
import { MOST_ROWS } from "../../../src/tree/contentsOf.ts";
import { itemNodeId } from "../../../src/tree/treeNodes.ts";
import { PANEL, PANEL_ID, SITES, TreeFixture } from "../../fakes/treeFixture.ts";

const ROOT = "/www/wwwroot/a";
const SITE = itemNodeId(PANEL.id, "site", "1");

const entry = (name: string, kind: FileEntry["kind"] = "file"): FileEntry => ({
  name,
  kind,
  size: 1,
  mtime: 1,
  mode: "644",
  user: "www",
});
const directory = (...entries: readonly FileEntry[]): Directory => ({
  entries,
  isCut: false,
  unreadable: 0,
  hasRecycleBin: true,
});

describe("files of a server in the tree", () => {
  let fixture: TreeFixture;
  const labels = async (id: string) =>
    (await fixture.tree.children(id)).map((child) => {
      const node = fixture.tree.node(child);
      return node?.type === "file" ? node.label : (node?.type ?? "missing");
    });
  const openRoot = () => fixture.tree.openFiles(SITE, ROOT) ?? assert.fail("no such row");

  beforeEach(async () => {
    fixture = new TreeFixture();
    fixture.directories.set(ROOT, () => directory(entry("b.txt"), entry("A.txt"), entry("sub", "directory")));
    await fixture.open(SITES);
  });

  it("stand below the row under which they were opened, and are read when they are seen", async () => {
    assert.deepEqual([fixture.tree.hasFiles(SITE), await labels(SITE)], [false, []]);
    const root = openRoot();
    assert.deepEqual([fixture.tree.hasFiles(SITE), await labels(SITE), fixture.listed], [true, ["a"], []]);
    assert.deepEqual(await labels(root), ["sub", "A.txt", "b.txt"]);
    await labels(root);
    assert.deepEqual(fixture.listed, [ROOT]);
    assert.ok(fixture.changes.includes(SITE));
  });

  it("stay when their group is read again, and go when they are closed", async () => {
    const root = openRoot();
    await labels(root);
    await fixture.tree.reload(SITES, "user");
    assert.deepEqual(
      [await labels(SITE), await labels(root), fixture.listed],
      [["a"], ["sub", "A.txt", "b.txt"], [ROOT]],
    );
    fixture.tree.closeFiles(root);
    assert.deepEqual([fixture.tree.hasFiles(SITE), await labels(SITE)], [false, []]);
  });

  it("are sorted as people of the window's language sort them, numbers by their value", async () => {
    const names = ["测试.txt", "log.10", "安装.sh", "Log.2", "备份.sql", "log.1", "zip"];
    fixture.directories.set(ROOT, () => directory(...names.map((name) => entry(name))));
    const root = openRoot();
    assert.deepEqual((await labels(root)).slice(0, 4), ["log.1", "Log.2", "log.10", "zip"]);
    fixture.language = "zh-cn";
    await fixture.tree.reload(root, "user");
    assert.deepEqual(await labels(root), ["安装.sh", "备份.sql", "测试.txt", "log.1", "Log.2", "log.10", "zip"]);
  });

  it("stand below a panel, too, after its groups", async () => {
    const id = fixture.tree.openFiles(PANEL_ID, ROOT);
    assert.equal((await fixture.tree.children(PANEL_ID)).at(-1), id);
    await fixture.tree.reload(PANEL_ID, "user");
    assert.equal((await fixture.tree.children(PANEL_ID)).at(-1), id);
  });

  it("are read again where something in their directory has changed, and nowhere else", async () => {
    const root = openRoot();
    fixture.directories.set(`${ROOT}/sub`, () => directory());
    await labels(root);
    const [sub = ""] = await fixture.tree.children(root);
    await labels(sub);
    fixture.listed.length = 0;
    fixture.directories.set(ROOT, () => directory(entry("new.txt")));
    fixture.tree.filesChanged(PANEL.id, [`${ROOT}/new.txt`]);
    fixture.tree.filesChanged("another", [`${ROOT}/sub/x`]);
    await fixture.tree.reload(root, "automatic");
    assert.deepEqual(await labels(root), ["new.txt"]);
    assert.ok(!fixture.listed.includes(`${ROOT}/sub`));
  });

  it("come in pages, from what was read once", async () => {
    const all = Array.from({ length: MOST_ROWS + 1 }, (_, index) => entry(`f${String(index).padStart(5, "0")}`));
    fixture.directories.set(ROOT, () => ({ ...directory(...all), isCut: true, unreadable: 2 }));
    const root = openRoot();
    const first = await labels(root);
    assert.deepEqual([first.length, first.slice(MOST_ROWS)], [MOST_ROWS + 3, ["more", "unreadable", "unreadable"]]);
    await fixture.tree.loadMore(root);
    const second = await labels(root);
    assert.deepEqual([second.length, second[MOST_ROWS]], [MOST_ROWS + 3, "f02000"]);
    assert.deepEqual(fixture.listed, [ROOT]);
  });

  it("say why a directory cannot be read", async () => {
    const root = fixture.tree.openFiles(SITE, "/none") ?? "";
    const [row = ""] = await fixture.tree.children(root);
    const node = fixture.tree.node(row);
    assert.deepEqual(node?.type === "empty" && node.problem, { kind: "notFound", path: "/none" });
    fixture.directories.set(ROOT, () => directory());
    assert.deepEqual(await labels(openRoot()), ["empty"]);
  });
});
