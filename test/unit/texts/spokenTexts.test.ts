import assert from "node:assert/strict";
import type { Fact } from "../../../src/resources/facts.ts";
import type { ResourceKind } from "../../../src/resources/resources.ts";
import { failureWord } from "../../../src/texts/failureTexts.ts";
import { rowLabel } from "../../../src/texts/nodeTexts.ts";
import { groupText, kindText, stateText } from "../../../src/texts/resourceTexts.ts";
import { verbWords } from "../../../src/resources/verbs.ts";
import { spokenText } from "../../../src/texts/spokenTexts.ts";
import { offerOf, type ItemNode, type PanelNode, type TreeNode } from "../../../src/tree/treeNodes.ts";
import { sampleNodes } from "../manifest/sampleNodes.ts";
import { assertText } from "./sentence.ts";

const panels = sampleNodes.filter((node): node is PanelNode => node.type === "panel").slice(0, 3);
const heard = { now: 1, hasNamesake: false, diskPercent: 90, below: [], changes: [] };
const spoken = (node: TreeNode) => spokenText(node, heard);

function item(kind: ResourceKind, label: string, given: Partial<ItemNode> = {}): ItemNode {
  const found = sampleNodes.find((node): node is ItemNode => node.type === "item" && node.kind === kind);
  assert.ok(found);
  return { ...found, label, state: "stateless", ...given };
}

/** Words of a row besides its label. */
function mustTell(node: TreeNode): readonly string[] {
  switch (node.type) {
    case "folder":
      return ["Tag"];
    case "panel":
      return ["panel", node.state.kind === "failing" ? failureWord(node.state.failure) : ""];
    case "group":
      return [node.count === undefined || groupText(node.kind) === rowLabel(node) ? "" : String(node.count.loaded)];
    case "item":
      return [kindText(node.kind), node.pendingVerb === undefined ? "" : verbWords[node.pendingVerb].inRow()];
    case "file":
      return [node.label];
    case "failure":
      return [offerOf(node) === undefined ? " " : "this panel has no list"];
    case "unreadable":
    case "more":
      return [groupText(node.kind)];
    case "empty":
      return [];
    default:
      return node satisfies never;
  }
}

describe("a row for screen readers", () => {
  it("is one line with label and kind, for every row", () => {
    for (const node of sampleNodes) {
      const text = spoken(node);
      assertText(text);
      assert.ok(!/[\n·→]/.test(text), text);
      assert.ok(text.includes(rowLabel(node)), text);
      for (const word of mustTell(node)) assert.ok(text.toLowerCase().includes(word.toLowerCase()), `${text}: ${word}`);
    }
  });

  it("contains the state of an item, or the action that is under way", () => {
    for (const node of sampleNodes) {
      if (node.type !== "item" || node.pendingVerb !== undefined || node.state === "elsewhere") continue;
      assert.ok(spoken(node).endsWith(stateText(node.state)), spoken(node));
    }
    assert.equal(
      spoken(item("container", "db", { state: "running", pendingVerb: "restart" })),
      "db, container, restarting…",
    );
    assert.match(spoken(item("site", "a.example", { state: "elsewhere" })), /^a\.example, website, managed/);
  });

  it("names facts that a reader would recognize only by their look", () => {
    const facts: readonly Fact[] = [
      { name: "port", value: "8080" },
      { name: "pid", value: "3776" },
      { name: "logPath", value: "/www" },
    ];
    assert.equal(
      spoken(item("javaProject", "orders", { state: "running", facts })),
      "orders, Java project, running, Port 8080, Process 3776",
    );
    assert.equal(
      spoken(item("container", "db", { state: "dead", facts: [{ name: "image", value: "postgres:17" }] })),
      "db, container, dead, Image postgres:17",
    );
    const expired = item("certificateOrder", "a.example", {
      state: "expired",
      facts: [{ name: "daysLeft", value: "-4" }],
    });
    assert.equal(spoken(expired), "a.example, certificate order, certificate expired 3 days ago");
  });

  it("says everything once", () => {
    assert.equal(spoken(item("runtime", "python", { state: "upgrading" })), "Panel runtime, upgrading");
    assert.equal(
      spoken(item("savedCommand", "df -h", { facts: [{ name: "command", value: "df -h" }] })),
      "df -h, saved command",
    );
  });

  it("contains the time of outdated content", () => {
    const now = new Date(2026, 10, 22, 14, 0).getTime();
    const node = item("container", "database", { state: "running", facts: [] });
    const text = spokenText(node, { ...heard, now, asOf: now - 60_000 });
    assert.match(text, /^database, container, running, as of 1:59\sPM$/);
  });

  it("counts the panels of a folder, or those that need attention", () => {
    const folder = sampleNodes.find(({ type }) => type === "folder");
    assert.ok(folder);
    const [fine, other] = panels;
    assert.ok(fine && other);
    const failing = sampleNodes.filter((node): node is PanelNode => node.type === "panel").at(-1);
    assert.ok(failing?.state.kind === "failing");
    const messages = (...below: readonly PanelNode[]) => spokenText(folder, { ...heard, below });
    assert.deepEqual(
      [messages(), messages(fine), messages(fine, other), messages(fine, failing)],
      ["Tag prod, 0 panels", "Tag prod, 1 panel", "Tag prod, 2 panels", "Tag prod, 1 of 2 needs attention"],
    );
  });
});
