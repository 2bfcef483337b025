import assert from "node:assert/strict";
import fc from "fast-check";
import { panelMoves, placeOfDrop, placeOfStep, type Place } from "../../../src/tree/panelMoves.ts";
import { comparePanels, type PanelRecord } from "../../../src/panels/panelRecord.ts";
import type { PanelStore } from "../../../src/panels/panelStore.ts";
import { folderNodeId, groupNodeId, panelNodeId, type TreeNode } from "../../../src/tree/treeNodes.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { until } from "../../fakes/storageFixture.ts";
import { useStores } from "../../fakes/storesFixture.ts";

/** Panels such as `a` or `b:prod,eu`, in this order. */
function panelsOf(...given: readonly string[]): readonly PanelRecord[] {
  return given.map((text, order) => {
    const [id = "", tags] = text.split(":");
    return panelRecord({ id, name: id, order, tags: tags?.split(",") ?? [] });
  });
}

/** As the tree shows them after the moves: `prod(a b) c`. */
function shownAfter(panels: readonly PanelRecord[], ids: readonly string[], place: Place): string {
  const moves = panelMoves(panels, ids, place);
  const sorted = panels.map((panel) => ({ ...panel, ...moves.get(panel.id) })).toSorted(comparePanels);
  const folders = [...new Set(sorted.flatMap(({ tags }) => tags.slice(0, 1)))];
  const within = (folder: string | undefined) => sorted.filter(({ tags }) => tags[0] === folder).map(({ id }) => id);
  return [...folders.map((folder) => `${folder}(${within(folder).join(" ")})`), ...within(undefined)].join(" ");
}

const before = (panelId: string): Place => ({ kind: "before", panelId });
const after = (panelId: string): Place => ({ kind: "after", panelId });
const last = (tag?: string): Place => ({ kind: "last", tag });

describe("moves of panels", () => {
  it("put one or several beside another, in the order that they had", () => {
    const panels = panelsOf("a", "b", "c", "d");
    assert.equal(shownAfter(panels, ["d"], before("a")), "d a b c");
    assert.equal(shownAfter(panels, ["a"], after("c")), "b c a d");
    assert.equal(shownAfter(panels, ["d", "b"], before("a")), "b d a c");
    assert.equal(shownAfter(panels, ["a", "c"], last()), "b d a c");
  });

  it("store only those that move", () => {
    const panels = panelsOf("a", "b", "c", "d");
    assert.deepEqual([...panelMoves(panels, ["d"], before("b"))], [["d", { order: 0.5 }]]);
    assert.deepEqual(
      [...panelMoves(panels, ["b", "a"], after("d"))].map(([id]) => id),
      ["a", "b"],
    );
  });

  it("are empty if everything is in place already, or the place does not exist", () => {
    const panels = panelsOf("a:prod", "b:prod", "c");
    assert.equal(panelMoves(panels, ["a"], before("b")).size, 0);
    assert.equal(panelMoves(panels, ["c"], last()).size, 0);
    assert.equal(panelMoves(panels, ["a", "b"], last("prod")).size, 0);
    assert.equal(panelMoves(panels, ["a"], before("gone")).size, 0);
    assert.equal(panelMoves(panels, ["a"], after("a")).size, 0);
    assert.equal(panelMoves(panels, ["gone"], last("prod")).size, 0);
  });

  it("replace the tag of the old folder by that of the new one", () => {
    const panels = panelsOf("a:prod,eu", "b:staging", "c");
    assert.deepEqual(panelMoves(panels, ["a"], last("staging")).get("a")?.tags, ["staging", "eu"]);
    assert.deepEqual(panelMoves(panels, ["a"], last("eu")).get("a")?.tags, ["eu"]);
    assert.deepEqual(panelMoves(panels, ["c"], before("b")).get("c")?.tags, ["staging"]);
    assert.deepEqual(panelMoves(panels, ["b"], after("c")).get("b")?.tags, []);
    assert.equal(shownAfter(panels, ["c"], last("prod")), "prod(a c) staging(b)");
    assert.equal(shownAfter(panels, ["b"], before("c")), "prod(a) b c");
  });

  it("take one tag at a time away from a panel that leaves all folders", () => {
    const panels = panelsOf("a:prod,eu", "b");
    assert.deepEqual(panelMoves(panels, ["a"], last()).get("a")?.tags, ["eu"]);
    assert.equal(shownAfter(panels, ["a"], last()), "eu(a) b");
  });

  it("leave the folders where they are, also where their panels are mixed", () => {
    const panels = panelsOf("a:prod", "b:staging", "c:prod", "d:staging");
    assert.equal(shownAfter(panels, ["a"], after("c")), "prod(c a) staging(b d)");
    assert.equal(shownAfter(panels, ["d"], before("b")), "prod(a c) staging(d b)");
    assert.equal(shownAfter(panels, ["a"], last("staging")), "prod(c) staging(b d a)");
  });

  it("work if several have the same order, as after two windows added panels at once", () => {
    const panels = panelsOf("a", "b", "c").map((panel) => ({ ...panel, order: 0 }));
    assert.equal(shownAfter(panels, ["c"], before("a")), "c a b");
    assert.equal(shownAfter(panels, ["a"], after("b")), "b a c");
  });

  it("number all anew if no number is left between two", () => {
    const panels = panelsOf("a", "b", "c").map((panel, index) => ({
      ...panel,
      order: [1, 1 + Number.EPSILON, 2][index] ?? 0,
    }));
    assert.deepEqual(
      panelMoves(panels, ["c"], after("a")),
      new Map([
        ["a", { order: 0 }],
        ["c", { order: 1 }],
        ["b", { order: 2 }],
      ]),
    );
  });

  it("keep a folder in its place whose first panel leaves it", () => {
    const panels = panelsOf("a:prod", "b:staging", "c:prod");
    assert.equal(shownAfter(panels, ["a"], last()), "prod(c) staging(b) a");
  });

  it("lose nothing, and put all that move together", () => {
    const some = fc.array(fc.tuple(fc.constantFrom("", ":x", ":y", ":x,z"), fc.integer({ min: 0, max: 4 })), {
      minLength: 1,
      maxLength: 8,
    });
    const place = fc.oneof(
      fc.constantFrom(last(), last("x"), last("y")),
      fc.tuple(fc.constantFrom(before, after), fc.integer({ min: 0, max: 7 })).map(([make, at]) => make(`p${at}`)),
    );
    fc.assert(
      fc.property(some, fc.subarray(["p0", "p1", "p2", "p3", "p4"]), place, (given, ids, where) => {
        const panels = panelsOf(...given.map(([tags], index) => `p${index}${tags}`))
          .map((panel, index) => ({ ...panel, order: given[index]?.[1] ?? 0 }))
          .toSorted(comparePanels);
        const shown = shownAfter(panels, ids, where);
        for (const { id } of panels) assert.ok(shown.includes(id));
        if (where.kind === "last" || ids.includes(where.panelId) || !panels.some(({ id }) => id === where.panelId))
          return;
        const moved = ids.filter((id) => panels.some((panel) => panel.id === id));
        const flat: readonly string[] = shown.match(/p\d/g) ?? [];
        const at = flat.indexOf(where.panelId);
        const beside =
          where.kind === "before" ? flat.slice(at - moved.length, at) : flat.slice(at + 1, at + 1 + moved.length);
        const target = panels.find(({ id }) => id === where.panelId);
        const stay = moved.every((id) => {
          const tags = panels.find((panel) => panel.id === id)?.tags ?? [];
          return target?.tags[0] !== undefined || tags.length < 2;
        });
        if (stay) assert.deepEqual(new Set(beside), new Set(moved), shown);
      }),
    );
  });
});

describe("the place of dropped panels", () => {
  const panels = panelsOf("a", "b", "c", "d:prod");
  const node = (id: string): TreeNode => {
    const panel = panels.find((each) => each.id === id) ?? panelRecord({ id });
    return { type: "panel", id: panelNodeId(id), parentId: undefined, panel, state: { kind: "unknown" } };
  };

  it("is after a panel further down, and before one further up or in another folder", () => {
    assert.deepEqual(placeOfDrop(panels, ["a"], node("c")), after("c"));
    assert.deepEqual(placeOfDrop(panels, ["c"], node("a")), before("a"));
    assert.deepEqual(placeOfDrop(panels, ["a"], node("d")), before("d"));
    assert.deepEqual(placeOfDrop(panels, ["a", "c"], node("b")), after("b"));
  });

  it("is that of the panel if they are dropped on a node below it", () => {
    const group = {
      type: "group",
      id: groupNodeId("a", "site"),
      parentId: panelNodeId("a"),
      panelId: "a",
      kind: "site",
    };
    assert.deepEqual(placeOfDrop(panels, ["b"], group as TreeNode), before("a"));
  });

  it("is a folder, or outside of all folders", () => {
    const folder: TreeNode = { type: "folder", id: folderNodeId("prod"), parentId: undefined, tag: "prod" };
    assert.deepEqual(placeOfDrop(panels, ["a"], folder), last("prod"));
    assert.deepEqual(placeOfDrop(panels, ["d"], undefined), last());
  });

  it("does not exist on themselves or on a panel that is not stored", () => {
    assert.equal(placeOfDrop(panels, ["a", "b"], node("b")), undefined);
    assert.equal(placeOfDrop(panels, ["a"], node("demo")), undefined);
  });

  it("of a step is up or down within the folder", () => {
    const mixed = panelsOf("a:prod", "b", "c:prod", "d");
    assert.deepEqual(placeOfStep(mixed, "a", 1), after("c"));
    assert.deepEqual(placeOfStep(mixed, "d", -1), before("b"));
    assert.equal(placeOfStep(mixed, "b", -1), undefined);
    assert.equal(placeOfStep(mixed, "c", 1), undefined);
  });
});

describe("moves of panels in two windows", () => {
  const { open } = useStores();

  it("do not undo each other without having seen each other", async () => {
    const first = await open();
    const ids: string[] = [];
    for (const name of ["a", "b", "c", "d"])
      ids.push((await first.add({ name, address: "https://192.0.2.1:8888" }, { apiKey: "key" })).id);
    const [a = "", b = "", c = "", d = ""] = ids;
    const second = await open();
    const names = (store: PanelStore) => store.list().map(({ name }) => name);
    const moves = [
      [first, panelMoves(first.list(), [d], before(a))],
      [second, panelMoves(second.list(), [b], after(c))],
    ] as const;
    await Promise.all(
      moves.map(async ([store, each]) => {
        for (const [id, move] of each) await store.update(id, move);
      }),
    );
    for (const store of [first, second]) {
      await until(() => String(names(store)) === "d,a,c,b");
      assert.deepEqual(names(store), ["d", "a", "c", "b"]);
    }
  });
});
