import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { codeServerDir } from "../paths.ts";
import { writeLanguagePack, type Locale } from "./languagePack.ts";
import { startServerProcess } from "./serverProcess.ts";
import { writeSettings, type Settings } from "./settings.ts";

const serverMain = join(codeServerDir, "lib/vscode/out/server-main.js");

/** Options of a server. */
export interface VsCodeServerOptions {
  /** Folder for logs, HOME and, by default, user data and extensions; keep it to keep the user's work. */
  readonly dataDir: string;
  readonly userDataDir?: string;
  readonly extensionsDir?: string;
  /** 0, the default, is any free port. The browser's storage belongs to the port. */
  readonly port?: number;
  readonly settings?: Settings;
  /** Language of the windows; English by default. */
  readonly locale?: Locale | undefined;
  /** Reaches the extension host. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A VS Code server on 127.0.0.1, which runs until it is stopped. */
export interface VsCodeServer {
  readonly port: number;
  readonly origin: string;
  readonly token: string;
  readonly dataDir: string;
  readonly userDataDir: string;
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts the server; `installServer` must have run. */
export async function startVsCodeServer(options: VsCodeServerOptions): Promise<VsCodeServer> {
  const { dataDir, userDataDir, extensionsDir } = directories(options);
  writeSettings(userDataDir, options.settings ?? {});
  if (options.locale !== undefined) writeLanguagePack(userDataDir);
  const token = randomBytes(16).toString("hex");
  const { match, output, stop } = await startServerProcess({
    script: serverMain,
    args: [
      "--host=127.0.0.1",
      `--port=${options.port ?? 0}`,
      `--connection-token=${token}`,
      "--telemetry-level=off",
      "--disable-telemetry",
      "--disable-workspace-trust",
      "--disable-experiments",
      ...(options.locale === undefined ? [] : [`--locale=${options.locale}`]),
      ...directoryArgs({ dataDir, userDataDir, extensionsDir }),
    ],
    env: options.env ?? {},
    dataDir,
    listening: /Extension host agent listening on (\d+)/,
  });
  const port = Number(match[1]);
  return { port, origin: `http://127.0.0.1:${port}`, token, dataDir, userDataDir, output, stop };
}

/** Runs one of the server's short commands, such as `--install-extension <vsix>`; returns its exit code. */
export function runServerCommand(options: VsCodeServerOptions, args: readonly string[]): number {
  const all = [serverMain, ...directoryArgs(directories(options)), ...args];
  return spawnSync(process.execPath, all, { stdio: "inherit" }).status ?? 1;
}

interface Directories {
  readonly dataDir: string;
  readonly userDataDir: string;
  readonly extensionsDir: string;
}

function directories(options: VsCodeServerOptions): Directories {
  const dataDir = resolve(options.dataDir);
  const userDataDir = options.userDataDir ?? join(dataDir, "user-data");
  const extensionsDir = options.extensionsDir ?? join(dataDir, "extensions");
  for (const directory of [userDataDir, extensionsDir]) mkdirSync(directory, { recursive: true });
  return { dataDir, userDataDir, extensionsDir };
}

function directoryArgs({ dataDir, userDataDir, extensionsDir }: Directories): readonly string[] {
  return [
    "--accept-server-license-terms",
    `--server-data-dir=${join(dataDir, "server-data")}`,
    `--user-data-dir=${userDataDir}`,
    `--extensions-dir=${extensionsDir}`,
  ];
}
