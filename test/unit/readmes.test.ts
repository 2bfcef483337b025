import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readmes, withGenerated } from "../../scripts/readmeParts.ts";
import { root } from "./manifest/packageJson.ts";

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

for (const readme of readmes) {
  describe(readme.file, () => {
    const text = readFileSync(join(root, readme.file), "utf8");
    const titles = readTexts(readme.titles);
    const texts = [titles, readTexts(readme.bundle)].flatMap((all) => Object.values(all));
    const [, trouble = ""] = new RegExp(`\n## ${readme.words.troubleshooting}\n([^]*?)\n## `).exec(text) ?? [];

    it("has the settings and commands of the manifest (npm run docs)", async () => {
      assert.equal(await withGenerated(text, readme), text);
    });

    it("quotes under Troubleshooting what is shown, word for word", () => {
      const headings = [...trouble.matchAll(/^### (.*)$/gm)].map(([, heading = ""]) => heading);
      const quoted = [...trouble.matchAll(/(?:^> .*\n)+/gm)].map(([lines]) =>
        lines.replaceAll(/^> /gm, "").trim().replaceAll("\n", readme.words.lineBreak),
      );
      assert.ok(headings.length > 15 && quoted.length > 15);
      assert.deepEqual(
        [...headings, ...quoted].filter((words) => !isSaid(words, texts)),
        [],
      );
    });

    it("links to what is there", () => {
      const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
      const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => `#${anchorOf(heading)}`);
      assert.ok(links.length > 5);
      assert.deepEqual(
        links.filter((link) => !(link.startsWith("#") ? headings.includes(link) : existsSync(join(root, link)))),
        [],
      );
    });
  });
}

/** How a heading is linked to. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}
