import assert from "node:assert/strict";
import fc from "fast-check";
import { exportedText, readExported, type ExportedPanels } from "../../../src/panels/exportedPanels.ts";
import { panelRecord } from "../../fakes/rows.ts";

const PIN = Array.from({ length: 32 }, () => "0F").join(":");
const KEY = "PaneLLabKey0123456789abcdefABCDE";
const minimal = { name: "Shop", address: "https://192.0.2.1:8888" };

const fileOf = (panels: readonly unknown[], more: object = {}) =>
  JSON.stringify({ type: "serverPanel.panels", version: 1, panels, ...more });

function read(text: string): Extract<ExportedPanels, { kind: "ok" }> {
  const file = readExported(text);
  return file.kind === "ok" ? file : assert.fail(file.kind);
}

describe("a file of exported panels", () => {
  it("has each panel's settings, in their order, and no secret", () => {
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
        { name: " Shop\n1 ", address: " HTTPS://192.0.2.1:8888/abcd1234 ", apiKey: ` ${KEY} ` },
        { ...minimal, address: "https://panel.example.com" },
      ])}`,
    );
    assert.equal(hasSecrets, true);
    const [first, second] = panels;
    assert.deepEqual([first?.name, first?.address], ["Shop 1", minimal.address]);
    assert.deepEqual([first?.apiKey, first?.entrance], [KEY, "/abcd1234"]);
    assert.deepEqual([first?.guardLevel, first?.tags], ["ask", []]);
    assert.equal(second?.address, "https://panel.example.com");
  });

  it("is read as far as possible, and names its unreadable entries", () => {
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
      [{ ...minimal, entries: [{ kind: "container", key: "d\u200Bb" }] }, "Shop", ["entries"]],
      [{ ...minimal, apiKey: 1 }, "Shop", ["apiKey"]],
      [{ ...minimal, apiKey: KEY.slice(1) }, "Shop", ["apiKey"]],
      [null, "#15", ["(whole)"]],
      ["Shop", "#16", ["(whole)"]],
    ];
    const { panels, unreadable, hasOtherSecrets } = read(fileOf([...bad.map(([entry]) => entry), minimal]));
    assert.equal(panels.length, 1);
    assert.equal(hasOtherSecrets, true);
    assert.deepEqual(
      unreadable.map(({ name, fields }) => [name, fields]),
      bad.map(([, name, fields]) => [name, fields]),
    );
  });

  it("is shown without invisible characters, and its unknown fields are ignored", () => {
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

  it("is searched for other keys and passwords", () => {
    const others: readonly (readonly [panels: readonly unknown[], more?: object])[] = [
      [[{ ...minimal, api_key: "x" }]],
      [[{ ...minimal, "API Key": "x" }]],
      [[{ ...minimal, 密钥: "x" }]],
      [[{ ...minimal, token: 12_345 }]],
      [[{ ...minimal, key: "x" }]],
      [[{ ...minimal, ssh: { user: "root", password: "x" } }]],
      [[{ ...minimal, tokens: ["x"] }]],
      [[{ ...minimal, note: `the key is ${KEY}.` }]],
      [[{ ...minimal, whatever: KEY }]],
      [[{ ...minimal, entries: [{ kind: "container", key: "db", token: "x" }] }]],
      [[{ ...minimal, apiKey: KEY, old: KEY.toLowerCase() }]],
      [[{ ...minimal, address: "https://admin:pw@192.0.2.1:8888" }]],
      [[{ address: minimal.address, apiKey: KEY }]],
      [[{ address: `${minimal.address}/abcd1234` }]],
      [[minimal], { defaults: { secret: "x" } }],
      [[KEY]],
    ];
    for (const [panels, more] of others)
      assert.equal(read(fileOf(panels, more)).hasOtherSecrets, true, JSON.stringify([panels, more]));
    const plain = [
      { ...minimal, apiKey: KEY, pin: PIN, token: "", password: null },
      {
        ...minimal,
        address: `${minimal.address}/abcd1234`,
        entries: [{ kind: "certificateOrder", key: "a".repeat(32) }],
      },
      { ...minimal, keyRef: "ref", monkey: "x", note: "a".repeat(33) },
    ];
    assert.equal(read(fileOf(plain)).hasOtherSecrets, false);
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    assert.ok(["ok", "notJson"].includes(readExported(`${fileOf([]).slice(0, -1)},"deep":${deep}}`).kind));
  });

  it("differs from other files", () => {
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
