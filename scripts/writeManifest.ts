/** Writes commands, menus, tasks and tools into package.json: `npm run manifest`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contributions, titleKey, toolKey } from "./contributions.ts";
import { projectDir } from "./paths.ts";

const path = join(projectDir, "package.json");
const manifest = JSON.parse(readFileSync(path, "utf8")) as { contributes: object };
const titles = JSON.parse(readFileSync(join(projectDir, "package.nls.json"), "utf8")) as Record<string, string>;

const contributed = contributions();
const shown = [
  ...contributed.commands.map(({ command }) => titleKey(command)),
  ...contributed.languageModelTools.map(({ name }) => toolKey(name)),
];
const untitled = shown.filter((key) => !(key in titles));
if (untitled.length > 0) throw new Error(`package.nls.json has no ${untitled.join(", ")}`);
Object.assign(manifest.contributes, contributed);
writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
