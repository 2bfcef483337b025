import assert from "node:assert/strict";
import * as vscode from "vscode";
import { switchSettings } from "../../src/commands/resources/terminalSettingCommands.ts";
import { features } from "./helpers/extension.ts";
import { answering } from "./helpers/scriptedDialogs.ts";
import { openItems, useAddedPanels } from "./helpers/addedPanels.ts";

describe("Terminal settings", () => {
  const [shop] = useAddedPanels("Shop");

  /** Clicks checkboxes; returns the keys of the rows that were redrawn. */
  async function click(wanted: Readonly<Record<string, boolean>>): Promise<readonly string[]> {
    const { services } = await features();
    const items = await openItems(shop, "terminalSetting");
    const shown: string[] = [];
    const recording = { ...services, showAgain: (id: string) => shown.push(id) };
    const clicked = items.flatMap(({ key, id }) => (key in wanted ? [[id, wanted[key] === true] as const] : []));
    await answering([], () => switchSettings(recording, clicked));
    return shown.map((id) => id.slice(id.lastIndexOf("/") + 1));
  }

  it("keep a clicked checkbox on success, and restore it after a failure", async () => {
    assert.deepEqual(await click({ theme: true }), []);
    shop.options.handlers = { "terminal.setAiShell": () => ({ status: false, msg: "no" }) };
    assert.deepEqual(await click({ aiShell: true }), ["aiShell"]);
  });

  it("that a panel does not send are neither on nor off, and can be switched either way", async () => {
    const { itemOf } = await features();
    shop.options.handlers = { "terminal.settings": () => ({ status: true, msg: "启用中" }) };
    const [completion, theme] = (await openItems(shop, "terminalSetting")).map(({ id }) => itemOf(id));
    assert.deepEqual(completion?.checkboxState, {
      state: vscode.TreeItemCheckboxState.Checked,
      accessibilityInformation: { label: "Command completion" },
    });
    assert.deepEqual([theme?.checkboxState, theme?.description], [undefined, "state unknown"]);
    assert.equal(theme?.accessibilityInformation?.label, "Terminal theme, terminal setting, state unknown");
    assert.equal(theme.contextValue, "terminalSetting.unknown+turnOn+turnOff+copyName");
  });
});
