import assert from "node:assert/strict";
import { firstMissing, optionalApis, type OptionalPart } from "../../../src/platform/optionalApis.ts";
import { readSourceFiles, sourceFile, type SourceFile } from "../source/sourceFile.ts";

/** What each editor has that the extension can be installed in, whatever it is made from. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  "commands",
  "env",
  "l10n",
  "languages",
  "tasks",
  "version",
  "window",
  "workspace",
]);

/** Where it is asked for. */
const OWN: ReadonlySet<string> = new Set(["src/platform/optionalApis.ts", "src/platform/optionalParts.ts"]);

/** Without the name of the API itself; what is of the context has no name in code that all of it goes by. */
const optional = Object.values(optionalApis)
  .flatMap(({ needs }) => needs)
  .flatMap((name) => (name.startsWith("vscode.") ? name.slice("vscode.".length) : []));

/** `vscode.a`, but not in a name or path that ends like that. */
const OF_API = /(?<![\w.$"'/])vscode\??\.(?<name>\w+)/g;

/** Names that are taken out of the API, at its import or later. */
const TAKEN = /\bimport\s*\{(?<imported>[^}]*)\}\s*from\s*"vscode"|\{(?<taken>[^{}]*)\}\s*=\s*vscode\s*[;,)]/g;

/** What would hide uses of the API: another name for it, or a name that is only known while the code runs. */
const HIDING = /\w\s*=\s*vscode\s*[;,)]|\bvscode\??\.?\[/g;

/** Uses of VS Code's API that some editor may lack, but for types, which are gone when the code runs. */
function directUses({ path, code }: SourceFile): readonly string[] {
  const taken = [...code.matchAll(TAKEN)].flatMap(({ groups = {} }) =>
    (groups["imported"] ?? groups["taken"] ?? "").split(",").map((name) => name.trim()),
  );
  const used = [...code.matchAll(OF_API)].map(({ groups = {} }) => groups["name"] ?? "");
  const namespaces = [...taken, ...used].filter((name) => /^[a-z]\w*$/.test(name) && !EVERYWHERE.has(name));
  const listed = optional.filter((name) => isUsed(name, code) || taken.includes(name));
  const hiding = [...code.matchAll(HIDING)].map(([text]) => text);
  return [...namespaces, ...listed, ...hiding].map((what) => `${path}: ${what}`);
}

/** Whether code uses what stands under a name of the list; of a namespace it may have taken that out of the API before. */
function isUsed(name: string, code: string): boolean {
  const plain = name.replaceAll(".", String.raw`\??\.`);
  if (!name.includes(".")) return new RegExp(String.raw`\bnew\s+vscode\.${plain}\b`).test(code);
  return new RegExp(String.raw`(?<![\w.])(?:vscode\??\.)?${plain}\b`).test(code);
}

/** An editor that has what stands under these names. */
function editorWith(names: readonly string[]): Readonly<Record<string, unknown>> {
  const editor: Record<string, unknown> = {};
  for (const name of names) {
    const steps = name.split(".");
    const last = steps.pop() ?? "";
    const owner = steps.reduce((object, step) => (object[step] ??= {}) as Record<string, unknown>, editor);
    owner[last] = () => undefined;
  }
  return editor;
}

describe("VS Code's API that a fork may lack", () => {
  it("is used through the list of it alone", () => {
    const files = readSourceFiles("src").filter(({ path }) => !OWN.has(path));
    assert.ok(files.some(({ code }) => code.includes("vscode.window.")));
    assert.deepEqual(files.flatMap(directUses), []);
  });

  for (const [use, found] of [
    ['vscode.lm.registerTool("name", tool);', 2],
    ["new vscode.LanguageModelToolResult([]);", 1],
    ["const { workspace } = vscode;\nworkspace.encode(text);", 1],
    ["vscode.chat.createChatParticipant(id, handle);", 1],
    ['import { lm } from "vscode";', 1],
    ['import { LanguageModelTextPart } from "vscode";', 1],
    ['import { env, l10n } from "vscode";', 0],
    ['import type { LanguageModelTextPart } from "vscode";', 0],
    ["const api = vscode;", 1],
    ["const { chat } = vscode;", 1],
    ['vscode["lm"];', 1],
    ["const { workspace, window } = vscode;", 0],
    ['apiFor("encodings")?.workspace.encode(text);', 0],
    ["api.lm.registerTool(name, tool);", 0],
    ["vscode.window.showInformationMessage(text);", 0],
    ['const link = "https://vscode.dev";', 0],
  ] as const)
    it(`is found in code, or not: ${use.replace("\n", " ")}`, () => {
      assert.equal(directUses(sourceFile("a.ts", use)).length, found);
    });

  it("says of each part what is left out without it, and what it needs", () => {
    for (const [part, { needs, without }] of Object.entries(optionalApis)) {
      assert.ok(needs.length > 0, part);
      assert.match(without, /^[A-Z].+\.$/);
    }
  });

  for (const part of Object.keys(optionalApis) as readonly OptionalPart[]) {
    const { needs } = optionalApis[part];

    it(`is missing for ${part} where an editor lacks one thing of it, or all that is around it`, () => {
      assert.equal(firstMissing(part, editorWith(needs)), undefined);
      for (const lacking of needs) {
        assert.equal(firstMissing(part, editorWith(needs.filter((name) => name !== lacking))), lacking);
        const [root = ""] = lacking.split(".");
        assert.equal(firstMissing(part, { ...editorWith(needs), [root]: undefined }), needs[0]);
      }
    });
  }
});
