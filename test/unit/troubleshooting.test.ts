import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { failureText, failureWord } from "../../src/texts/failureTexts.ts";
import { root } from "./manifest/packageJson.ts";
import { failureSamples } from "./texts/failureSamples.ts";

/** The document in each language, with the texts that it quotes, and what replaces a line break within a sentence. */
const documents = [
  { file: "docs/troubleshooting.md", bundle: "l10n/bundle.l10n.json", lineBreak: " " },
  { file: "docs/troubleshooting.zh-cn.md", bundle: "l10n/bundle.l10n.zh-cn.json", lineBreak: "" },
] as const;

/** Ours over http: the connection is closed by a panel with SSL. */
const PLAIN = "http://192.0.2.1:8888";

/** Headings, with their sentences, that are no failures of a panel's. */
const OTHERS: readonly (readonly [heading: string, ...sentences: readonly string[]])[] = [
  ["No containers, or Docker is not running"],
  ["sent, not confirmed", "The panel accepted it, but no change was seen."],
];

/** What is shown of every failure that a person has not caused themselves: a word in a row, and the sentence. */
const shown = [
  ...failureSamples
    .filter(({ kind }) => kind !== "cancelled")
    .map((failure) => [failureWord(failure), failureText(failure)] as const),
  ...failureSamples
    .filter((failure) => failure.kind === "page" && failure.status === 404)
    .map((failure) => [failureWord(failure, "list"), failureText(failure)] as const),
  ...failureSamples
    .filter((failure) => failure.kind === "network" && failure.code === "ECONNRESET" && failure.answeredBefore !== true)
    .map((failure) => [failureWord(failure), failureText(failure, PLAIN)] as const),
  ...OTHERS,
];

type Texts = Readonly<Record<string, string>>;

const readTexts = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Texts;
const templates = Object.keys(readTexts("l10n/bundle.l10n.json"));

const literalsOf = (template: string) => template.split(/\{\d+\}/);

/** Matches what becomes of a text with any values in its placeholders. */
function patternOf(template: string): RegExp {
  return new RegExp(
    `^${literalsOf(template)
      .map((words) => words.replaceAll(/\W/g, "\\$&"))
      .join(".+")}$`,
  );
}

/** The text of the code from which a sentence was made: of all that might be, the one with the most words of its own. */
function templateOf(sentence: string): string {
  const [closest] = templates
    .filter((template) => patternOf(template).test(sentence))
    .toSorted((one, other) => literalsOf(other).join("").length - literalsOf(one).join("").length);
  assert.ok(closest !== undefined, `no text is “${sentence}”`);
  return closest;
}

/** The headings of a document, each with the sentences that are quoted below it. */
function quotesIn(text: string, lineBreak: string): readonly { readonly heading: string; readonly quotes: string[] }[] {
  const [, ...sections] = text.split(/^### /m);
  return sections.map((section) => ({
    heading: section.slice(0, section.indexOf("\n")),
    quotes: [...section.matchAll(/(?:^> .*\n)+/gm)].map(([lines]) =>
      lines.replaceAll(/^> /gm, "").trim().replaceAll("\n", lineBreak),
    ),
  }));
}

for (const { file, bundle, lineBreak } of documents) {
  describe(file, () => {
    const texts = readTexts(bundle);
    const patterns = shown.map((words) => words.map((english) => patternOf(texts[templateOf(english)] ?? "")));
    const sections = quotesIn(readFileSync(join(root, file), "utf8"), lineBreak);

    it("explains every failure, by the words that are shown", () => {
      const missing = shown.filter((_, index) => {
        const [word, ...sentences] = patterns[index] ?? [];
        const quotes = sections.find(({ heading }) => word?.test(heading))?.quotes;
        return quotes === undefined || !sentences.every((sentence) => quotes.some((quote) => sentence.test(quote)));
      });
      assert.deepEqual(missing, []);
    });

    it("quotes nothing else", () => {
      const isShown = (heading: string, quote?: string) =>
        patterns.some(
          ([word, ...sentences]) =>
            word?.test(heading) && (quote === undefined || sentences.some((sentence) => sentence.test(quote))),
        );
      const strangers = sections.flatMap(({ heading, quotes }) =>
        isShown(heading) ? quotes.filter((quote) => !isShown(heading, quote)) : [heading],
      );
      assert.deepEqual(strangers, []);
    });
  });
}
