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
