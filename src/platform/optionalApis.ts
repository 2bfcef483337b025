/** A part of the extension that an editor may have no API for. */
interface OptionalApi {
  /** What it needs, as code names it: of VS Code's API, or of the context in which it activates the extension. */
  readonly needs: readonly string[];
  /** What the editor then does without, as a sentence for the log. */
  readonly without: string;
}

/** The parts whose API forks of VS Code leave out, or have had only for a short time. Nothing else of that API is used anywhere. */
export const optionalApis = {
  agentTools: {
    needs: ["vscode.lm.registerTool", "vscode.LanguageModelToolResult", "vscode.LanguageModelTextPart"],
    without: "Agents in the chat of this editor find no tools.",
  },
  encodings: {
    needs: ["vscode.workspace.encode"],
    without:
      "Whether a file in another encoding than UTF-8 was shown as it is on its server is asked when it is saved.",
  },
  orphanedSecrets: {
    needs: ["context.secrets.keys"],
    without: "Secrets that belong to no panel any more are not found and not deleted.",
  },
} as const satisfies Readonly<Record<string, OptionalApi>>;

export type OptionalPart = keyof typeof optionalApis;

/** The first that a part needs and an editor lacks, which has these objects by the names that the list begins with. */
export function firstMissing(part: OptionalPart, roots: object): string | undefined {
  return optionalApis[part].needs.find((name) => valueOf(name, roots) === undefined);
}

/** What stands under a name; `undefined` also where a part of its path is missing. */
function valueOf(name: string, roots: object): unknown {
  return name.split(".").reduce<unknown>((found, step) => {
    if (found === undefined || found === null) return undefined;
    return (found as Readonly<Record<string, unknown>>)[step];
  }, roots);
}
