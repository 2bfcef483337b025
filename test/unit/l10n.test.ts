import assert from "node:assert/strict";
import { derivedTexts } from "../../scripts/derivedTexts.ts";
import { english } from "../../scripts/documentWords.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callsOf, hasWords, literalOf } from "./source/calls.ts";
import { readSourceFiles, sourceFile, type SourceFile } from "./source/sourceFile.ts";

const root = join(import.meta.dirname, "../..");

const readTexts = (path: string) =>
  JSON.parse(readFileSync(join(root, path), "utf8")) as Readonly<Record<string, unknown>>;

/** The numbers in a text's placeholders, once each. */
const placeholdersOf = (text: string): readonly number[] =>
  [...new Set([...text.matchAll(/\{(\d+)\}/g)].map(([, digits]) => Number(digits)))].toSorted((a, b) => a - b);

const LOCALISING = /\bl10n\s*\.\s*t\s*\(/g;

/** Layers that show something to a person. */
const SHOWING = /^src\/(?:commands|platform|texts|views|webview)\/|^src\/\w+\.ts$/;

/** Calls whose arguments a person reads. */
const SAYING =
  /\b(?:show(?:Information|Warning|Error)Message|showInput|showQuickPick|setStatusBarMessage|withProgress|dialogs\s*\.\s*\w+|new\s+(?:vscode\s*\.\s*)?(?:TreeItem|MarkdownString))\s*(?:<[^<>()]*>)?\(/g;

/** Fields whose value a person reads. */
const SHOWN =
  /\b(?:title|prompt|label|message|detail|description|tooltip|placeholder|placeHolder|validationMessage)\s*(?::|=(?!=))\s*(?=["'`])/g;

/** Places where a text with words is shown as it stands in the code. */
function unlocalised(file: SourceFile): readonly string[] {
  const { path, code } = file;
  const said = callsOf(file, SAYING).filter(({ args }) => args.some(hasWords));
  const shown = [...code.matchAll(SHOWN)].filter(({ index, 0: head }) => hasWords(code.slice(index + head.length)));
  return [
    ...said.map(({ place }) => place),
    ...shown.map(({ index }) => `${path}:${code.slice(0, index).split("\n").length}`),
  ];
}

describe("texts", () => {
  let files: readonly SourceFile[];

  before(() => {
    files = readSourceFiles("src");
  });

  it("of the code are those of the committed bundle (npm run l10n)", () => {
    const calls = files.flatMap((file) => callsOf(file, LOCALISING));
    const texts = calls.map(({ place, args }) => {
      const text = literalOf(args[0] ?? "");
      assert.ok(text !== undefined, `${place}: l10n.t takes one plain string, not ${args[0]}`);
      return [text, text] as const;
    });
    // read from the code a second time: what the exporter overlooks is missing in the bundle
    assert.deepEqual(readTexts("l10n/bundle.l10n.json"), Object.fromEntries(texts));
  });

  it("stand under one key each", () => {
    // the same words for different things: the product and its side bar, the view and one of its rows, rows of several views
    const twice = new Set(["Server Panel", "Refresh", "Open", "Copy", "Explain and Fix…"]);
    // nobody translates what is written from verbs and kinds
    const written = derivedTexts(english);
    for (const path of ["l10n/bundle.l10n.json", "package.nls.json"]) {
      const texts = Object.entries(readTexts(path)).flatMap(([key, text]) =>
        twice.has(String(text)) || Object.hasOwn(written, key) ? [] : [text],
      );
      assert.deepEqual(
        texts.filter((text, index) => texts.indexOf(text) !== index),
        [],
        path,
      );
    }
  });

  it("call a website by one name", () => {
    const texts = ["l10n/bundle.l10n.json", "package.nls.json"].flatMap((path) => Object.values(readTexts(path)));
    assert.deepEqual(
      // links name commands, which nobody reads
      texts.filter((text) => /\bsites?\b/i.test(String(text).replaceAll(/\(command:[^)]*\)|\(Add Site\)/g, ""))),
      [],
    );
  });

  it("get a value for each of their placeholders", () => {
    for (const { place, args } of files.flatMap((file) => callsOf(file, LOCALISING))) {
      const [text = "", ...values] = args;
      assert.equal(placeholdersOf(text).length, values.length, `${place}: ${text}`);
    }
  });

  it("count their placeholders from 0 without gaps", () => {
    for (const path of ["l10n/bundle.l10n.json", "package.nls.json"]) {
      for (const text of Object.values(readTexts(path)).map(String)) {
        const numbers = placeholdersOf(text);
        assert.deepEqual(numbers, [...numbers.keys()], `${path}: ${text}`);
      }
    }
  });

  it("are never empty", () => {
    for (const path of ["l10n/bundle.l10n.json", "package.nls.json"]) {
      for (const [key, text] of Object.entries(readTexts(path)))
        assert.ok(typeof text === "string" && text.trim() !== "", `${path}: ${key}`);
    }
  });

  it("that a person reads never bypass l10n", () => {
    const found = files.filter(({ path }) => SHOWING.test(path)).flatMap(unlocalised);
    assert.deepEqual(found, []);
  });

  it("that bypass l10n are found", () => {
    for (const code of [
      'vscode.window.showErrorMessage("Failed");',
      'window.showWarningMessage(text, { modal: true }, "Go on");',
      'await services.dialogs.ask(l10n.t("Sure?"), `Remove ${name}`, button);',
      'dialogs.pick<Next>("Which?", "", []);',
      'void withProgress("Asking", task);',
      'new vscode.TreeItem("Panels")',
      'const box = { title: "Name" };',
      'item.description = "stopped";',
      "leaf({ label: `Load ${n} more` });",
    ])
      assert.equal(unlocalised(sourceFile("src/views/a.ts", code)).length, 1, code);
    for (const code of [
      'showErrorMessage(l10n.t("Failed"), ...buttons);',
      'new vscode.TreeItem("");',
      'const box = { icon: "tag", value: "retry", label: `${a}, ${b}`, title: l10n.t("Name") };',
      'if (title === "a") item.description = [a, b].join(" · ");',
      '// dialogs.ask("Sure?")',
    ])
      assert.deepEqual(unlocalised(sourceFile("src/views/a.ts", code)), [], code);
  });
});
