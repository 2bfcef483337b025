import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fontsFile } from "./chromiumFonts.ts";
import { chromiumFontsDir, unpackedChromiumDir } from "./installServer.ts";

/** A browser to launch and the environment that it needs to start, and to look the same on every machine. */
export interface Chromium {
  readonly executable: string;
  readonly environment: Readonly<Record<string, string>>;
}

const SYSTEM_CHROMIUMS = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];
/** The oldest major version in which the workbench is known to work. */
const OLDEST_MAJOR = 120;

/** `CHROMIUM_PATH`, else a recent system Chromium or Chrome, else the one from npm, which `installServer` has unpacked. */
export function findChromium(): Chromium {
  const environment = { FONTCONFIG_FILE: fontsFile(chromiumFontsDir) };
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen !== undefined && chosen !== "") return { executable: chosen, environment };
  const system = SYSTEM_CHROMIUMS.find(
    (executable) => existsSync(executable) && majorVersion(executable) >= OLDEST_MAJOR,
  );
  if (system !== undefined) return { executable: system, environment };
  const executable = join(unpackedChromiumDir, "chromium");
  if (!lacksLibraries(executable)) return { executable, environment };
  return { executable, environment: { ...environment, LD_LIBRARY_PATH: join(unpackedChromiumDir, "lib") } };
}

/** A fresh Debian or Ubuntu has no NSS, NSPR or expat. */
function lacksLibraries(executable: string): boolean {
  return spawnSync("ldd", [executable], { encoding: "utf8" }).stdout.includes("not found");
}

function majorVersion(executable: string): number {
  const { stdout } = spawnSync(executable, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return Number(/\d+/.exec(stdout ?? "")?.[0] ?? 0);
}
