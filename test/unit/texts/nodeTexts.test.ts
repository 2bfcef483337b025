import assert from "node:assert/strict";
import { rowLabel, unreadableText } from "../../../src/texts/nodeTexts.ts";
import { failureUnder, type UnreadableNode } from "../../../src/tree/treeNodes.ts";
import type { SubjectKind } from "../../../src/resources/subjects.ts";
import { panelRecord } from "../../fakes/rows.ts";
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

describe("a row in place of what could not be listed", () => {
  const labelOf = (kind?: SubjectKind) => rowLabel(failureUnder("group", panelRecord(), { kind: "unsupported" }, kind));

  it("offers what a panel without the list can do all the same", () => {
    for (const kind of ["javaProject", "container", "certificateOrder"] as const)
      assert.equal(labelOf(kind), "Add by name…");
    assert.equal(labelOf("site"), "Create a website…");
  });

  it("says why where there is nothing to offer", () => {
    for (const kind of ["service", "scheduledTask", "terminalSetting", undefined] as const)
      assert.equal(labelOf(kind), "Not supported");
    const failure = { kind: "page", status: 404 } as const;
    assert.equal(rowLabel(failureUnder("group", panelRecord(), failure, "container")), "Could not be listed");
  });
});
