import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageJson, root } from "./manifest/packageJson.ts";

/** The documents that people read who use the product, in each language, with the texts that they may name. */
const languages = [
  {
    files: ["README.md", "docs/guide.md", "docs/deploying.md", "docs/troubleshooting.md"],
    texts: ["package.nls.json", "l10n/bundle.l10n.json"],
    /** Labels of VS Code and of panels, and one with a name in its placeholder. */
    elsewhere: [
      "Settings > API interface",
      "Extensions: Install from VSIX…",
      "Go to File",
      "Find in Files",
      "Reload nginx",
      "Restart MySQL",
    ],
  },
  {
    files: ["README.zh-cn.md", "docs/guide.zh-cn.md", "docs/deploying.zh-cn.md", "docs/troubleshooting.zh-cn.md"],
    texts: ["package.nls.zh-cn.json", "l10n/bundle.l10n.zh-cn.json"],
    elsewhere: ["面板设置 > API接口", "扩展: 从 VSIX 安装…", "转到文件", "在文件中查找", "重载 nginx", "重启 MySQL"],
  },
] as const;

/** What an example of settings or tasks has. */
interface Example {
  readonly "serverPanel.deployments"?: readonly object[];
  readonly tasks?: readonly Readonly<Record<string, unknown>>[];
}

const readText = (path: string) => readFileSync(join(root, path), "utf8");

/** What is bold. Where it begins a paragraph or an entry of a list it is a heading, unless it ends as commands do. */
function labelsIn(text: string): readonly string[] {
  const paragraphs = text.split(/\n\s*\n|\n(?=- |\d\. |\|)/).map((lines) => lines.replaceAll(/\n\s*/g, " "));
  return paragraphs.flatMap((paragraph) =>
    [...paragraph.matchAll(/\*\*(.+?)\*\*/g)]
      .filter(({ index, 1: bold }) => bold?.endsWith("…") || !/^(?:- |\d\. )?\[?$/.test(paragraph.slice(0, index)))
      .map(([, label = ""]) => label),
  );
}

for (const { files, texts, elsewhere } of languages) {
  const all = texts.map((path) => JSON.parse(readText(path)) as Readonly<Record<string, string>>);
  const shown = new Set<string>([...elsewhere, ...all.flatMap((some) => Object.values(some))]);
  const category = all[0]?.["category"] ?? "";

  for (const file of files) {
    describe(file, () => {
      it("names commands, buttons and rows as they are on the screen", () => {
        const unknown = labelsIn(readText(file)).filter(
          (label) =>
            !label
              .replace(`${category}: `, "")
              .split(" > ")
              .every((part) => shown.has(part)) && !shown.has(label),
        );
        assert.deepEqual(unknown, []);
      });

      it("gives examples that package.json allows", () => {
        const { configuration, taskDefinitions } = packageJson.contributes;
        const deployment = configuration.properties["serverPanel.deployments"]?.items?.properties ?? {};
        const task = taskDefinitions[0]?.properties ?? {};
        for (const [, json = ""] of readText(file).matchAll(/^```json\n([^]*?)^```/gm)) {
          const example = JSON.parse(json.startsWith("{") ? json : `{${json}}`) as Example;
          for (const entry of example["serverPanel.deployments"] ?? [])
            assert.deepEqual(
              Object.keys(entry).filter((field) => !Object.hasOwn(deployment, field)),
              [],
              json,
            );
          for (const { type, ...entry } of example.tasks ?? []) {
            if (type !== "serverPanel") continue;
            const wrong = Object.entries(task).filter(
              ([field, { enum: values }]) =>
                field in entry && values?.some((value) => value === entry[field]) === false,
            );
            assert.deepEqual(wrong, [], json);
          }
        }
      });

      it("names settings that there are", () => {
        const named = [...readText(file).matchAll(/`"?(serverPanel(?:\.\w+)+)"?[`:]/g)].map(([, id = ""]) => id);
        const { properties } = packageJson.contributes.configuration;
        assert.deepEqual(
          named.filter((id) => !Object.hasOwn(properties, id)),
          [],
        );
      });
    });
  }
}
