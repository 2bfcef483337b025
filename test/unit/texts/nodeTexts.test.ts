import assert from "node:assert/strict";
import { rowLabel, unreadableText } from "../../../src/texts/nodeTexts.ts";
import type { UnreadableNode } from "../../../src/tree/treeNodes.ts";
import { assertSentence } from "./sentence.ts";

const unreadable = (kind: UnreadableNode["kind"], row: Partial<UnreadableNode["row"]>): UnreadableNode => ({
  type: "unreadable",
  id: "u",
  parentId: "p",
  panelId: "1",
  kind,
  row: { index: 0, fields: [], ...row },
});

describe("a row that could not be read", () => {
  it("counts one as one", () => {
    assert.equal(rowLabel(unreadable("file", { count: 1 })), "1 more entry was not read");
    assert.equal(rowLabel(unreadable("site", { count: 2 })), "2 more entries were not read");
  });

  it("says why in a whole sentence, of a file by its name, of others by their fields", () => {
    assertSentence(unreadableText(unreadable("file", { count: 1 })), "names");
    assertSentence(unreadableText(unreadable("file", {})), "10,000");
    assert.match(unreadableText(unreadable("site", { fields: ["pid.0", "name"] })), /: pid\.0, name$/);
    for (const field of ["(key)", "(more)"]) {
      const text = unreadableText(unreadable("site", { fields: [field] }));
      assertSentence(text, "list");
      assert.doesNotMatch(text, /\(/);
    }
  });
});
