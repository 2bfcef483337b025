import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { VsCode } from "./pages/vsCode.ts";
import type { Workbench } from "./pages/workbench.ts";

interface Words {
  /** The command as the palette has it. */
  readonly command: string;
  readonly textOf: (english: string, ...values: readonly string[]) => string;
}

/** The file in which Cursor is told of MCP servers, on the computer of a VS Code. */
export function cursorFile({ server }: Pick<VsCode, "server">): string {
  return join(server.dataDir, "home", ".cursor", "mcp.json");
}

/** Has the window ask whether Cursor is to be connected. @param atChoice called while the clients are listed */
export async function askAboutCursor(
  window: Workbench,
  { command, textOf }: Words,
  atChoice: () => Promise<void>,
): Promise<void> {
  const { quickInput } = window;
  await window.command(command);
  await quickInput.waitFor(textOf("Connect an Agent"));
  await quickInput.row("Cursor").waitFor();
  await atChoice();
  await quickInput.pick("Cursor");
}

/**
 * Connects Cursor as a person does: copies what belongs into its file, opens that, and saves it. Resolves to the program that Cursor
 * then starts.
 */
export async function connectCursor(window: Workbench, path: string): Promise<string> {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "{}\n");
  await askAboutCursor(window, { command: connectCommand, textOf: english }, async () => undefined);
  const text = await window.dialog.text();
  const part = text.slice(text.indexOf("{"));
  const { mcpServers } = JSON.parse(part) as { mcpServers: { serverpanel: { command: string } } };
  await window.dialog.click("Copy and Open File");
  await window.notification("Waiting until Cursor says hello.").waitFor();
  await window.page.locator(".part.editor .tab.active", { hasText: "mcp.json" }).waitFor();
  writeFileSync(path, part);
  return mcpServers.serverpanel.command;
}

/** The command in English, and English texts with their values. */
export const connectCommand = "Server Panel: Connect an Agent…";
export const english: Words["textOf"] = (text, ...values) =>
  text.replaceAll(/\{(\d)\}/g, (_whole, index: string) => values[Number(index)] ?? "");

/** Closes the editor in front. */
export async function closeEditor({ page }: Workbench): Promise<void> {
  await page.locator(".part.editor .tab.active").click({ button: "middle" });
}
