import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ResourceKind } from "../../src/resources/resources.ts";
import { operations, type OperationId } from "../../src/wire/operations/operations.ts";
import { features } from "./helpers/extension.ts";
import { answering, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";
import { openItems, type AddedPanel, useAddedPanels } from "./helpers/addedPanels.ts";

const run = (command: string, ...args: readonly unknown[]) =>
  vscode.commands.executeCommand(`serverPanel.${command}`, ...args);

describe("the selection", () => {
  const [shop, blog] = useAddedPanels("Shop", "Blog");

  async function idOf(on: AddedPanel, kind: ResourceKind, label: string): Promise<string> {
    const items = await openItems(on, kind);
    return items.find((item) => item.label === label)?.id ?? assert.fail(`no ${label}`);
  }

  /** Runs a command on a selection whose first node was clicked. */
  const on = (ids: readonly string[], command: string, answers: readonly ScriptedAnswer[] = []) =>
    answering(answers, () => run(command, ids[0], ids));

  const changes = ({ panel }: AddedPanel) =>
    Object.entries(panel.counters.calls).filter(
      ([id, count]) => count > 0 && operations[id as OperationId].effect !== "read",
    );

  async function assertUntouched(): Promise<void> {
    assert.deepEqual([...changes(shop), ...changes(blog)], []);
    assert.equal((await features()).services.panels().length, 2);
  }

  it("is refused for an upgrade if it includes items of another panel", async () => {
    const runtime = await idOf(shop, "runtime", "python");
    const container = await idOf(blog, "container", "database");
    for (const command of ["upgrade", "followLog"]) {
      const { messages, questions } = await on([runtime, container], command);
      assert.match(messages[0]?.message ?? "", /^Nothing was done\. /, command);
      assert.deepEqual(questions, []);
    }
    for (const { panel } of [shop, blog]) assert.equal(panel.counters.calls["runtime.startUpgrade"], 0);
    assert.deepEqual((await features()).services.logTails.current, []);
    await assertUntouched();
  });
});
