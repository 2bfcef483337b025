import assert from "node:assert/strict";
import { nodeName, nodeText } from "../../../src/texts/nodeTexts.ts";
import { sampleNodes } from "../manifest/sampleNodes.ts";
import { assertText } from "./sentence.ts";

const NAMED = ["folder", "panel", "group", "item"];

describe("What a row of the tree is called", () => {
  it("is a name for what it stands for, and none for notices", () => {
    for (const node of sampleNodes) {
      if (NAMED.includes(node.type)) assertText(nodeName(node));
      else assert.equal(nodeName(node), undefined);
    }
  });

  it("is its name in quotes in a sentence, with the state that it has", () => {
    for (const node of sampleNodes) {
      const text = nodeText(node);
      assertText(text, nodeName(node) ?? "notice");
      if (node.type === "item" && node.inHand === "restart") assert.match(text, /^“.+” \(restarting…\)$/);
      else if (node.type === "item" && node.state === "running") assert.match(text, /^“.+” \(running\)$/);
      else if (NAMED.includes(node.type)) assert.match(text, /^“.+”(?: \(.+\))?$/);
    }
  });
});
