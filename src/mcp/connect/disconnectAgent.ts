import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { clientOf, SERVER_NAME } from "../clients/agentClients.ts";
import type { ConnectedClient } from "../clients/connectedClients.ts";
import { askProgram } from "./askProgram.ts";
import { changeFile } from "./changeFile.ts";
import type { ConnectingAgents, TellingClients } from "./connecting.ts";
import { clientName, connectedText } from "./connectTexts.ts";
import { withoutServer } from "./serversText.ts";

/** *Disconnect an Agent…*: lists the clients that are connected, and takes our server from one of them. With the last one, the door closes. */
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

/** Takes our server from a client in the way in which it was told of it; `false`: the person does not want that, or it was not possible. */
async function takeServer(services: TellingClients, { id, by }: ConnectedClient): Promise<boolean> {
  const { programs, dialogs } = services;
  const { inEditor, file, program } = clientOf(id);
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
  if (by === "file" && file !== undefined)
    return changeFile(services, {
      client: id,
      path: file.path(programs.computer),
      change: (text) => withoutServer(text, { key: file.key, name: SERVER_NAME }),
    });
  if (by === "program" && program !== undefined) {
    const words = [program.program, ...program.remove];
    return (await askProgram(services, { client: id, words, question })) !== undefined;
  }
  return dialogs.ask(
    question,
    l10n.t("Then also take “{0}” out of its MCP configuration, where you have put it.", SERVER_NAME),
    l10n.t("Disconnect"),
  );
}
