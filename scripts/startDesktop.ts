import { spawn } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openAtStart } from "./vscode/openAtStart.ts";
import { projectDir } from "./paths.ts";
import { writeSettings } from "./vscode/settings.ts";
import { HINTS, type ShownVsCode } from "./vscode/shownVsCode.ts";

const STOP_DEADLINE_MS = 10_000;

/** Finds the `code` command, if there is a display, too. */
export function findDesktopCode(): string | undefined {
  const { platform, env } = process;
  const hasDisplay =
    platform === "darwin" || platform === "win32" || Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]);
  if (!hasDisplay) return undefined;
  const name = platform === "win32" ? "code.cmd" : "code";
  return (env["PATH"] ?? "")
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find(existsSync);
}

/** Opens a desktop VS Code with the extension, without the user's settings and extensions. */
export async function startDesktop(code: string, dataDir: string, workspace: string): Promise<ShownVsCode> {
  const userDataDir = join(dataDir, "user-data");
  writeSettings(userDataDir, {});
  const extensionDir = copyExtension(join(dataDir, "server-panel"));
  const isWindows = process.platform === "win32";
  const args = [
    "--wait",
    "--new-window",
    "--disable-workspace-trust",
    "--skip-welcome",
    `--extensionDevelopmentPath=${extensionDir}`,
    `--user-data-dir=${userDataDir}`,
    `--extensions-dir=${join(dataDir, "extensions")}`,
    workspace,
  ];
  // a .cmd file needs a shell, and a shell needs quotes
  const child = spawn(isWindows ? `"${code}"` : code, isWindows ? args.map((arg) => `"${arg}"`) : args, {
    stdio: "inherit",
    shell: isWindows,
    env: { ...process.env, SERVER_PANEL_DEMO: "1" },
  });
  const exited = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => resolve());
  });
  const stop = async (): Promise<void> => {
    // the command has handed over to a process that is not its child; VS Code writes the pid here
    const pid = readPid(join(userDataDir, "code.lock"));
    child.kill();
    if (pid !== undefined) await end(pid);
  };
  const [hint, chineseHint] = HINTS;
  return {
    greeting: [
      `Server Panel is open in VS Code. ${hint} Close the window, or press Ctrl+C here, to stop.`,
      `已在 VS Code 中打开服务器面板。${chineseHint}关闭窗口或在此处按 Ctrl+C 停止。`,
    ],
    exited,
    stop,
  };
}

/** A copy of the extension whose manifest can be changed. */
function copyExtension(target: string): string {
  mkdirSync(target);
  for (const name of globSync("{package.json,package.nls*.json,dist,media,l10n}", { cwd: projectDir }))
    cpSync(join(projectDir, name), join(target, name), { recursive: true });
  openAtStart(target);
  return target;
}

function readPid(file: string): number | undefined {
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  return pid > 0 ? pid : undefined;
}

async function end(pid: number): Promise<void> {
  const deadline = Date.now() + STOP_DEADLINE_MS;
  for (let isAlive = signal(pid, "SIGTERM"); isAlive && Date.now() < deadline; isAlive = signal(pid, 0))
    await sleep(100);
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
