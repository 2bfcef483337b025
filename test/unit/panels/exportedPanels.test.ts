import assert from "node:assert/strict";
import fc from "fast-check";
import { exportedText, readExported, type ExportedPanels } from "../../../src/panels/exportedPanels.ts";
import { panelRecord } from "../../fakes/rows.ts";

const PIN = Array.from({ length: 32 }, () => "0F").join(":");
const minimal = { name: "Shop", address: "https://192.0.2.1:8888" };

const fileOf = (panels: readonly unknown[], more: object = {}) =>
  JSON.stringify({ type: "serverPanel.panels", version: 1, panels, ...more });

function read(text: string): Extract<ExportedPanels, { kind: "ok" }> {
  const file = readExported(text);
  return file.kind === "ok" ? file : assert.fail(file.kind);
}

describe("a file of exported panels", () => {
  it("has what a person decided about each, in their order, and no secret", () => {
    const panels = [
      panelRecord({
        id: "a",
        name: "Shop",
        address: minimal.address,
        keyRef: "ref-of-the-key",
        entranceRef: "ref-of-the-entrance",
        pin: PIN,
        pinnedUntil: "2030-01-01T00:00:00.000Z",
        guardLevel: "readOnly",
        tags: ["prod", "eu"],
        color: "charts.red",
        hiddenGroups: ["container"],
        entries: [{ kind: "container", key: "db" }],
      }),
      panelRecord({ id: "b", name: "Blog", address: "http://192.0.2.2", httpConsent: true }),
    ];
    const text = exportedText(panels);
    assert.doesNotMatch(text, /ref-of|httpConsent|"id"/);
    const { panels: again, unreadable, hasSecrets } = read(text);
    assert.deepEqual([unreadable, hasSecrets], [[], false]);
    for (const [index, panel] of again.entries()) {
      const { name, address, guardLevel, tags, color, hiddenGroups, entries, pin, pinnedUntil } =
        panels[index] ?? assert.fail();
      const optional = Object.entries({ color, pin, pinnedUntil }).filter(([, value]) => value !== undefined);
      const expected = { name, address, guardLevel, tags, hiddenGroups, entries, ...Object.fromEntries(optional) };
      assert.deepEqual(panel, expected);
    }
    assert.equal(exportedText(again.map((panel) => panelRecord(panel))), text);
  });

  it("may be written by hand, with keys and entrances, after a byte order mark", () => {
    const { panels, hasSecrets } = read(
      `\uFEFF${fileOf([
        { name: " Shop\n1 ", address: " HTTPS://192.0.2.1:8888/abcd1234 ", apiKey: " key " },
        { ...minimal, address: "https://panel.example.com" },
      ])}`,
    );
    assert.equal(hasSecrets, true);
    const [first, second] = panels;
    assert.deepEqual([first?.name, first?.address], ["Shop 1", minimal.address]);
    assert.deepEqual([first?.apiKey, first?.entrance], ["key", "/abcd1234"]);
    assert.deepEqual([first?.guardLevel, first?.tags], ["ask", []]);
    assert.equal(second?.address, "https://panel.example.com");
  });

  it("is read as far as it can be, and tells what cannot", () => {
    const bad: readonly (readonly [unknown, string, readonly string[]])[] = [
      [{ ...minimal, name: "" }, "#1", ["name"]],
      [{ ...minimal, address: "192.0.2.1" }, "Shop", ["address"]],
      [{ ...minimal, address: "https://user:pw@host" }, "Shop", ["address"]],
      [{ ...minimal, address: "javascript:alert(1)" }, "Shop", ["address"]],
      [{ ...minimal, guardLevel: "none" }, "Shop", ["guardLevel"]],
      [{ ...minimal, tags: "prod" }, "Shop", ["tags"]],
      [{ ...minimal, tags: Array.from({ length: 21 }, String) }, "Shop", ["tags"]],
      [{ ...minimal, color: "red; }" }, "Shop", ["color"]],
      [{ ...minimal, pin: "AB" }, "Shop", ["pin"]],
      [{ ...minimal, pinnedUntil: "soon" }, "Shop", ["pinnedUntil"]],
      [{ ...minimal, entries: [{ kind: "container" }] }, "Shop", ["entries"]],
      [{ ...minimal, apiKey: 1 }, "Shop", ["apiKey"]],
      [null, "#13", ["(whole)"]],
      ["Shop", "#14", ["(whole)"]],
    ];
    const { panels, unreadable, hasSecrets } = read(fileOf([...bad.map(([entry]) => entry), minimal]));
    assert.equal(panels.length, 1);
    assert.equal(hasSecrets, true);
    assert.deepEqual(
      unreadable.map(({ name, fields }) => [name, fields]),
      bad.map(([, name, fields]) => [name, fields]),
    );
  });

  it("shows no text that changes how others are read, and takes nothing over that it does not know", () => {
    const hostile = {
      ...minimal,
      name: "A\u202Eb\u0000\nc",
      tags: ["\u200B", "x\u2028y"],
      __proto__: { guardLevel: "x" },
    };
    const { unreadable } = read(fileOf([hostile]));
    assert.deepEqual(unreadable, [{ name: "A b c", fields: ["tags"] }]);
    const [panel] = read(
      fileOf([{ ...minimal, tags: ["x\u2028y"], id: "x", keyRef: "x", httpConsent: true, order: -1 }]),
    ).panels;
    assert.deepEqual(panel, { ...minimal, guardLevel: "ask", tags: ["x y"], hiddenGroups: [], entries: [] });
  });

  it("is told from other files", () => {
    const kinds = ["", "{", "[]", "1", "{}", fileOf([], { type: "x" }), fileOf([], { version: 0 })].map(
      (text) => readExported(text).kind,
    );
    assert.deepEqual(kinds, ["notJson", "notJson", "other", "other", "other", "other", "other"]);
    assert.equal(readExported(fileOf([], { version: 2 })).kind, "newer");
    assert.equal(readExported(fileOf(Array.from({ length: 1_001 }, () => 1))).kind, "tooMany");
    fc.assert(
      fc.property(fc.json(), (text) => {
        readExported(text);
        readExported(fileOf([JSON.parse(text)]));
      }),
      { numRuns: 100 },
    );
  });
});
