import * as l10n from "@vscode/l10n";
import type { AgentClientId } from "../clients/agentClients.ts";
import { commandLine, shellKind } from "../clients/commandLine.ts";
import { isOnThisComputer, type TellingClients } from "./connecting.ts";
import { clientName } from "./connectTexts.ts";

interface ProgramQuestion {
  readonly client: AgentClientId;
  /** The program and its arguments. */
  readonly words: readonly string[];
  readonly question: string;
  /** Called once the person wants it. */
  readonly agreed?: () => Promise<void>;
}

/** Shows a command of a client's program, and types it into a terminal or copies it; `undefined`: the person wants neither. */
export async function askProgram(
  { dialogs, clipboard, terminals, support, programs }: TellingClients,
  { client, words, question, agreed }: ProgramQuestion,
): Promise<"program" | undefined> {
  const line = commandLine(words, shellKind(terminals.ownShell()), programs.computer.platform);
  const isHere = isOnThisComputer(support);
  const how = isHere
    ? l10n.t("The command is typed into a terminal, where you run it with Enter:")
    : l10n.t("Run it in a terminal of this computer, not of the one that the window works on:");
  const type = { label: l10n.t("Type into Terminal"), value: "type" } as const;
  const copy = { label: l10n.t("Copy"), value: "copy" } as const;
  const chosen = await dialogs.choose(question, `${how}\n\n${line}`, isHere ? [type, copy] : [copy], [line]);
  if (chosen === undefined) return undefined;
  await agreed?.();
  if (chosen === "copy") {
    await clipboard.write(line);
    dialogs.mention(l10n.t("The command for {0} was copied", clientName(client)));
    return "program";
  }
  const terminal = terminals.create();
  terminal.show();
  terminal.type(line);
  return "program";
}
