import assert from "node:assert/strict";
import fc from "fast-check";
import {
  changedContent,
  comparePanels,
  newPanelRecord,
  panelIdOf,
  readPanelFile,
} from "../../../src/panels/panelRecord.ts";

const id = "3f0c8e6a-1b2c-4d5e-8f90-a1b2c3d4e5f6";
const minimal = { version: 1, id, name: "Web 1", address: "https://192.0.2.1:8888" };
const read = (content: unknown) => readPanelFile(id, JSON.stringify(content));

describe("readPanelFile", () => {
  it("fills in defaults", () => {
    const file = read(minimal);
    assert.deepEqual(file.kind === "ok" && file.record, {
      ...minimal,
      httpConsent: false,
      guardLevel: "ask",
      tags: [],
      order: 0,
      hiddenGroups: [],
      entries: [],
    });
  });

  it("reads everything", () => {
    const full = {
      ...minimal,
      keyRef: "k",
      entranceRef: "e",
      pin: Array.from({ length: 32 }, () => "0F").join(":"),
      httpConsent: true,
      guardLevel: "readOnly",
      tags: ["prod"],
      color: "charts.red",
      order: 3,
      hiddenGroups: ["container"],
      entries: [{ kind: "site", key: "1" }],
    };
    const file = read(full);
    assert.deepEqual(file.kind === "ok" && file.record, full);
  });

  it("does not load a file of a newer version", () => {
    assert.deepEqual(read({ version: 2, panels: [] }), { kind: "newer", version: 2 });
  });

  const malformed: readonly (readonly [string, object, readonly string[]])[] = [
    ["no version", { version: undefined }, ["version"]],
    ["version 0", { version: 0 }, ["version"]],
    ["no name", { name: "" }, ["name"]],
    ["an address with a path", { address: "https://192.0.2.1:8888/abcd1234" }, ["address"]],
    ["an address of another scheme", { address: "ftp://192.0.2.1" }, ["address"]],
    ["an address that is not one", { address: "192.0.2.1" }, ["address"]],
    ["a pin that is not a fingerprint", { pin: "0F" }, ["pin"]],
    ["a guard level that is not one", { guardLevel: "careless", order: "1" }, ["guardLevel", "order"]],
    ["a tag that is not a text", { tags: [1] }, ["tags.0"]],
    ["the id of another panel", { id: "00000000-0000-4000-8000-000000000000" }, ["id"]],
  ];
  for (const [what, change, fields] of malformed)
    it(`names the field of ${what}`, () =>
      assert.deepEqual(read({ ...minimal, ...change }), { kind: "malformed", fields }));

  it("recognises texts that are no JSON object", () => {
    for (const text of ["", "{", "null", "[]", "1", '"text"'])
      assert.deepEqual(readPanelFile(id, text), { kind: "notJson" }, text);
  });

  it("answers any content", () => {
    fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => readPanelFile(id, text).kind !== "ok"));
  });
});

describe("changedContent", () => {
  it("keeps unknown fields and removes undefined ones", () => {
    const content = { ...minimal, color: "red", future: { a: 1 } };
    const changed = changedContent(content, { name: "Web 2", color: undefined });
    assert.deepEqual(changed, {
      ...minimal,
      name: "Web 2",
      future: { a: 1 },
      httpConsent: false,
      guardLevel: "ask",
      tags: [],
      order: 0,
      hiddenGroups: [],
      entries: [],
    });
  });

  it("keeps unknown fields of an entry", () => {
    const entries = [{ kind: "container", key: "web", pinned: true }];
    const file = readPanelFile(id, JSON.stringify({ ...minimal, entries }));
    assert.ok(file.kind === "ok");
    const changed = changedContent(file.content, { name: "Web 2" });
    assert.deepEqual(changed["entries"], entries);
    const more = [...file.record.entries, { kind: "site", key: "1" }];
    assert.deepEqual(changedContent(changed, { entries: more })["entries"], [...entries, { kind: "site", key: "1" }]);
  });

  it("refuses unreadable content, naming its fields and no values", () => {
    assert.throws(
      () => changedContent(minimal, { address: "https://user:secret@h" }),
      /^TypeError: not a panel: address$/,
    );
  });
});

describe("panelIdOf", () => {
  it("knows the files of panels", () => {
    assert.equal(panelIdOf(`${id}.json`), id);
    for (const name of [id, `${id}.json.tmp`, "other.json", `1.${id}.tmp`, `${id.toUpperCase()}.json`])
      assert.equal(panelIdOf(name), undefined);
  });
});

describe("comparePanels", () => {
  it("orders by order, then name, then id", () => {
    const panel = (order: number, name: string, panelId: string) => ({
      ...newPanelRecord({ id: panelId, name, address: "http://h" }),
      order,
    });
    const sorted = [panel(0, "a", "1"), panel(0, "a", "2"), panel(0, "b", "0"), panel(1, "a", "0")];
    assert.deepEqual(sorted.toReversed().toSorted(comparePanels), sorted);
  });
});
