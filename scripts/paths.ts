import { join, resolve } from "node:path";

/** The project's folder, which is also the extension under development. */
export const projectDir = resolve(import.meta.dirname, "..");

/** Output of runs: results, screenshots, logs, the packaged extension. */
export const outDir = join(projectDir, "out");

/** The package in which VS Code's server and Chromium are installed. */
export const serverPackageDir = join(import.meta.dirname, "server");

/** The code-server package; the VS Code server proper is in its `lib/vscode`. */
export const codeServerDir = join(serverPackageDir, "node_modules/code-server");

/** Whether VS Code's server, and with it the UI tier, runs on this platform. */
export const hasServer = process.platform === "linux" && process.arch === "x64";
