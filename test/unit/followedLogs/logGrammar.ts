import { readFileSync } from "node:fs";
import { join } from "node:path";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { packageJson, root } from "../manifest/packageJson.ts";

const WASM = join(root, "node_modules/vscode-oniguruma/release/onig.wasm");

const [contributed] = packageJson.contributes.grammars;

/** The text of the grammar that colours followed logs. */
export function readGrammar(): string {
  return readFileSync(join(root, contributed?.path ?? ""), "utf8");
}

/** The grammar as VS Code runs it. */
export async function loadGrammar(): Promise<textmate.IGrammar> {
  await oniguruma.loadWASM(Uint8Array.from(readFileSync(WASM)).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readGrammar(), contributed?.path),
  });
  const grammar = await registry.loadGrammar(contributed?.scopeName ?? "");
  if (grammar === null) throw new Error("VS Code would find no grammar");
  return grammar;
}
