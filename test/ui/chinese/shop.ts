import { chinese, chineseCommand } from "../../chinese/chinese.ts";
import type { VsCode } from "../pages/vsCode.ts";
import type { Workbench } from "../pages/workbench.ts";

/** The panel's name. */
export const SHOP = "商城";

/** Adds a panel, and opens the websites of the first one. */
export async function addShop(
  window: Workbench,
  { address, key }: { readonly address: string; readonly key: string },
  name = SHOP,
): Promise<void> {
  const { quickInput } = window;
  await window.openView();
  await window.command(chineseCommand("command.panel.add"));
  await quickInput.waitFor(chinese("Panel Address"));
  await quickInput.type(address);
  await quickInput.waitFor(chinese("Panel Name"));
  await quickInput.type(name);
  await quickInput.waitFor(chinese("API Key"));
  await quickInput.type(key);
  await quickInput.waitFor(chinese("“{0}” Was Added", name));
  await quickInput.type("");
  if (name === SHOP) await window.row(chinese("Websites")).expand();
}

/** Takes pictures in both themes, as `zh-<name>-<theme>`, with nothing under the mouse. */
export async function pictures(vscode: VsCode, window: Workbench, name: string): Promise<void> {
  await window.page.mouse.move(0, 0);
  await vscode.pictures(window, `zh-${name}`);
}
