import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../demoPanel/startDemoPanel.ts";
import type { Workbench } from "./pages/workbench.ts";

/** A demo panel for each test of the enclosing `describe`; its fields are set anew before each. */
export interface UsedPanel {
  panel: DemoPanel;
}

/** Starts a demo panel before each test and closes it after. `options` are read anew each time. */
export function usePanel(options: () => DemoPanelOptions = () => ({})): UsedPanel {
  const used = {} as UsedPanel;
  beforeEach(async () => {
    used.panel = await startDemoPanel({ delays: QUICK, ...options() });
  });
  afterEach(async () => {
    await used.panel.close();
  });
  return used;
}

/** Everything that a panel takes its time for, short. */
const QUICK = { javaProcess: 300, javaListen: 300, container: 300 };

/**
 * Adds a panel as a person does, from the palette. The panel's row is shown and opened when this resolves. `again`: another
 * one is at its address.
 */
export async function addPanel(
  window: Workbench,
  name: string,
  { address, key }: { readonly address: string; readonly key: string },
  { again = false }: { readonly again?: boolean } = {},
): Promise<void> {
  await window.command("Server Panel: Add Panel…");
  await window.quickInput.waitFor("Panel Address");
  await window.quickInput.type(address);
  if (again) await window.dialog.click("Add Anyway");
  await window.quickInput.waitFor("Panel Name");
  await window.quickInput.type(name);
  await window.quickInput.waitFor("API Key");
  await window.quickInput.type(key);
  await leaveAsAdded(window, name);
}

/** Answers what is asked of a panel that was just added. */
export async function leaveAsAdded({ quickInput }: Workbench, name: string): Promise<void> {
  await quickInput.waitFor(`“${name}” Was Added`);
  // the first line leaves it as it is
  await quickInput.type("");
  await quickInput.waitUntilGone();
}

/** Gives a panel one of the suggested tags, as a person does from the palette. */
export async function tagPanel(window: Workbench, name: string, tag: string): Promise<void> {
  const { quickInput } = window;
  await window.command("Server Panel: Organize Panel…");
  await quickInput.waitFor(`Organize “${name}”`);
  await quickInput.pick("Tags");
  await quickInput.waitFor(`Tags of “${name}”`);
  await quickInput.pick(tag);
  await quickInput.field.press("Enter");
}
