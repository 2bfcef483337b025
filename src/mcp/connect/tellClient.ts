import * as l10n from "@vscode/l10n";
import { shownPath, type EditorInterface } from "../clients/agentClient.ts";
import { clientOf, type AgentClientId } from "../clients/agentClients.ts";
import type { ConnectedBy } from "../clients/connectedClients.ts";
import { launcherPath } from "../clients/launcher.ts";
import { launcherStart, mcpServersJson, SERVER_NAME, type ServerStart } from "../clients/serverStart.ts";
import { askProgram } from "./askProgram.ts";
import { isOnThisComputer, type TellingClients } from "./connecting.ts";
import { clientName } from "./connectTexts.ts";

/** Telling a client of the server, if the person wants it. */
interface AskingClients extends TellingClients {
  /** Called once they do. */
  readonly agreed: () => Promise<void>;
}

/** Tells a client of the server, in the first way that there is; `undefined`: the person does not want it. */
export async function tellClient(services: AskingClients, id: AgentClientId): Promise<ConnectedBy | undefined> {
  const { programs, terminals } = services;
  const { computer, launched, editor } = programs;
  const client = clientOf(id);
  const start = launcherStart(client, launcherPath(launched, computer.platform), computer.platform);
  const { inEditor, file, program } = client;
  if (inEditor !== undefined && editor.has(inEditor)) return registerInEditor(services, id, inEditor);
  if (program !== undefined && (file === undefined || (await terminals.canRun(program.program)))) {
    const words = [program.program, ...program.add, start.command, ...start.args];
    return askProgram(services, {
      client: id,
      words,
      agreed: services.agreed,
      question: l10n.t("Connect {0} with this command?", clientName(id)),
    });
  }
  return copyPart(services, id, start);
}

async function registerInEditor(
  { dialogs, programs, agreed }: AskingClients,
  id: AgentClientId,
  inEditor: EditorInterface,
): Promise<ConnectedBy | undefined> {
  const isAgreed = await dialogs.ask(
    l10n.t("Connect {0}?", clientName(id)),
    l10n.t(
      "Server Panel registers its MCP server “{0}” with this editor, in each of its windows, until you disconnect it. No file is changed.",
      SERVER_NAME,
    ),
    l10n.t("Connect"),
  );
  if (!isAgreed) return undefined;
  await agreed();
  programs.editor.register(inEditor);
  return "editor";
}

/** Gives the person the text for the configuration of a client, and opens the file that it belongs into. */
async function copyPart(
  services: AskingClients,
  id: AgentClientId,
  start: ServerStart,
): Promise<"copied" | "file" | undefined> {
  const { dialogs, clipboard, editors, agreed, support, programs } = services;
  const { file } = clientOf(id);
  const part = (file?.part ?? mcpServersJson)(start);
  const path = file?.path(programs.computer);
  const shown = path === undefined ? [] : [shownPath(path, programs.computer)];
  const where =
    path === undefined
      ? l10n.t("Put this into the MCP configuration of the client:")
      : l10n.t(
          "Paste this into {0}. If other servers are there already, put “{1}” beside them:",
          ...shown,
          SERVER_NAME,
        );
  const copy = { label: l10n.t("Copy"), value: "copy" } as const;
  const open = { label: l10n.t("Copy and Open File"), value: "open" } as const;
  const canOpen = path !== undefined && isOnThisComputer(support);
  const question = l10n.t("Connect {0}?", clientName(id));
  const buttons = canOpen ? [open, copy] : [copy];
  const chosen = await dialogs.choose(question, `${where}\n\n${part}`, buttons, [...shown, part]);
  if (chosen === undefined) return undefined;
  await agreed();
  await clipboard.write(part);
  if (chosen === "open" && path !== undefined) await editors.openLocal(path);
  return path === undefined ? "copied" : "file";
}
