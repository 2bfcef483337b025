/** Takes the pictures of the documents anew, into `docs/pictures`: `npm run pictures`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "../../../scripts/paths.ts";
import type { Locale } from "../../../scripts/vscode/languagePack.ts";
import { startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { VsCode } from "../pages/vsCode.ts";
import { scenes, type Scene } from "./scenes.ts";
import { smallPng } from "./smallPng.ts";

/** A language of the documents, and the texts that its pictures show. */
interface PictureLanguage {
  readonly folder: string;
  readonly bundle: string;
  readonly titles: string;
  readonly names: Scene["names"];
  /** VS Code's language; English by default. */
  readonly locale: Locale | undefined;
}

const languages: readonly PictureLanguage[] = [
  {
    folder: "en",
    bundle: "l10n/bundle.l10n.json",
    titles: "package.nls.json",
    names: { shop: "Shop", blog: "Blog" },
    locale: undefined,
  },
  {
    folder: "zh-cn",
    bundle: "l10n/bundle.l10n.zh-cn.json",
    titles: "package.nls.zh-cn.json",
    names: { shop: "商城", blog: "博客" },
    locale: "zh-cn",
  },
];

/** Room for a side bar and a log; most sites show pictures of a whole window at half their size. */
const WINDOW = { width: 1080, height: 640 };

for (const language of languages) await takeAll(language);
// a browser or server that takes its time to end must not keep it alive
process.exit();

async function takeAll({ folder, bundle, titles, names, locale }: PictureLanguage): Promise<void> {
  const directory = join(projectDir, "docs/pictures", folder);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const texts = { ...readTexts(bundle), ...readTexts(titles) };
  const textOf = (key: string, ...values: readonly string[]) => {
    const text = texts[key] ?? fail(`${folder} has no text for ${key}`);
    return text.replaceAll(/\{(\d+)\}/g, (_whole, index: string) => values[Number(index)] ?? "");
  };
  const panels = { shop: await startDemoPanel({ isLively: true }), blog: await startDemoPanel({ edition: "aapanel" }) };
  const vscode = await VsCode.start({
    settings: { "workbench.panel.opensMaximized": "always" },
    title: textOf("container.title"),
    ...(locale !== undefined && { locale }),
  });
  try {
    const window = await vscode.open();
    await window.page.setViewportSize(WINDOW);
    await vscode.setTheme("light");
    const take: Scene["take"] = async (name, clip = { x: 0, y: 0, ...WINDOW }) => {
      const picture = await window.page.screenshot({ clip, animations: "disabled", caret: "hide" });
      const small = await smallPng(window.page, picture);
      writeFileSync(join(directory, `${name}.png`), small);
      console.log(`${folder}/${name}.png: ${(small.length / 1024).toFixed(1)} KB`);
    };
    const { workspace } = vscode;
    for (const scene of scenes) await scene({ window, workspace, panels, names, textOf, take });
  } catch (error) {
    await vscode.screenshots(`failure-pictures-${folder}`);
    throw error;
  } finally {
    await vscode.stop();
    await Promise.all(Object.values(panels).map((panel) => panel.close()));
  }
}

function readTexts(path: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(projectDir, path), "utf8")) as Readonly<Record<string, string>>;
}

function fail(message: string): never {
  throw new TypeError(message);
}
