import assert from "node:assert/strict";
import * as vscode from "vscode";
import { switchSettings } from "../../src/commands/resources/terminalSettingCommands.ts";
import { groupNodeId } from "../../src/tree/treeNodes.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { openItems, type AddedPanel, useAddedPanels } from "./helpers/addedPanels.ts";

const SETTINGS = ["completion", "theme", "aiShell", "aiAnalysis"] as const;

describe("Terminal settings", () => {
  const [shop, blog] = useAddedPanels("Shop", "Blog");

  const statesOn = async (on: AddedPanel) => {
    const items = await openItems(on, "terminalSetting");
    return Object.fromEntries(items.map(({ key, state }) => [key, state]));
  };

  /** Clicks checkboxes; gives the ids of the rows that were drawn again before the panel was asked again. */
  async function click(wanted: Readonly<Record<string, boolean>>): Promise<readonly string[]> {
    const { services } = await features();
    const items = await openItems(shop, "terminalSetting");
    const shown: string[] = [];
    const recording = { ...services, showAgain: (id: string) => shown.push(id) };
    const clicked = items.flatMap(({ key, id }) => (key in wanted ? [[id, wanted[key] === true] as const] : []));
    await answering([], () => switchSettings(recording, clicked));
    return shown.map((id) => id.slice(id.lastIndexOf("/") + 1));
  }

  it("leave a checkbox as it was clicked when it is done, and turn it back when it is not", async () => {
    assert.deepEqual(await click({ theme: true }), []);
    shop.options.handlers = { "terminal.setAiShell": () => ({ status: false, msg: "no" }) };
    assert.deepEqual(await click({ aiShell: true }), ["aiShell"]);
  });

  it("that a panel does not tell are neither on nor off, and can be turned either way", async () => {
    const { itemOf } = await features();
    shop.options.handlers = { "terminal.settings": () => ({ status: true, msg: "启用中" }) };
    const [completion, theme] = (await openItems(shop, "terminalSetting")).map(({ id }) => itemOf(id));
    assert.deepEqual(completion?.checkboxState, {
      state: vscode.TreeItemCheckboxState.Checked,
      accessibilityInformation: { label: "Command completion" },
    });
    assert.deepEqual([theme?.checkboxState, theme?.description], [undefined, "state unknown"]);
    assert.equal(theme?.accessibilityInformation?.label, "Terminal theme, terminal setting, state unknown");
    assert.equal(theme.contextValue, "terminalSetting.unknown+turnOn+turnOff");
  });

  it("make one refused call for several checkboxes", async () => {
    await openItems(shop, "terminalSetting");
    shop.options.allowedAddresses = ["192.0.2.1"];
    assert.deepEqual(await click({ theme: true, aiShell: true, aiAnalysis: false }), [
      "theme",
      "aiShell",
      "aiAnalysis",
    ]);
    assert.equal(shop.panel.counters.refused, 1);
  });

  it("go to other panels after one question and with one report, also where names are typed", async () => {
    const { services } = await features();
    await services.store.update(blog.id, { guardLevel: "typeName" });
    await answering([], () => click({ theme: true }));
    await services.tree.reload(groupNodeId(shop.id, "terminalSetting"), "user");
    const wanted = await statesOn(shop);
    const { questions, told } = await answering(
      [
        { to: "Which panel?", with: "Shop" },
        { to: "Which panels get the settings of “Shop”?", with: "Blog" },
        { to: "Change 4 terminal settings?", with: true },
      ],
      () => vscode.commands.executeCommand("serverPanel.terminalSetting.applyToPanels"),
    );
    assert.equal(questions.length, 1);
    assert.match(questions[0]?.detail ?? "", /• Turn on “Terminal theme” on “Blog”/);
    assert.match(questions[0]?.detail ?? "", /• Turn off “AI shell” on “Blog”/);
    assert.deepEqual(
      told.map(({ message }) => message),
      ["Change 4 terminal settings: 4 of 4 done."],
    );
    await services.tree.reload(groupNodeId(blog.id, "terminalSetting"), "user");
    assert.deepEqual(await statesOn(blog), wanted);
  });

  it("go one by one from their own row, in a sentence of their own", async () => {
    const items = await openItems(shop, "terminalSetting");
    const analysis = items.find(({ key }) => key === "aiAnalysis")?.id;
    await answering(
      [
        { to: "Which panels get", with: "Blog" },
        { to: "Turn on “AI analysis” on “Blog”?", with: false },
      ],
      () => vscode.commands.executeCommand("serverPanel.terminalSetting.applyToPanels", analysis, undefined),
    );
  });

  it("are not applied where the panel does not tell them", async () => {
    shop.options.handlers = { "terminal.settings": () => ({ use_completion: null }) };
    const { told, questions } = await answering([{ to: "Which panel?", with: "Shop" }], () =>
      vscode.commands.executeCommand("serverPanel.terminalSetting.applyToPanels"),
    );
    assert.deepEqual(questions, []);
    assert.match(told[0]?.message ?? "", /“Shop” does not report its settings, so there is nothing to apply/);
    assert.equal(SETTINGS.length, Object.keys(await statesOn(shop)).length);
  });

  it("name the panel that could not be asked, and offer the way out", async () => {
    shop.options.allowedAddresses = ["192.0.2.1"];
    const { told } = await answering([{ to: "Which panel?", with: "Shop" }], () =>
      vscode.commands.executeCommand("serverPanel.terminalSetting.applyToPanels"),
    );
    assert.match(told[0]?.message ?? "", /^“Shop”: /);
    assert.ok((told[0]?.buttons?.length ?? 0) > 0);
  });
});
