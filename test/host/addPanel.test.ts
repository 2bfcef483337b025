import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { GuardedPanel } from "../../src/connection/refusalFiles.ts";
import { panelNodeId } from "../../src/tree/treeNodes.ts";
import { features } from "./helpers/extension.ts";
import { answering, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";
import { useDemoPanel } from "./helpers/useDemoPanel.ts";

const add = () => vscode.commands.executeCommand("serverPanel.panel.add");

/** The answers of somebody who adds a panel and has typed everything. */
const typing = (address: string, key: string): readonly ScriptedAnswer[] => [
  { to: "Panel Address", with: address },
  { to: "Panel Name", with: "Test" },
  { to: "API Key", with: key },
];

/** The answer to the last question, which is asked once the panel has answered and is stored. */
const DONE: ScriptedAnswer = { to: "Was Added", with: "Done" };

/** The pairs of panel and key that the lockout guard sees while a task runs. */
async function guarded(task: () => Promise<unknown>): Promise<readonly GuardedPanel[]> {
  const { guard } = (await features()).services.connectionServices;
  const seen: GuardedPanel[] = [];
  const acquire = guard.acquire.bind(guard);
  guard.acquire = async (panel, ...rest) => {
    seen.push(panel);
    return acquire(panel, ...rest);
  };
  try {
    await task();
  } finally {
    guard.acquire = acquire;
  }
  return seen;
}

describe("Add Panel", () => {
  const fixture = useDemoPanel();

  it("verifies with one signed call, stores the panel, and keeps key and entrance out of its file", async () => {
    await answering([...typing(`${fixture.panel.address}/abcd1234`, fixture.panel.key), DONE], add);
    const { services } = await features();
    const [record] = services.store.list();
    assert.ok(record);
    assert.equal(record.address, fixture.panel.address);
    assert.equal(fixture.panel.counters.calls["system.total"] >= 1, true);
    assert.equal(await services.store.apiKey(record), fixture.panel.key);
    assert.equal(await services.store.entrance(record), "/abcd1234");
    assert.equal(JSON.stringify(record).includes(fixture.panel.key), false);
    assert.equal(JSON.stringify(record).includes("abcd1234"), false);
    assert.ok(fixture.panel.counters.requests.every(({ path }) => !path.includes("abcd1234")));
  });

  it("asks the panel again only when something has changed or the person says so", async () => {
    const seen = await guarded(() =>
      answering(
        [
          ...typing(fixture.panel.address, "wrongKeywrongKeywrongKeywrongKey"),
          { to: "refused", with: "Change the API Key…" },
          { to: "API Key", with: undefined },
          { to: "refused", with: "More…" },
          { to: "not saved yet", with: "Change the Address…" },
          { to: "Panel Address", with: undefined },
          { to: "refused", with: "Change the API Key…" },
          { to: "API Key", with: "anotherWrongKeyAnotherWrongKey01" },
          { to: "refused", with: "Try Again" },
          { to: "refused", with: undefined },
        ],
        add,
      ),
    );
    assert.equal(fixture.panel.counters.refused, 3);
    const [first, other, again] = seen;
    assert.ok(first && other && again);
    assert.equal(other.id, first.id);
    assert.notEqual(other.keyRef, first.keyRef);
    assert.deepEqual(again, other);
    const { guard } = (await features()).services.connectionServices;
    for (const pair of seen) assert.equal(await guard.refusal(pair), undefined, "nothing is left of it");
  });

  it("makes no more refused calls with a key that was saved all the same", async () => {
    await answering(
      [
        ...typing(fixture.panel.address, "wrongKeywrongKeywrongKeywrongKey"),
        { to: "refused the API key", with: "More…" },
        { to: "not saved yet", with: "Save Anyway" },
      ],
      add,
    );
    const { services } = await features();
    const [record] = services.store.list();
    assert.ok(record);
    assert.equal(await services.store.apiKey(record), "wrongKeywrongKeywrongKeywrongKey");
    await services.tree.children(undefined);
    await services.tree.children(panelNodeId(record.id));
    assert.equal(fixture.panel.counters.refused, 1);
    const { guard } = services.connectionServices;
    assert.equal((await guard.refusal(record))?.failure.reason, "key");
    await answering([{ to: "Remove “Test”", with: true }], () =>
      vscode.commands.executeCommand("serverPanel.panel.remove"),
    );
    assert.equal(await guard.refusal(record), undefined);
  });
});
