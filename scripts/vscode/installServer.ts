import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync, createBrotliDecompress } from "node:zlib";
import { installOnce, npmCi } from "../installOnce.mjs";
import { codeServerDir, serverPackageDir } from "../paths.ts";
import { unpackFonts } from "./chromiumFonts.ts";
import { workbenchTexts } from "./languagePack.ts";

/** Where the npm package's Chromium is unpacked. */
export const unpackedChromiumDir = join(serverPackageDir, "node_modules/.cache/chromium");

/** The fonts that come with it, and those of other packages. */
export const chromiumFontsDir = join(unpackedChromiumDir, "fonts");

/**
 * Installs VS Code's server and Chromium from npm unless that has been done, with no compiler and no download from anywhere else. Half a minute
 * the first time; safe to call from several processes at once.
 */
export async function installServer(): Promise<void> {
  const steps = ["installServer.ts", "chromiumFonts.ts"];
  const recipe = steps.map((name) => readFileSync(join(import.meta.dirname, name), "utf8")).join("");
  await installOnce(serverPackageDir, recipe, async () => {
    console.error("Installing VS Code's server and Chromium (once)…");
    await npmCi(serverPackageDir);
    await completeCodeServer();
    await unpackChromium();
    await unpackFonts(chromiumFontsDir);
    await unpackWorkbenchTexts();
  });
}

/** Replaces code-server's install scripts. */
async function completeCodeServer(): Promise<void> {
  const vscode = join(codeServerDir, "lib/vscode");
  // the shipped shrinkwrap files pin every dependency, but leave out a peer (tslib)
  for (const directory of [vscode, join(vscode, "extensions")]) {
    await npmCi(directory, ["--omit=dev", "--legacy-peer-deps"]);
  }
  copyFileSync(join(serverPackageDir, "spdlog.cjs"), join(vscode, "node_modules/@vscode/spdlog/index.js"));
  // optional, native, and its absence is reported by every extension host
  writeFileSync(join(vscode, "node_modules/@vscode/native-watchdog/index.js"), "exports.start = () => {};\n");
  for (const unused of ["node_modules/@github", "node_modules/@microsoft/mxc-sdk", "extensions/copilot"]) {
    rmSync(join(vscode, unused), { recursive: true, force: true });
  }
}

async function unpackChromium(): Promise<void> {
  const packed = join(serverPackageDir, "node_modules/@sparticuz/chromium/bin");
  const unpacked = unpackedChromiumDir;
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  await pipeline(
    createReadStream(join(packed, "chromium.br")),
    createBrotliDecompress(),
    createWriteStream(join(unpacked, "chromium"), { mode: 0o755 }),
  );
  for (const archive of ["swiftshader.tar.br", "fonts.tar.br", "al2023.tar.br"]) {
    const input = brotliDecompressSync(readFileSync(join(packed, archive)));
    const { status, stderr } = spawnSync("tar", ["-x", "--no-same-owner", "-C", unpacked], { input });
    if (status !== 0) throw new Error(`Unpacking ${archive} failed: ${String(stderr)}`);
  }
}

/** Converts the npm package's texts for VS Code; they are an older workbench's, and cover nearly half of this one. */
async function unpackWorkbenchTexts(): Promise<void> {
  const file = "node_modules/@codingame/monaco-vscode-language-pack-zh-hans/translations/main.i18n.json.js";
  const { default: contents } = (await import(pathToFileURL(join(serverPackageDir, file)).href)) as {
    readonly default: object;
  };
  writeFileSync(workbenchTexts, JSON.stringify({ contents }));
}
