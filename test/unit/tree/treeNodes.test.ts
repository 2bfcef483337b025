import assert from "node:assert/strict";
import fc from "fast-check";
import { resourceKinds } from "../../../src/resources/resources.ts";
import { contextValueOf, groupNodeId, itemNodeId, panelNodeId, type TreeNode } from "../../../src/tree/treeNodes.ts";
import { panelRecord } from "../../fakes/rows.ts";

const node = { id: "x", parentId: "y", panelId: "p", kind: "container" } as const;
const panel = { ...node, type: "panel", panel: panelRecord() } as const;
const item = { ...node, type: "item", key: "k", label: "l", facts: [], row: {} } as const;

describe("tree nodes", () => {
  const values: readonly (readonly [TreeNode, string])[] = [
    [{ ...panel, state: { kind: "unknown" } }, "panel.unknown"],
    [{ ...panel, state: { kind: "answering", edition: "baota", version: "11.7.0", atMs: 1 } }, "panel.answering"],
    [{ ...panel, state: { kind: "failing", failure: { kind: "keyNeeded" }, atMs: 1 } }, "panel.failing"],
    [{ ...node, type: "group" }, "group.container"],
    [{ ...node, type: "group", filter: { kind: "text", text: "a" } }, "group.container.filtered"],
    [{ id: "x", parentId: undefined, type: "folder", tag: "prod" }, "folder"],
    [{ ...item, state: "manual" }, "container.manual"],
    [{ ...item, state: "running" }, "container.running"],
    [{ ...item, kind: "javaProject", state: "stopped" }, "javaProject.stopped"],
    [
      { ...node, type: "failure", address: "https://192.0.2.1:8888", failure: { kind: "refused", reason: "key" } },
      "failure.refused",
    ],
    [{ ...node, type: "unreadable", row: { index: 0, fields: [] } }, "unreadable.container"],
    [{ ...node, type: "empty", filtered: false }, "empty.container"],
    [{ ...node, type: "more", isFull: false, remaining: 1 }, "more.container"],
  ];
  for (const [value, expected] of values)
    it(`have the context value ${expected}`, () => assert.equal(contextValueOf(value), expected));

  it("have ids that tell panels, kinds and keys apart", () => {
    assert.equal(panelNodeId("p"), "panel:p");
    assert.equal(groupNodeId("p", "site"), "group:p/site");
    assert.equal(itemNodeId("p", "site", "14"), "item:p/site/14");
    const place = fc.tuple(fc.uuid(), fc.constantFrom(...resourceKinds), fc.string());
    fc.assert(
      fc.property(place, place, (a, b) => {
        assert.equal(itemNodeId(...a) === itemNodeId(...b), String(a) === String(b));
      }),
    );
  });
});
