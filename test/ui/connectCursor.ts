import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Notification } from "./pages/notification.ts";
import type { VsCode } from "./pages/vsCode.ts";
import type { Workbench } from "./pages/workbench.ts";

/** What a person has in Cursor's file before. */
export const CURSOR_BEFORE = `{
  // servers that I use in all projects
  "mcpServers": {
    "docs": { "command": "npx", "args": ["-y", "docs-mcp"] } // kept
  }
}
`;

interface Words {
  /** The command as the palette has it. */
  readonly command: string;
  readonly textOf: (english: string, ...values: readonly string[]) => string;
}

/** The file in which Cursor is told of MCP servers, on the computer of a VS Code; its directory is there as if Cursor were. */
export function cursorFile({ server }: Pick<VsCode, "server">): string {
  const path = join(server.dataDir, "home", ".cursor", "mcp.json");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, CURSOR_BEFORE);
  return path;
}

/** Has the window show what would become of that file. @param atChoice called while the clients are listed */
export async function showCursorChange(
  window: Workbench,
  { command, textOf }: Words,
  atChoice: () => Promise<void>,
): Promise<Notification> {
  const { quickInput } = window;
  await window.command(command);
  await quickInput.waitFor(textOf("Connect an Agent"));
  await quickInput.row("Cursor").waitFor();
  await atChoice();
  await quickInput.pick("Cursor");
  const asks = window.notification(
    textOf("The editor shows what is to become of {0}. Nothing is written yet.", "~/.cursor/mcp.json"),
  );
  await asks.waitFor();
  await window.page.locator(".monaco-diff-editor .line-insert").first().waitFor();
  return asks;
}

/** The command in English, and English texts with their values. */
export const connectCommand = "Server Panel: Connect an Agent (AI, MCP)…";
export const english: Words["textOf"] = (text, ...values) =>
  text.replaceAll(/\{(\d)\}/g, (_whole, index: string) => values[Number(index)] ?? "");

/** Closes the editor in front, as a person does who does not want what it shows. */
export async function closeChange({ page }: Workbench): Promise<void> {
  await page.locator(".part.editor .tab.active").click({ button: "middle" });
}
