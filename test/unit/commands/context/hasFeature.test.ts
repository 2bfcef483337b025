import assert from "node:assert/strict";
import { changesOn } from "../../../../src/commands/context/hasFeature.ts";
import type { PanelFailure } from "../../../../src/wire/answers/failure.ts";
import { groupNodeOf, panelNodeId } from "../../../../src/tree/treeNodes.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing } from "../../../fakes/fakeCall.ts";

describe("the changes offered on a failing panel", () => {
  let window: CommandFixture;

  beforeEach(async () => {
    window = await CommandFixture.open();
  });
  afterEach(() => window.dispose());

  /** The changes that the panel and its group of websites offer. */
  async function changesWhere(failure: PanelFailure) {
    const { id } = await window.add();
    const { tree } = window.services;
    await tree.children(undefined);
    window.handlers = { "system.total": failing(failure) };
    await tree.reload(panelNodeId(id), "user");
    const node = tree.node(panelNodeId(id));
    assert.ok(node);
    return [changesOn(window.services, node), changesOn(window.services, groupNodeOf(id, "site"))];
  }

  it("exclude a new website if it does not answer or refuses", async () => {
    const silent = [
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "timeout", afterMs: 1 },
      { kind: "refused", reason: "key" },
      { kind: "page", status: 404 },
      { kind: "keyNeeded" },
    ] as const;
    for (const failure of silent) assert.deepEqual(await changesWhere(failure), [["edit"], []], failure.kind);
  });

  it("include one if its groups may answer", async () => {
    for (const failure of [
      { kind: "rejected", message: "" },
      { kind: "malformed", fields: ["a"] },
    ] as const)
      assert.deepEqual(await changesWhere(failure), [["edit", "create"], ["create"]], failure.kind);
  });
});
