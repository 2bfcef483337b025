import * as l10n from "@vscode/l10n";
import { shownPath, type EditorInterface, type ServersFile } from "../clients/agentClient.ts";
import { clientOf, SERVER_NAME, type AgentClientId } from "../clients/agentClients.ts";
import type { ConnectedBy } from "../clients/connectedClients.ts";
import { launcherPath } from "../clients/launcher.ts";
import { fileEntry, launcherStart, tomlPart, wholeJson, type ServerStart } from "../clients/serverStart.ts";
import { askProgram } from "./askProgram.ts";
import { changeFile } from "./changeFile.ts";
import type { TellingClients } from "./connecting.ts";
import { clientName } from "./connectTexts.ts";
import { withServer } from "./serversText.ts";

/** Telling a client of the server, if the person wants it. */
interface AskingClients extends TellingClients {
  /** Called once they do. */
  readonly agreed: () => Promise<void>;
}

/** Tells a client of the server, in the first way that there is; `undefined`: the person does not want it, or it was not possible. */
export async function tellClient(services: AskingClients, id: AgentClientId): Promise<ConnectedBy | undefined> {
  const { programs, terminals } = services;
  const { computer, launched, editor } = programs;
  const client = clientOf(id);
  const start = launcherStart(client, launcherPath(launched, computer.platform), computer.platform);
  const { inEditor, file, program, toml } = client;
  if (inEditor !== undefined && editor.has(inEditor)) return registerInEditor(services, id, inEditor);
  if (file !== undefined) return addToFile(services, id, file, start);
  if (program !== undefined && (toml === undefined || (await terminals.canRun(program.program)))) {
    const words = [program.program, ...program.add, start.command, ...start.args];
    return askProgram(services, {
      client: id,
      words,
      agreed: services.agreed,
      question: l10n.t("Connect {0} with this command?", clientName(id)),
    });
  }
  if (toml !== undefined) return copyPart(services, id, shownPath(toml(computer), computer), tomlPart(start));
  return copyPart(services, id, undefined, wholeJson(start));
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

async function addToFile(
  services: AskingClients,
  client: AgentClientId,
  file: ServersFile,
  start: ServerStart,
): Promise<ConnectedBy | undefined> {
  const entry = fileEntry(file, start);
  const isWritten = await changeFile(services, {
    client,
    path: file.path(services.programs.computer),
    change: (text) => withServer(text, { key: file.key, name: SERVER_NAME }, entry),
    agreed: services.agreed,
    entry: `${JSON.stringify({ [file.key]: { [SERVER_NAME]: entry } }, undefined, 2)}\n`,
  });
  return isWritten ? "file" : undefined;
}

async function copyPart(
  { dialogs, clipboard, agreed }: AskingClients,
  id: AgentClientId,
  path: string | undefined,
  part: string,
): Promise<ConnectedBy | undefined> {
  const where =
    path === undefined
      ? l10n.t("Put this into the MCP configuration of the client:")
      : l10n.t("Put this at the end of {0}:", path);
  const isCopied = await dialogs.choose(
    l10n.t("Connect {0}?", clientName(id)),
    `${where}\n\n${part}`,
    [{ label: l10n.t("Copy"), value: true }],
    path === undefined ? [part] : [path, part],
  );
  if (isCopied !== true) return undefined;
  await agreed();
  await clipboard.write(part);
  return "copied";
}
