import assert from "node:assert/strict";
import { stepsText } from "../../../src/texts/stepEndTexts.ts";

describe("the end of a step", () => {
  it("shows no beginning of a word of its last line, which may be a secret that nobody knows any more", () => {
    const lastLine = `${"token is ".repeat(22)}PaneLLabKey0123456789abcdefABCDE`;
    const failed = { name: "Migrate", when: "after", end: { kind: "exited", code: 1 }, lastLine } as const;
    const text = stepsText({ state: "before", steps: [failed] }) ?? "";
    assert.match(text, /It wrote last: “token is .*…”/);
    assert.ok(!text.includes("PaneL"), text);
  });
});
