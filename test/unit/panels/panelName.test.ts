import assert from "node:assert/strict";
import fc from "fast-check";
import { visibleText } from "../../../src/characters/plainText.ts";
import { panelName } from "../../../src/panels/panelName.ts";
import { readPanelFile, newPanelRecord } from "../../../src/panels/panelRecord.ts";
import { readExported } from "../../../src/panels/exportedPanels.ts";
import { dataText } from "../../../src/redaction/dataText.ts";
import { CommandFixture } from "../../fakes/commandFixture.ts";
import { oddName } from "../../fakes/oddNames.ts";

const ID = "11111111-1111-4111-8111-111111111111";
const ADDRESS = "https://192.0.2.1:8888";

/** Names that cannot be shown as they are, and what is kept of them. */
const ODD: readonly (readonly [given: string, kept: string])[] = [
  ["Shop <a>", "Shop ‹a>"],
  ["[x](y)", "[x] (y)"],
  ["![", "! ["],
  ["~~~", "'''"],
  ["token=abcdefgh", "token=***"],
  ["Shop\nRestart “Blog”", "Shop Restart “Blog”"],
  ["Sh\u202eop\u0007", "Sh op"],
  ["token\u2800=abcdefgh", "token =***"],
  ["x".repeat(300), `${"x".repeat(199)}…`],
];

describe("the name of a panel", () => {
  for (const [given, kept] of ODD)
    it(`is kept as it is shown, in whatever way it comes: ${JSON.stringify(kept).slice(0, 40)}`, async () => {
      const window = await CommandFixture.open();
      const { store } = window.services;
      const added = await window.add({ name: given });
      const other = await window.add({ name: "Blog" });
      const renamed = await store.update(other.id, { name: given });
      const record = { ...newPanelRecord({ id: ID, name: "x", address: ADDRESS, keyRef: "k" }), name: given };
      const older = readPanelFile(ID, JSON.stringify(record));
      const file = { type: "serverPanel.panels", version: 1, panels: [{ name: given, address: ADDRESS }] };
      const imported = readExported(JSON.stringify(file));
      assert.deepEqual(
        [
          added.name,
          renamed.name,
          older.kind === "ok" && older.record.name,
          imported.kind === "ok" && imported.panels[0]?.name,
        ],
        [kept, kept, kept, kept],
      );
      await window.dispose();
    });

  it("is the host of its address in a record whose name has nothing to see", () => {
    const record = { ...newPanelRecord({ id: ID, name: "x", address: ADDRESS, keyRef: "k" }), name: "\u200b" };
    const older = readPanelFile(ID, JSON.stringify(record));
    assert.equal(older.kind === "ok" && older.record.name, "192.0.2.1:8888");
  });

  it("stays as it is however often it is kept and shown", () =>
    fc.assert(
      fc.property(oddName, (given) => {
        const kept = panelName(given);
        assert.equal(panelName(kept), kept);
        assert.equal(visibleText(kept), kept);
        assert.equal(
          dataText(kept, (text) => text, Infinity),
          kept,
        );
      }),
      { numRuns: 2_000 },
    ));
});
