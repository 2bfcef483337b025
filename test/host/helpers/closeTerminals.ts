import * as vscode from "vscode";

/** Ends every terminal; resolves when the window has none any more. */
export async function closeTerminals(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => vscode.window.terminals.length === 0 && resolve();
  const subscription = vscode.window.onDidCloseTerminal(check);
  for (const terminal of vscode.window.terminals) terminal.dispose();
  check();
  await promise.finally(() => subscription.dispose());
}
