import assert from "node:assert/strict";
import { ChunkedTree } from "../../../src/tree/chunkedTree.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";
import { PANEL, PANEL_ID, SITES, TreeFixture } from "../../fakes/treeFixture.ts";

describe("the tree in chunks", () => {
  let fixture: TreeFixture;
  let chunked: ChunkedTree;
  const item = (id: number) => `item:${PANEL.id}/site/${id}`;

  /** Opens the group with so many sites of 1000, on pages of 200. */
  async function load(count: number): Promise<void> {
    fixture.answer({
      "site.list": ({ page, limit }) => {
        const ids = Array.from({ length: limit }, (_, index) => (page - 1) * limit + index + 1);
        return listOf(
          ids.map((id) => siteRow({ id, name: `s${id}` })),
          1000,
        );
      },
    });
    await fixture.open(SITES);
    for (let loaded = 200; loaded < count; loaded += 200) await fixture.tree.loadMore(SITES);
  }

  beforeEach(() => {
    fixture = new TreeFixture();
    chunked = new ChunkedTree(fixture.tree);
  });

  it("is the tree itself while few rows are shown", async () => {
    await load(400);
    for (const id of [undefined, PANEL_ID, SITES, item(1), "gone"])
      assert.deepEqual(await chunked.children(id), await fixture.tree.children(id));
    assert.equal((await chunked.children(SITES)).length, 401);
    assert.equal(chunked.parentOf(item(1)), SITES);
    assert.equal(chunked.parentOf(SITES), PANEL_ID);
    assert.equal(chunked.parentOf("gone"), undefined);
  });

  it("shows many rows in chunks, of which the last is open", async () => {
    await load(600);
    const children = await chunked.children(SITES);
    assert.deepEqual(children, [`chunk:0:${SITES}`, `chunk:1:${SITES}`, `chunk:2+:${SITES}`, `more:${SITES}`]);
    const rows = (await Promise.all(children.slice(0, 3).map((id) => chunked.children(id)))).flat();
    assert.deepEqual(
      rows,
      Array.from({ length: 600 }, (_, index) => item(index + 1)),
    );
    const chunks = children.flatMap((id) => chunked.chunk(id) ?? []);
    assert.deepEqual(
      chunks.map(({ from, to, isOpen, parentId }) => [from, to, isOpen, parentId]),
      [
        [1, 200, false, SITES],
        [201, 400, false, SITES],
        [401, 600, true, SITES],
      ],
    );
    assert.deepEqual(
      [200, 201, 600].map((id) => chunked.parentOf(item(id))),
      children.slice(0, 3),
    );
    assert.equal(chunked.parentOf(`chunk:1:${SITES}`), SITES);
    assert.equal(chunked.parentOf(`more:${SITES}`), SITES);
  });

  it("closes a chunk by giving it another name when the next page is there", async () => {
    await load(600);
    await fixture.tree.loadMore(SITES);
    assert.equal(chunked.chunk(`chunk:2+:${SITES}`), undefined);
    assert.deepEqual(await chunked.children(`chunk:2+:${SITES}`), []);
    assert.equal(chunked.chunk(`chunk:2:${SITES}`)?.to, 600);
  });

  it("opens the first chunk of what a filter found", async () => {
    await load(600);
    fixture.tree.setFilter(SITES, { kind: "text", text: "s" });
    assert.deepEqual((await chunked.children(SITES)).slice(0, 2), [`chunk:0+:${SITES}`, `chunk:1:${SITES}`]);
    fixture.tree.setFilter(SITES, { kind: "text", text: "s1" });
    assert.equal((await chunked.children(SITES)).length, 112);
    assert.equal(chunked.chunk(`chunk:0+:${SITES}`), undefined);
  });
});
