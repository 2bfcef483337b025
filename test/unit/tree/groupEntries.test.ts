import assert from "node:assert/strict";
import { contentsOf } from "../../../src/tree/contentsOf.ts";
import type { PanelRecord } from "../../../src/panels/panelRecord.ts";
import type { ResourceKind } from "../../../src/resources/resources.ts";
import type { GroupFilter } from "../../../src/tree/treeNodes.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { containerRow, javaRow, listOf, orderRow, panelRecord, siteRow } from "../../fakes/rows.ts";

const NOW = 1_700_000_000_000;
const AT_NOW = { now: () => NOW };
const ID = "b3081bed56361478955fbba9807c8ca5b59fce81e33ba7be550384bbe358fdd2";

/** Labels of the items shown, or the types of what stands in their place. */
function shown(
  kind: ResourceKind,
  rows: readonly unknown[],
  filter: GroupFilter | undefined,
  entries: PanelRecord["entries"] = [],
): readonly string[] {
  const panel = panelRecord({ entries });
  return contentsOf(panel, kind, { pages: [listOf(rows)], failure: undefined }, filter, AT_NOW).map((node) =>
    node.type === "item" ? node.label : node.type,
  );
}

describe("what a person named", () => {
  const entries = [
    { kind: "container", key: "web" },
    { kind: "javaProject", key: "demo" },
    { kind: "container", key: ID },
  ];

  it("stands after what the panel lists, as an entry made by hand", () => {
    const panel = panelRecord({ entries });
    const loaded = { pages: [listOf([containerRow({ id: "c", name: "other" })])], failure: undefined };
    const nodes = contentsOf(panel, "container", loaded, undefined, AT_NOW);
    assert.deepEqual(nodes.slice(1, 2), [
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
    assert.equal(nodes[2]?.type === "item" && nodes[2].key, ID);
  });

  it("is not shown again where the panel lists it under that key or that label", () => {
    const web = containerRow({ id: "c", name: "web" });
    assert.deepEqual(shown("container", [web], undefined, entries), ["web", ID]);
    assert.deepEqual(shown("container", [containerRow({ id: ID, name: "x" })], undefined, entries), ["x", "web"]);
    assert.deepEqual(shown("javaProject", [javaRow({ name: "demo" })], undefined, entries), ["demo"]);
    assert.deepEqual(shown("javaProject", [], undefined, entries), ["demo"]);
  });

  it("is not shown again where it is the beginning of a listed id, and long enough to be one", () => {
    const rows = [containerRow({ id: ID, name: "x" })];
    const named = (key: string) => shown("container", rows, undefined, [{ kind: "container", key }]);
    assert.deepEqual(named(ID.slice(0, 12)), ["x"]);
    assert.deepEqual(named(ID.slice(0, 11)), ["x", ID.slice(0, 11)]);
    assert.deepEqual(named(ID.slice(1, 13)), ["x", ID.slice(1, 13)]);
  });

  it("is shown where the panel's list fails, and where there is none", () => {
    const failure: PanelFailure = { kind: "unsupported" };
    const nodes = contentsOf(panelRecord({ entries }), "javaProject", { pages: [], failure }, undefined, AT_NOW);
    assert.deepEqual(
      nodes.map(({ type }) => type),
      ["failure", "item"],
    );
  });

  it("is filtered like the others", () => {
    const rows = [containerRow({ id: "c", name: "other" })];
    assert.deepEqual(shown("container", rows, { kind: "text", text: "we" }, entries), ["web"]);
    assert.deepEqual(shown("container", rows, { kind: "states", states: ["manual"] }, entries), ["web", ID]);
  });

  it("is shown without what cannot be seen", () => {
    const hidden = [{ kind: "javaProject", key: "a\u202eb" }];
    assert.deepEqual(shown("javaProject", [], undefined, hidden), ["a b"]);
  });
});

describe("a filter", () => {
  const sites = [
    siteRow({ id: 1, name: "Shop.example.com", root: "/www/shop", running: true, type: "PHP" }),
    siteRow({ id: 2, name: "blog.example.com", root: "/www/blog", running: false, type: "PHP" }),
    siteRow({ id: 3, name: "api", note: "for the SHOP", type: "Node" }),
  ];

  it("by text lets through what has it in its label or its facts, in whatever case", () => {
    const by = (text: string) => shown("site", sites, { kind: "text", text });
    assert.deepEqual(by("shop"), ["Shop.example.com", "api"]);
    assert.deepEqual(by("SHOP.EXAMPLE"), ["Shop.example.com"]);
    assert.deepEqual(by("/www/blog"), ["blog.example.com"]);
    assert.deepEqual(by("node"), ["api"]);
    assert.deepEqual(by("stopped"), ["empty"]);
  });

  it("takes its text as it is", () => {
    assert.deepEqual(shown("site", sites, { kind: "text", text: "s.op" }), ["empty"]);
    assert.deepEqual(shown("site", sites, { kind: "text", text: "(" }), ["empty"]);
  });

  it("by states lets through what is in one of them", () => {
    const by = (states: Extract<GroupFilter, { kind: "states" }>["states"]) =>
      shown("site", sites, { kind: "states", states });
    assert.deepEqual(by(["stopped"]), ["blog.example.com"]);
    assert.deepEqual(by(["running", "elsewhere"]), ["Shop.example.com", "api"]);
    assert.deepEqual(by(["paused"]), ["empty"]);
    assert.deepEqual(by([]), ["empty"]);
  });

  it("by states goes by what they are now", () => {
    const orders = [
      orderRow({ index: "a", domains: ["late"], status: "valid", validUntil: NOW / 1000 - 1 }),
      orderRow({ index: "b", domains: ["good"], status: "valid", validUntil: NOW / 1000 + 1 }),
      orderRow({ index: "c", domains: ["bad"], status: "invalid" }),
    ];
    const filter = { kind: "states", states: ["expired", "failed"] } as const;
    assert.deepEqual(shown("certificateOrder", orders, filter), ["late", "bad"]);
  });

  it("that lets nothing through says so", () => {
    const panel = panelRecord();
    const loaded = { pages: [listOf(sites)], failure: undefined };
    const [node] = contentsOf(panel, "site", loaded, { kind: "text", text: "x y z" }, AT_NOW);
    assert.equal(node?.type === "empty" && node.filtered, true);
  });

  it("hides neither what cannot be read nor what offers more", () => {
    const panel = panelRecord();
    const page = { rows: sites, unreadable: [{ index: 3, fields: ["id"] }], total: 9 };
    const filter = { kind: "text", text: "x y z" } as const;
    const nodes = contentsOf(panel, "site", { pages: [page], failure: undefined }, filter, AT_NOW);
    assert.deepEqual(
      nodes.map(({ type }) => type),
      ["unreadable", "more"],
    );
  });
});
