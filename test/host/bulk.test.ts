import assert from "node:assert/strict";
import * as vscode from "vscode";
import { groupNodeId } from "../../src/tree/treeNodes.ts";
import { features } from "./helpers/extension.ts";
import { answering, type ScriptedAnswer } from "./helpers/scriptedDialogs.ts";
import { openItems, useAddedPanels } from "./helpers/addedPanels.ts";
import { useQuickClock } from "./helpers/useQuickClock.ts";

describe("Several at once", () => {
  useQuickClock();
  const [shop] = useAddedPanels("Shop");

  const on = (ids: readonly string[], command: string, answers: readonly ScriptedAnswer[]) =>
    answering(answers, () => vscode.commands.executeCommand(`serverPanel.${command}`, ids[0], ids));

  /** Gives the panel this many certificate orders, and opens their group. */
  async function orders(count: number): Promise<readonly string[]> {
    const { certificateOrders } = shop.panel.state;
    const [first] = certificateOrders;
    assert.ok(first);
    const many = Array.from({ length: count }, (_, index) => ({
      ...first,
      index: index.toString(16).padStart(32, "0"),
      domains: [`d${index}.example.com`],
    }));
    certificateOrders.splice(0, certificateOrders.length, ...many);
    await openItems(shop, "certificateOrder");
    await (await features()).services.tree.reload(groupNodeId(shop.id, "certificateOrder"), "user");
    return (await openItems(shop, "certificateOrder")).map(({ id }) => id);
  }

  it("make one refused call, however many are selected", async () => {
    const ids = await orders(30);
    shop.options.allowedAddresses = ["192.0.2.1"];
    const { told } = await on(ids, "certificateOrder.remove", [
      { to: "Delete 30 certificate orders", with: true },
      { to: "0 of 30 done", with: "Show Details" },
      { to: "Delete 30 certificate orders", with: undefined },
    ]);
    assert.match(told[0]?.message ?? "", /Not sent because an earlier call to their panel failed: 29\./);
    assert.equal(shop.panel.counters.refused, 1);
    assert.equal(shop.panel.counters.calls["certificateOrder.remove"], 0);
  });

  it("account for all of them when the first one is cancelled", async () => {
    const ids = (await openItems(shop, "container")).slice(0, 3).map(({ id }) => id);
    const { told } = await on(ids, "container.restart", [
      { to: "Restart 3 containers", with: true },
      { to: "Restarting 3 containers", with: undefined },
    ]);
    assert.equal(told[0]?.message, "Restart 3 containers. Canceled: 3 not sent.");
  });

  it("are named in the question, all of them", async () => {
    const ids = await orders(60);
    const { questions } = await on(ids, "certificateOrder.remove", [
      { to: "Delete 60 certificate orders", with: false },
    ]);
    const detail = questions[0]?.detail ?? "";
    for (let index = 0; index < 60; index++) assert.match(detail, new RegExp(`\\bd${index}\\.example\\.com\\b`));
    assert.match(detail, /Still valid: 60 of 60\./);
    assert.match(detail, /• On “Shop”: d0\.example\.com · d1/);
    const many = await on(await orders(130), "certificateOrder.remove", [
      { to: "Delete 130 certificate orders", with: false },
    ]);
    assert.match(many.questions[0]?.detail ?? "", /… and 30 more$/);
  });

  it("say of one order, too, that it is still valid", async () => {
    const [id = ""] = await orders(1);
    const { questions } = await on([id], "certificateOrder.remove", [{ to: "Delete certificate order", with: false }]);
    assert.match(questions[0]?.detail ?? "", /It is still valid\./);
  });

  it("are called what the tree calls them", async () => {
    const { services } = await features();
    await services.store.update(shop.id, { guardLevel: "typeName" });
    const settings = (await openItems(shop, "terminalSetting")).filter(({ state }) => state === "off").slice(0, 2);
    const { questions } = await on(
      settings.map(({ id }) => id),
      "terminalSetting.turnOn",
      [{ to: "Turn on 2 terminal settings", with: false }],
    );
    assert.match(questions[0]?.detail ?? "", /• Command completion on “Shop”\n• Terminal theme on “Shop”/);
  });
});
