import assert from "node:assert/strict";
import type { LastSeen } from "../../../src/logs/followedLog.ts";
import { contentsOf, joinPages, MOST_ROWS, type LoadedKind } from "../../../src/tree/contentsOf.ts";
import type { ResourceKind } from "../../../src/resources/resources.ts";
import type { TreeNode } from "../../../src/tree/treeNodes.ts";
import { lengthOf, type Listing } from "../../../src/wire/answers/listing.ts";
import { containerRow, javaRow, listOf, orderRow, panelRecord, siteRow } from "../../fakes/rows.ts";

const NOW = 1_700_000_000_000;
const AT_NOW = { now: () => NOW };
const DAY = 86_400;

const PANEL = panelRecord({ id: "p" });
const unreadable = (index: number) => ({ index, fields: ["pid"] });
const loaded = (...pages: readonly Listing<unknown>[]): LoadedKind => ({ pages, failure: undefined });
const nodes = (kind: ResourceKind, ...pages: readonly Listing<unknown>[]) =>
  contentsOf(PANEL, kind, loaded(...pages), undefined, AT_NOW);
const idsOf = (shown: readonly TreeNode[]) => shown.map(({ id }) => id);

describe("contents of a group", () => {
  it("are each row as the resource table says", () => {
    const row = siteRow({ id: 14, name: "a.example.com", running: true, root: "/www/a" });
    assert.deepEqual(nodes("site", listOf([row])), [
      {
        type: "item",
        id: "item:p/site/14",
        parentId: "group:p/site",
        panelId: "p",
        kind: "site",
        key: "14",
        label: "a.example.com",
        state: "running",
        facts: [{ name: "root", value: "/www/a" }],
        row,
      },
    ]);
  });

  it("have labels without what cannot be seen", () => {
    const [node] = nodes("javaProject", listOf([javaRow({ name: "a\u202eb\n c" })]));
    assert.deepEqual(node?.type === "item" && [node.key, node.label], ["a\u202eb\n c", "a b c"]);
  });

  it("are as things stand now", () => {
    const order = orderRow({ index: "a", status: "valid", validUntil: NOW / 1000 + DAY });
    const state = (now: number) => {
      const [node] = contentsOf(PANEL, "certificateOrder", loaded(listOf([order])), undefined, { now: () => now });
      return node?.type === "item" && [node.state, node.facts[0]];
    };
    assert.deepEqual(state(NOW), ["valid", { name: "daysLeft", value: "1" }]);
    assert.deepEqual(state(NOW + 2 * DAY * 1000), ["expired", { name: "daysLeft", value: "-1" }]);
  });

  it("stand in the group of their kind, which may be that of another", () => {
    const [node] = nodes("runtime", listOf([{ name: "python" }]));
    assert.deepEqual([node?.id, node?.parentId], ["item:p/runtime/python", "group:p/dependencyManager"]);
  });

  it("show of a runtime what its followed log has told, and of nothing else", () => {
    const seenOf = (kind: ResourceKind, row: unknown, what: LastSeen["what"]) => {
      const options = { ...AT_NOW, lastSeenOf: () => ({ what, atMs: NOW }) };
      const [node] = contentsOf(PANEL, kind, loaded(listOf([row])), undefined, options);
      return node?.type === "item" && [node.state, ...node.facts.map(({ value }) => value)];
    };
    const runtime = { name: "python" };
    assert.deepEqual(seenOf("runtime", runtime, "stale"), ["upgrading", "stale", String(NOW)]);
    assert.deepEqual(seenOf("runtime", runtime, "finished"), ["stateless", "finished", String(NOW)]);
    const [container] = nodes("container", listOf([containerRow({ id: "c" })]));
    assert.ok(container?.type === "item");
    assert.deepEqual(seenOf("container", containerRow({ id: "c" }), "stale"), [
      container.state,
      ...container.facts.map(({ value }) => value),
    ]);
  });

  it("show what cannot be read, so that nobody thinks it is not there", () => {
    const shown = nodes("container", { ...listOf([containerRow({ id: "c" })], 2), unreadable: [unreadable(1)] });
    assert.deepEqual(idsOf(shown), ["item:p/container/c", "unreadable:group:p/container/u1"]);
    const last = shown.at(-1);
    assert.deepEqual(last?.type === "unreadable" && [last.row, last.parentId], [unreadable(1), "group:p/container"]);
  });

  it("load no more where all is there, though many rows could not be read", () => {
    const rest = { index: 101, fields: ["(more)"], count: 99 };
    const shown = nodes("site", { rows: [siteRow({ id: 1 })], unreadable: [rest], total: 100 });
    assert.deepEqual(
      shown.map(({ type }) => type),
      ["item", "unreadable"],
    );
  });

  it("show every unreadable row of every page, where it stands in the whole", () => {
    const page = (id: number) => ({ rows: [siteRow({ id })], unreadable: [unreadable(0)], total: 4 });
    const rows = nodes("site", page(1), page(2)).filter((node) => node.type === "unreadable");
    assert.deepEqual(
      rows.map(({ row }) => row.index),
      [0, 2],
    );
    assert.equal(new Set(idsOf(rows)).size, 2);
  });

  it("show what stands on two pages once", () => {
    const rows = [javaRow({ name: "a", pids: [1] }), javaRow({ name: "b" }), javaRow({ name: "a", pids: [] })];
    const ids = ["item:p/javaProject/a", "item:p/javaProject/b"];
    assert.deepEqual(idsOf(nodes("javaProject", listOf(rows.slice(0, 2)), listOf(rows.slice(2)))), ids);
  });

  it("say that there is nothing", () => {
    const empty = { type: "empty", id: "empty:group:p/site/site", parentId: "group:p/site", panelId: "p" };
    assert.deepEqual(nodes("site", listOf([])), [{ ...empty, kind: "site", filtered: false }]);
    assert.deepEqual(nodes("site"), [], "nothing is known before the first answer");
    const broken = nodes("site", { rows: [], unreadable: [unreadable(0)], total: 1 });
    assert.deepEqual(idsOf(broken), ["unreadable:group:p/site/u0"]);
  });

  it("offer more where the panel has more", () => {
    const rows = [siteRow({ id: 1 }), siteRow({ id: 2 })];
    const last = (total: number | undefined) => nodes("site", { rows, unreadable: [unreadable(2)], total }).at(-1);
    const more = { type: "more", id: "more:group:p/site", parentId: "group:p/site", panelId: "p", kind: "site" };
    assert.deepEqual(last(11), { ...more, remaining: 8, isFull: false });
    assert.equal(last(4)?.type, "more");
    for (const total of [undefined, 0, 2, 3]) assert.equal(last(total)?.type, "unreadable", String(total));
  });

  it("offer to search where the group takes no more rows", () => {
    const rows = Array.from({ length: MOST_ROWS }, (_, id) => siteRow({ id }));
    const last = nodes("site", { rows, unreadable: [], total: 10_000 }).at(-1);
    assert.deepEqual(last?.type === "more" && [last.remaining, last.isFull], [8_000, true]);
  });

  it("count what is left from the newest total", () => {
    const page = (id: number, total: number) => listOf([siteRow({ id })], total);
    const last = nodes("site", page(1, 9), page(2, 5)).at(-1);
    assert.equal(last?.type === "more" && last.remaining, 3);
  });

  it("do not offer more after a page that had nothing, whatever the panel counts", () => {
    assert.deepEqual(idsOf(nodes("site", listOf([], 5))), ["empty:group:p/site/site"]);
    assert.deepEqual(idsOf(nodes("site", listOf([siteRow({ id: 1 })], 5), listOf([], 5))), ["item:p/site/1"]);
  });
});

describe("a failure in a group", () => {
  const failure = { kind: "timeout", afterMs: 1 } as const;
  const node = {
    type: "failure",
    id: "failure:group:p/site/site",
    parentId: "group:p/site",
    panelId: "p",
    address: PANEL.address,
    failure,
  };

  it("stands in the place of what was never loaded", () => {
    assert.deepEqual(contentsOf(PANEL, "site", { pages: [], failure }, undefined, AT_NOW), [node]);
  });

  it("stands before the rows that are kept, and before what offers more", () => {
    const shown = contentsOf(PANEL, "site", { pages: [listOf([siteRow({ id: 1 })], 3)], failure }, undefined, AT_NOW);
    assert.deepEqual(shown[0], node);
    assert.deepEqual(idsOf(shown.slice(1)), ["item:p/site/1", "more:group:p/site"]);
  });

  it("is shown through any filter, and is not an empty group", () => {
    const filter = { kind: "text", text: "nothing has this" } as const;
    const shown = contentsOf(PANEL, "site", { pages: [listOf([siteRow({ id: 1 })])], failure }, filter, AT_NOW);
    assert.deepEqual(shown, [node]);
  });

  it("of two kinds in one group are two nodes", () => {
    const ids = (["dependencyManager", "runtime"] as const).map((kind) =>
      idsOf(contentsOf(PANEL, kind, { pages: [], failure }, undefined, AT_NOW)),
    );
    assert.notDeepEqual(ids[0], ids[1]);
  });
});

describe("pages", () => {
  it("are joined, with the newest total", () => {
    const first = { rows: [1, 2], unreadable: [unreadable(2)], total: 9 };
    const second = { rows: [3], unreadable: [unreadable(1)], total: 8 };
    const joined = joinPages([first, second]);
    assert.deepEqual(joined, { rows: [1, 2, 3], unreadable: [unreadable(2), unreadable(4)], total: 8 });
    assert.deepEqual(joinPages([]), { rows: [], unreadable: [], total: undefined });
    assert.equal(lengthOf(joined), 5);
  });
});
