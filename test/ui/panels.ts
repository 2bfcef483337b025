import { startDemoPanel, type DemoPanel, type DemoPanelOptions } from "../demoPanel/startDemoPanel.ts";
import type { Workbench } from "./pages/workbench.ts";

/** The demo panel of the current test; its fields change before each test. */
export interface UsedPanel {
  panel: DemoPanel;
}

/** Starts a demo panel before each test and closes it afterwards; reads `options` each time. */
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

/** Short delays for everything that takes a panel some time. */
const QUICK = { javaProcess: 300, javaListen: 300, container: 300 };

/**
 * Adds a panel from the palette; afterwards its row is shown and opened. `again` if another panel has its address.
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

/** Answers the questions about a new panel. */
export async function leaveAsAdded({ quickInput }: Workbench, name: string): Promise<void> {
  await quickInput.waitFor(`“${name}” Was Added`);
  // the first row changes nothing
  await quickInput.type("");
  await quickInput.waitUntilGone();
}

/** Gives a panel one of the suggested tags from the palette. */
export async function tagPanel(window: Workbench, name: string, tag: string): Promise<void> {
  const { quickInput } = window;
  await window.command("Server Panel: Organize Panel…");
  await quickInput.waitFor(`Organize “${name}”`);
  await quickInput.pick("Tags");
  await quickInput.waitFor(`Tags of “${name}”`);
  await quickInput.check(tag);
  await quickInput.field.press("Enter");
}
