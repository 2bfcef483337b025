import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { shownPath } from "../clients/agentClient.ts";
import { clientOf, type AgentClientId } from "../clients/agentClients.ts";
import type { ConnectedClient } from "../clients/connectedClients.ts";
import { SERVER_NAME } from "../clients/serverStart.ts";
import { askProgram } from "./askProgram.ts";
import { isOnThisComputer, type AgentPrograms, type ConnectingAgents, type TellingClients } from "./connecting.ts";
import { clientName, connectedText } from "./connectTexts.ts";

/** *Disconnect an Agent…*: lists the clients that are connected, and parts with one of them. With the last one, the door closes. */
export const disconnectAgent: Handler<ConnectingAgents> = async (services) => {
  const { agentDoor, agentPrograms, clock, dialogs } = services;
  const programs = await agentPrograms();
  const { connected } = programs;
  const clients = await connected.list();
  if (clients.length === 0) throw new CommandAborted(l10n.t("No agent is connected."));
  const client = await dialogs.pick(
    l10n.t("Disconnect an Agent"),
    l10n.t("Which agent?"),
    clients.map((each) => ({
      label: clientName(each.id),
      // by the wall clock: read by people
      description: connectedText(each, clock.wallTime()),
      icon: "plug",
      value: each,
    })),
  );
  if (client === undefined || !(await takeServer({ ...services, programs }, client))) return;
  await connected.disconnected(client.id);
  const isLast = clients.length === 1;
  if (isLast) await (await agentDoor()).disconnect();
  dialogs.mention(
    isLast
      ? l10n.t("{0} is disconnected: no agent of another program can reach this editor", clientName(client.id))
      : l10n.t("{0} is disconnected", clientName(client.id)),
  );
};

/** Parts with a client in the way in which it was told of our server; `false`: the person does not want that. */
async function takeServer(services: TellingClients, { id, by }: ConnectedClient): Promise<boolean> {
  const { programs, dialogs } = services;
  const { inEditor, program } = clientOf(id);
  const question = l10n.t("Disconnect {0}?", clientName(id));
  if (by === "editor" && inEditor !== undefined) {
    const isAgreed = await dialogs.ask(
      question,
      l10n.t("Server Panel takes its MCP server “{0}” out of this editor.", SERVER_NAME),
      l10n.t("Disconnect"),
    );
    if (isAgreed) programs.editor.unregister(inEditor);
    return isAgreed;
  }
  if (by === "program" && program !== undefined) {
    const words = [program.program, ...program.remove];
    return (await askProgram(services, { client: id, words, question })) !== undefined;
  }
  return showEntry(services, id, question);
}

/** Shows the person what to take out of the configuration of a client, and opens its file there. */
async function showEntry(
  { programs, dialogs, editors, support }: TellingClients,
  id: AgentClientId,
  question: string,
): Promise<boolean> {
  const path = clientOf(id).file?.path(programs.computer);
  const line = path === undefined ? undefined : await lineOfEntry(programs, path);
  if (path === undefined || line === undefined || !isOnThisComputer(support))
    return dialogs.ask(
      question,
      l10n.t("Then also take “{0}” out of its MCP configuration, where you have put it.", SERVER_NAME),
      l10n.t("Disconnect"),
    );
  const shown = shownPath(path, programs.computer);
  const isAgreed = await dialogs.ask(
    question,
    l10n.t("The editor opens {0} at “{1}”. Delete that part there, with what is in it.", shown, SERVER_NAME),
    l10n.t("Open File"),
  );
  if (isAgreed) await editors.openLocal(path, line);
  return isAgreed;
}

/** The line of our server in a file, from 0; `undefined`: it is not there, or nobody can read it. */
async function lineOfEntry({ files }: Pick<AgentPrograms, "files">, path: string): Promise<number | undefined> {
  const text = await files.read(path).catch(() => undefined);
  const line = text?.split("\n").findIndex((each) => each.includes(SERVER_NAME)) ?? -1;
  return line < 0 ? undefined : line;
}
