import assert from "node:assert/strict";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import type { LastSeen } from "../../../src/followedLogs/followedLog.ts";
import { contentsOf, joinPages, MOST_ROWS, type LoadedKind } from "../../../src/tree/contentsOf.ts";
import type { ResourceState } from "../../../src/resources/resource.ts";
import type { ResourceKind } from "../../../src/resources/resources.ts";
import type { GroupFilter, TreeNode } from "../../../src/tree/treeNodes.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
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

  it("have labels without invisible characters", () => {
    const [node] = nodes("javaProject", listOf([javaRow({ name: "a\u202eb\n c" })]));
    assert.deepEqual(node?.type === "item" && [node.key, node.label], ["a\u202eb\n c", "a b c"]);
  });

  it("depend on the present time", () => {
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

  it("show the state seen in the followed log of a runtime, and of no other kind", () => {
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

  it("show unreadable rows", () => {
    const shown = nodes("container", { ...listOf([containerRow({ id: "c" })], 2), unreadable: [unreadable(1)] });
    assert.deepEqual(idsOf(shown), ["item:p/container/c", "unreadable:group:p/container/u1"]);
    const last = shown.at(-1);
    assert.deepEqual(last?.type === "unreadable" && [last.row, last.parentId], [unreadable(1), "group:p/container"]);
  });

  it("offer no more if all rows are there, even if many are unreadable", () => {
    const rest = { index: 101, fields: ["(more)"], count: 99 };
    const shown = nodes("site", { rows: [siteRow({ id: 1 })], unreadable: [rest], total: 100 });
    assert.deepEqual(
      shown.map(({ type }) => type),
      ["item", "unreadable"],
    );
  });

  it("show every unreadable row with its index in the whole list", () => {
    const page = (id: number) => ({ rows: [siteRow({ id })], unreadable: [unreadable(0)], total: 4 });
    const rows = nodes("site", page(1), page(2)).filter((node) => node.type === "unreadable");
    assert.deepEqual(
      rows.map(({ row }) => row.index),
      [0, 2],
    );
    assert.equal(new Set(idsOf(rows)).size, 2);
  });

  it("show a row on two pages once", () => {
    const rows = [javaRow({ name: "a", pids: [1] }), javaRow({ name: "b" }), javaRow({ name: "a", pids: [] })];
    const ids = ["item:p/javaProject/a", "item:p/javaProject/b"];
    assert.deepEqual(idsOf(nodes("javaProject", listOf(rows.slice(0, 2)), listOf(rows.slice(2)))), ids);
  });

  it("show an empty list as empty", () => {
    const empty = { type: "empty", id: "empty:group:p/site/site", parentId: "group:p/site", panelId: "p" };
    assert.deepEqual(nodes("site", listOf([])), [{ ...empty, kind: "site", filtered: false }]);
    assert.deepEqual(nodes("site"), [], "nothing is known before the first answer");
    const broken = nodes("site", { rows: [], unreadable: [unreadable(0)], total: 1 });
    assert.deepEqual(idsOf(broken), ["unreadable:group:p/site/u0"]);
  });

  it("offer more if the panel has more", () => {
    const rows = [siteRow({ id: 1 }), siteRow({ id: 2 })];
    const last = (total: number | undefined) => nodes("site", { rows, unreadable: [unreadable(2)], total }).at(-1);
    const more = { type: "more", id: "more:group:p/site", parentId: "group:p/site", panelId: "p", kind: "site" };
    assert.deepEqual(last(11), { ...more, remaining: 8, isFull: false });
    assert.equal(last(4)?.type, "more");
    for (const total of [undefined, 0, 2, 3]) assert.equal(last(total)?.type, "unreadable", String(total));
  });

  it("offer to search if the group takes no more rows", () => {
    const rows = Array.from({ length: MOST_ROWS }, (_, id) => siteRow({ id }));
    const last = nodes("site", { rows, unreadable: [], total: 10_000 }).at(-1);
    assert.deepEqual(last?.type === "more" && [last.remaining, last.isFull], [8_000, true]);
  });

  it("count the remaining rows by the newest total", () => {
    const page = (id: number, total: number) => listOf([siteRow({ id })], total);
    const last = nodes("site", page(1, 9), page(2, 5)).at(-1);
    assert.equal(last?.type === "more" && last.remaining, 3);
  });

  it("do not offer more after an empty page, whatever the total", () => {
    assert.deepEqual(idsOf(nodes("site", listOf([], 5))), ["empty:group:p/site/site"]);
    assert.deepEqual(idsOf(nodes("site", listOf([siteRow({ id: 1 })], 5), listOf([], 5))), ["item:p/site/1"]);
  });
});

describe("a failure in a group", () => {
  const failure = { kind: "timeout", afterMs: 1 } as const;
  const node = {
    type: "failure",
    id: "failure:group:p/site/site",
    kind: "site",
    parentId: "group:p/site",
    panelId: "p",
    address: PANEL.address,
    failure,
  };

  it("stands in place of rows that were never loaded", () => {
    assert.deepEqual(contentsOf(PANEL, "site", { pages: [], failure }, undefined, AT_NOW), [node]);
  });

  it("stands before the kept rows and the row that loads more", () => {
    const shown = contentsOf(PANEL, "site", { pages: [listOf([siteRow({ id: 1 })], 3)], failure }, undefined, AT_NOW);
    assert.deepEqual(shown[0], node);
    assert.deepEqual(idsOf(shown.slice(1)), ["item:p/site/1", "more:group:p/site"]);
  });

  it("passes any filter, and does not count as an empty group", () => {
    const filter = { text: "nothing has this" } as const;
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

const ID = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";

/** Labels of the items shown, or the types of what stands in their place. */
function labelsOf(
  kind: ResourceKind,
  rows: readonly unknown[],
  filter: GroupFilter | undefined,
  entries: PanelRecord["entries"] = [],
): readonly string[] {
  const panel = panelRecord({ entries });
  return contentsOf(panel, kind, loaded(listOf(rows)), filter, AT_NOW).map((node) =>
    node.type === "item" ? node.label : node.type,
  );
}

describe("an entry added by hand", () => {
  const entries = [
    { kind: "container", key: "web" },
    { kind: "javaProject", key: "demo" },
    { kind: "container", key: ID },
  ];

  it("stands after the listed rows", () => {
    const panel = panelRecord({ entries });
    const page = listOf([containerRow({ id: "c", name: "other" })]);
    const all = contentsOf(panel, "container", loaded(page), undefined, AT_NOW);
    assert.deepEqual(all.slice(1, 2), [
      {
        type: "item",
        id: `item:${panel.id}/container/web`,
        parentId: `group:${panel.id}/container`,
        panelId: panel.id,
        kind: "container",
        key: "web",
        label: "web",
        state: "manual",
        facts: [],
        row: undefined,
      },
    ]);
    assert.equal(all[2]?.type === "item" && all[2].key, ID);
  });

  it("is not shown again if the panel lists that key or label", () => {
    const web = containerRow({ id: "c", name: "web" });
    assert.deepEqual(labelsOf("container", [web], undefined, entries), ["web", ID]);
    assert.deepEqual(labelsOf("container", [containerRow({ id: ID, name: "x" })], undefined, entries), ["x", "web"]);
    assert.deepEqual(labelsOf("javaProject", [javaRow({ name: "demo" })], undefined, entries), ["demo"]);
    assert.deepEqual(labelsOf("javaProject", [], undefined, entries), ["demo"]);
  });

  it("is not shown again if it is a long beginning of a listed id", () => {
    const rows = [containerRow({ id: ID, name: "x" })];
    const named = (key: string) => labelsOf("container", rows, undefined, [{ kind: "container", key }]);
    assert.deepEqual(named(ID.slice(0, 12)), ["x"]);
    assert.deepEqual(named(ID.slice(0, 11)), ["x", ID.slice(0, 11)]);
    assert.deepEqual(named(ID.slice(1, 13)), ["x", ID.slice(1, 13)]);
  });

  it("is shown if the list fails, or there is none", () => {
    const failure: PanelFailure = { kind: "unsupported" };
    const all = contentsOf(panelRecord({ entries }), "javaProject", { pages: [], failure }, undefined, AT_NOW);
    assert.deepEqual(
      all.map(({ type }) => type),
      ["failure", "item"],
    );
  });

  it("is filtered like other rows", () => {
    const rows = [containerRow({ id: "c", name: "other" })];
    assert.deepEqual(labelsOf("container", rows, { text: "we" }, entries), ["web"]);
    assert.deepEqual(labelsOf("container", rows, { text: "added", states: ["manual"] }, entries), ["web", ID]);
  });

  it("is shown without invisible characters", () => {
    const hidden = [{ kind: "javaProject", key: "a\u202eb" }];
    assert.deepEqual(labelsOf("javaProject", [], undefined, hidden), ["a b"]);
  });
});

describe("a filter", () => {
  const sites = [
    siteRow({ id: 1, name: "Shop.example.com", root: "/www/shop", running: true, type: "PHP" }),
    siteRow({ id: 2, name: "blog.example.com", root: "/www/blog", running: false, type: "PHP" }),
    siteRow({ id: 3, name: "api", note: "for the SHOP", type: "Node" }),
  ];

  it("matches labels and facts, ignoring case", () => {
    const by = (text: string) => labelsOf("site", sites, { text });
    assert.deepEqual(by("shop"), ["Shop.example.com", "api"]);
    assert.deepEqual(by("SHOP.EXAMPLE"), ["Shop.example.com"]);
    assert.deepEqual(by("/www/blog"), ["blog.example.com"]);
    assert.deepEqual(by("node"), ["api"]);
    assert.deepEqual(by("stopped"), ["empty"]);
  });

  it("takes its text literally", () => {
    assert.deepEqual(labelsOf("site", sites, { text: "s.op" }), ["empty"]);
    assert.deepEqual(labelsOf("site", sites, { text: "(" }), ["empty"]);
  });

  it("matches rows in one of the states that its text means", () => {
    const by = (states: readonly ResourceState[]) => labelsOf("site", sites, { text: "no label", states });
    assert.deepEqual(by(["stopped"]), ["blog.example.com"]);
    assert.deepEqual(by(["running", "elsewhere"]), ["Shop.example.com", "api"]);
    assert.deepEqual(by(["paused"]), ["empty"]);
    assert.deepEqual(by([]), ["empty"]);
  });

  it("matches the present states", () => {
    const orders = [
      orderRow({ index: "a", domains: ["late"], status: "valid", validUntil: NOW / 1000 - 1 }),
      orderRow({ index: "b", domains: ["good"], status: "valid", validUntil: NOW / 1000 + 1 }),
      orderRow({ index: "c", domains: ["bad"], status: "invalid" }),
    ];
    const filter = { text: "no label", states: ["expired", "failed"] } as const;
    assert.deepEqual(labelsOf("certificateOrder", orders, filter), ["late", "bad"]);
  });

  it("hides neither unreadable rows nor the row that loads more", () => {
    const panel = panelRecord();
    const page = { rows: sites, unreadable: [{ index: 3, fields: ["id"] }], total: 9 };
    const filter = { text: "x y z" } as const;
    const all = contentsOf(panel, "site", loaded(page), filter, AT_NOW);
    assert.deepEqual(
      all.map(({ type }) => type),
      ["unreadable", "more"],
    );
  });
});
