import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./manifest/packageJson.ts";

/** The document in each language, with the texts that it quotes, and what replaces a line break within a sentence. */
const documents = [
  { file: "docs/troubleshooting.md", bundle: "l10n/bundle.l10n.json", titles: "package.nls.json", lineBreak: " " },
  {
    file: "docs/troubleshooting.zh-cn.md",
    bundle: "l10n/bundle.l10n.zh-cn.json",
    titles: "package.nls.zh-cn.json",
    lineBreak: "",
  },
] as const;

const readTexts = (path: string) =>
  JSON.parse(readFileSync(join(root, path), "utf8")) as Readonly<Record<string, string>>;

/** Whether words are a text, or a sentence is one with values in its placeholders. */
function isSaid(words: string, texts: readonly string[]): boolean {
  return texts.some((text) => {
    if (!/[.。]$/.test(text)) return text === words;
    const parts = text.split(/\{\d+\}/);
    const isOwn = parts.join("").length > 10;
    return isOwn && new RegExp(`^${parts.map((part) => part.replaceAll(/\W/g, "\\$&")).join(".+")}$`).test(words);
  });
}

for (const { file, bundle, titles, lineBreak } of documents) {
  describe(file, () => {
    it("quotes what is shown, word for word", () => {
      const text = readFileSync(join(root, file), "utf8");
      const texts = [titles, bundle].flatMap((path) => Object.values(readTexts(path)));
      const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading = ""]) => heading);
      const quoted = [...text.matchAll(/(?:^> .*\n)+/gm)].map(([lines]) =>
        lines.replaceAll(/^> /gm, "").trim().replaceAll("\n", lineBreak),
      );
      assert.ok(headings.length > 15 && quoted.length > 15);
      assert.deepEqual(
        [...headings, ...quoted].filter((words) => !isSaid(words, texts)),
        [],
      );
    });
  });
}
