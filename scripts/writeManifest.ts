/** Writes commands, menus, tasks and tools into package.json, and their texts that follow from verbs and kinds: `npm run manifest`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { contributions, titleKey, toolKey } from "./contributions.ts";
import { derivedTexts } from "./derivedTexts.ts";
import { chinese, english, readJson } from "./documentWords.ts";
import { projectDir } from "./paths.ts";

const manifest = readJson("package.json") as { contributes: object };
const contributed = contributions();
Object.assign(manifest.contributes, contributed);
writeJson("package.json", manifest);

const shown = [
  ...contributed.commands.map(({ command }) => titleKey(command)),
  ...contributed.languageModelTools.map(({ name }) => toolKey(name)),
];
for (const words of [english, chinese]) {
  const texts = { ...(readJson(words.manifest) as Record<string, string>), ...derivedTexts(words) };
  const untitled = shown.filter((key) => !(key in texts));
  if (untitled.length > 0) throw new Error(`${words.manifest} has no ${untitled.join(", ")}`);
  writeJson(words.manifest, texts);
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(join(projectDir, path), `${JSON.stringify(value, undefined, 2)}\n`);
}
