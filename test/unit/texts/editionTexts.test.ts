import assert from "node:assert/strict";
import { lacksText, softwareText } from "../../../src/texts/editionTexts.ts";
import { resourceKinds } from "../../../src/resources/resources.ts";

describe("the texts about editions", () => {
  it("name edition and version, as far as they are known", () => {
    assert.equal(softwareText("baota", "11.7.0"), "BaoTa 11.7.0");
    assert.equal(softwareText("aapanel", "8.10.0"), "aaPanel 8.10.0");
    assert.equal(softwareText("aapanel", undefined), "aaPanel");
    assert.equal(softwareText("unknown", "8.10.0"), "Panel version 8.10.0");
    assert.equal(softwareText("unknown", undefined), undefined);
    assert.equal(softwareText("documented", undefined), "documented operations only");
  });

  it("name the panel, its edition and the missing feature", () => {
    const settings = { kind: "terminalSetting" } as const;
    assert.equal(lacksText("Shop", "aapanel", settings), "“Shop” is an aaPanel, which has no web terminal settings.");
    assert.equal(
      lacksText("Shop", "aapanel", { ...settings, verb: "turnOn" }),
      "“Shop” is an aaPanel, which has no web terminal settings.",
    );
    assert.equal(
      lacksText("Shop", "baota", { kind: "site", verb: "stop" }),
      "“Shop” is a BaoTa panel, which has no “Stop” for websites.",
    );
    assert.equal(
      lacksText("Shop", "documented", { kind: "site", verb: "stop" }),
      "“Shop” has the operations of the API document alone, and no “Stop” for websites.",
    );
    assert.equal(lacksText("Shop", "unknown", { kind: "runtime" }), "“Shop” has no runtime upgrades.");
    assert.equal(
      new Set(resourceKinds.map((kind) => lacksText("Shop", "aapanel", { kind }))).size,
      resourceKinds.length,
    );
  });
});
