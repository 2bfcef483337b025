import { existsSync, globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeLanguagePack } from "./vscode/languagePack.ts";
import { installServer } from "./vscode/installServer.ts";
import { openAtStart } from "./vscode/openAtStart.ts";
import { codeServerDir, outDir } from "./paths.ts";
import { startServerProcess } from "./vscode/serverProcess.ts";
import { writeSettings } from "./vscode/settings.ts";
import { HINTS, type ShownVsCode } from "./vscode/shownVsCode.ts";
import { runServerCommand } from "./vscode/vsCodeServer.ts";

const vsix = join(outDir, "server-panel.vsix");

/** Serves VS Code with the packaged extension, because an ordinary browser gets no development options. */
export async function startInBrowser(dataDir: string, workspace: string): Promise<ShownVsCode> {
  if (!existsSync(vsix)) throw new Error(`${vsix} is missing; "npm run package" makes it.`);
  await installServer();
  const userDataDir = join(dataDir, "user-data");
  const extensionsDir = join(dataDir, "extensions");
  writeSettings(userDataDir, {});
  writeLanguagePack(userDataDir);
  // without this file the server ignores the language of the browser
  writeFileSync(join(userDataDir, "User/argv.json"), "{}");
  if (runServerCommand({ dataDir, userDataDir, extensionsDir }, ["--install-extension", vsix]) !== 0) {
    throw new Error("The extension does not install.");
  }
  const [installed] = globSync("serverpanel.server-panel-*", { cwd: extensionsDir });
  if (installed === undefined) throw new Error("The extension is not where it was installed.");
  openAtStart(join(extensionsDir, installed));
  const { match, exited, stop } = await startServerProcess({
    // code-server's own entry: it also keeps the server's half of SecretStorage's key
    script: join(codeServerDir, "out/node/entry.js"),
    args: [
      "--auth=none",
      `--bind-addr=127.0.0.1:${process.env["PORT"] ?? 0}`,
      `--user-data-dir=${userDataDir}`,
      `--extensions-dir=${extensionsDir}`,
      "--disable-workspace-trust",
      "--disable-telemetry",
      "--disable-update-check",
      "--disable-getting-started-override",
      workspace,
    ],
    env: { SERVER_PANEL_DEMO: "1" },
    dataDir,
    listening: /HTTP server listening on (http:\/\/[\d.:]+)/,
  });
  const address = `${match[1]}/?folder=${encodeURIComponent(workspace)}`;
  const [hint, chineseHint] = HINTS;
  return {
    greeting: [
      `Server Panel is running. Open ${address} in a browser. ${hint} Ctrl+C stops it.`,
      `服务器面板已启动。请在浏览器中打开上面的地址。${chineseHint}按 Ctrl+C 停止。`,
    ],
    exited,
    stop,
  };
}
