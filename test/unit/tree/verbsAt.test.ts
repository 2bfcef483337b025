import assert from "node:assert/strict";
import type { Change, Trouble } from "../../../src/resources/resource.ts";
import { contextValueOf, isOffered } from "../../../src/tree/verbsAt.ts";
import { panelRecord } from "../../fakes/rows.ts";

const shared = { id: "x", parentId: "y", panelId: "p" } as const;
const item = { ...shared, type: "item", key: "k", label: "l", facts: [], row: {} } as const;

/** The verbs of a context value. */
const verbsIn = (value: string) => value.split("+").slice(1);

describe("the context value of a row", () => {
  it("has all that a website offers, with a mark on what is an icon in it", () => {
    const row = { name: "shop.example", root: "/www/shop" };
    const value = contextValueOf({ ...item, kind: "site", state: "running", row }, [
      "stop",
      "backUp",
      "remove",
      "deploy",
    ]);
    assert.equal(value.startsWith("site.running+stop+backUp+remove+deploy+"), true);
    for (const verb of ["openInBrowser!", "followLog", "openFiles", "find", "changeSettings", "copyName", "copy"])
      assert.ok(verbsIn(value).includes(verb), verb);
    const stopped = contextValueOf({ ...item, kind: "site", state: "stopped", row }, ["start"]);
    assert.ok(verbsIn(stopped).includes("start!") && verbsIn(stopped).includes("openInBrowser"));
  });

  it("has what ends a trouble only while the row is in it, as an icon, and then the explanation", () => {
    const order = { ...item, kind: "certificateOrder", state: "valid" } as const;
    const of = (changes: readonly Change[], trouble?: Trouble) => verbsIn(contextValueOf(order, changes, trouble));
    assert.deepEqual(of(["renew", "remove"], "expiring"), ["renew!", "remove", "addTask", "copyName", "fix"]);
    assert.deepEqual(of(["renew", "remove"]), ["remove", "addTask", "copyName"]);
    assert.deepEqual(of([], "failed"), ["addTask", "copyName", "fix"]);
  });

  it("has an icon in troubles that a change would end, but not only it", () => {
    const service = { ...item, kind: "service", state: "running" } as const;
    const reload = (trouble?: Trouble) =>
      verbsIn(contextValueOf(service, ["reload"], trouble)).find((verb) => verb.startsWith("reload"));
    assert.deepEqual([reload(), reload("outdated")], ["reload", "reload!"]);
  });

  it("has the copy of texts only where the row has one", () => {
    const container = { ...item, kind: "container", state: "manual", row: undefined } as const;
    assert.deepEqual(verbsIn(contextValueOf(container, [])), ["addTask", "copyName", "close"]);
  });

  it("has of a panel what it always offers, and the explanation where it fails", () => {
    const panel = { ...shared, type: "panel", panel: panelRecord() } as const;
    const answering = { kind: "answering", edition: "baota", version: "11.7.0", atMs: 1 } as const;
    const offered = ["edit", "create", "refresh", "openTerminal", "find", "copyName", "copy"];
    assert.deepEqual(verbsIn(contextValueOf({ ...panel, state: answering }, ["edit", "create"])), offered);
    const failing = { kind: "failing", failure: { kind: "keyNeeded" }, atMs: 1 } as const;
    assert.ok(verbsIn(contextValueOf({ ...panel, state: failing }, ["edit"])).includes("fix!"));
  });

  it("has of a group what works on its list", () => {
    const group = { ...shared, type: "group", kind: "site" } as const;
    assert.deepEqual(verbsIn(contextValueOf(group, ["create"])), ["create!", "refresh!", "filter"]);
    const filtered = { ...group, filter: { text: "a" } };
    assert.deepEqual(verbsIn(contextValueOf(filtered, [])), ["refresh!", "filter", "clearFilter!"]);
    assert.deepEqual(verbsIn(contextValueOf({ ...group, kind: "runtime" }, [])), ["refresh!"]);
  });
});

describe("a verb", () => {
  it("is offered by a change of the row, or by what its kind offers in the state", () => {
    const site = { ...item, kind: "site", state: "elsewhere" } as const;
    assert.equal(isOffered(site, ["renew"], "renew"), true);
    assert.equal(isOffered(site, [], "renew"), false);
    assert.equal(isOffered(site, [], "followLog"), true);
    assert.equal(isOffered(site, [], "openInBrowser"), false);
  });
});
