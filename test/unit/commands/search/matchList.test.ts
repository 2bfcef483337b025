import assert from "node:assert/strict";
import { MatchList, MOST_ENTRIES, MOST_SHOWN } from "../../../../src/commands/search/matchList.ts";
import type { Entry } from "../../../../src/commands/search/rankOf.ts";
import { recentResources, rememberResource } from "../../../../src/commands/search/recentResources.ts";
import { itemOf } from "../../../../src/tree/itemOf.ts";
import { siteRow } from "../../../fakes/rows.ts";

const PANEL = "p";
let id = 0;

function entry(name: string, recency = Infinity, panelName = "Shop", running?: boolean): Entry {
  const node = itemOf(PANEL, "site", siteRow({ id: ++id, name, type: "PHP", running }), 0);
  assert.ok(node);
  return { node, panelName, recency };
}

describe("entries that fit what was typed", () => {
  const shown = (list: MatchList) => list.matches?.shown.map(({ node }) => node.label);

  it("are the exact one, those used last, and then those that fit best", async () => {
    const list = new MatchList(() => undefined);
    const names = ["my-shop", "bookshop", "shop.example", "shop", "other"];
    await list.add([...names.map((name) => entry(name)), entry("workshop", 0)]);
    await list.type("shop");
    assert.deepEqual(shown(list), ["shop", "workshop", "shop.example", "my-shop", "bookshop", "other"]);
    await list.type("");
    assert.equal(shown(list)?.[0], "workshop");
  });

  it("fit with each word, also in the name of the panel", async () => {
    const list = new MatchList(() => undefined);
    await list.add([entry("api", Infinity, "Shop"), entry("api", Infinity, "Blog")]);
    await list.type(" API  blo ");
    assert.equal(list.matches?.count, 1);
    assert.equal(list.matches?.shown[0]?.panelName, "Blog");
  });

  it("fit with what their rows say beside the name: the kind and the state, from the beginning of a word", async () => {
    const list = new MatchList(() => undefined);
    const [running, stopped] = [true, false].map((isRunning) => entry("shop", Infinity, "A", isRunning));
    assert.ok(running && stopped);
    await list.add([running, stopped]);
    for (const [typed, found] of [
      ["stopped", [stopped]],
      ["Web shop run", [running]],
      ["website", [running, stopped]],
      ["bsite", []],
      ["opped", []],
    ] as const) {
      await list.type(typed);
      assert.deepEqual(list.matches?.shown, found, typed);
    }
  });

  it("stand by the words that do not name their panel", async () => {
    const list = new MatchList(() => undefined);
    await list.add([entry("border"), entry("my-orders"), entry("order-service")]);
    await list.type("shop ord");
    assert.deepEqual(shown(list), ["order-service", "my-orders", "border"]);
  });

  it("keep their places while others come, each once", async () => {
    let changes = 0;
    const list = new MatchList(() => (changes += 1));
    const first = entry("abc");
    await list.add([first]);
    await list.type("b");
    await list.add([entry("b"), first]);
    assert.deepEqual(shown(list), ["abc", "b"]);
    assert.deepEqual([list.size, list.matches?.count, changes], [2, 2, 2]);
  });

  it("are of what was typed last, whatever it takes to compare", async () => {
    const list = new MatchList(() => undefined);
    await list.add(Array.from({ length: 2_000 }, (_, index) => entry(`s${index}`)));
    await Promise.all([list.type("s1"), list.type("s1999")]);
    assert.deepEqual([list.matches?.text, shown(list)], ["s1999", ["s1999"]]);
    await list.type("s");
    assert.deepEqual([list.matches?.count, list.matches?.shown.length], [2_000, MOST_SHOWN]);
  });

  it("are counted once, also where a panel finds again what is not shown", async () => {
    const list = new MatchList(() => undefined);
    const known = Array.from({ length: 300 }, (_, index) => entry(`k${index}`, Infinity, "Blog"));
    await list.add([...known, entry("bcd", Infinity, "Blog")]);
    await list.type("k");
    assert.equal(list.matches?.count, 300);
    await list.add([...known.slice(250), entry("by its note")], true);
    assert.equal(list.matches?.count, 301);
  });

  it("are bounded, whatever there is", async () => {
    const list = new MatchList(() => undefined);
    const one = entry("a");
    const many = Array.from({ length: MOST_ENTRIES + 5 }, (_, index) => ({
      ...one,
      node: { ...one.node, id: String(index) },
    }));
    await list.add(many);
    assert.equal(list.size, MOST_ENTRIES);
  });
});

describe("what was gone to", () => {
  const memento = (stored: unknown) => {
    const kept = { value: stored };
    return { kept, get: () => kept.value, update: async (_key: string, value: unknown) => void (kept.value = value) };
  };

  it("is kept by id, the latest first, twenty at most and none of what is gone", async () => {
    const store = memento(["item:gone/site/1", ...Array.from({ length: 30 }, (_, index) => `item:p/site/${index}`)]);
    await rememberResource(store, "item:p/site/7", (each) => each.startsWith("item:p/"));
    const ids = recentResources(store);
    assert.deepEqual(ids.slice(0, 3), ["item:p/site/7", "item:p/site/0", "item:p/site/1"]);
    assert.ok(ids.length <= 20 && !ids.includes("item:gone/site/1"));
  });

  it("is nothing where something else is stored", () => {
    for (const stored of [undefined, "x", { a: 1 }]) assert.deepEqual(recentResources(memento(stored)), []);
    assert.deepEqual(recentResources(memento([1, "a".repeat(2_000), "item:a"])), ["item:a"]);
  });
});
