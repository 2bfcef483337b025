import * as l10n from "@vscode/l10n";
import { accessIn, AGENT_TOOLS } from "../../agents/agentAccess.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import type { Handler } from "../../commands/context/handler.ts";
import { agentClientIds, type AgentClientId } from "../clients/agentClients.ts";
import { writeLauncher } from "../clients/launcher.ts";
import type { ConnectingAgents, TellingClients } from "./connecting.ts";
import { clientName, connectedText } from "./connectTexts.ts";
import { nextHello, waitForHello } from "./hello.ts";
import { tellClient } from "./tellClient.ts";

/** *Connect an Agent…*: tells a client of our server as it has to be told, and waits until it says hello. */
export const connectAgent: Handler<ConnectingAgents> = async (services) => {
  const { agentDoor, agentPrograms, clock, support } = services;
  if (accessIn(support.environment().setting(AGENT_TOOLS)) === "off")
    throw new CommandAborted(l10n.t("The setting {0} lets agents do nothing. Change it first.", AGENT_TOOLS));
  const programs = await agentPrograms();
  const id = await pickClient({ ...services, programs });
  if (id === undefined) return;
  const door = await agentDoor();
  const hello = nextHello(door, id);
  // whatever the client then starts is there before it knows of it
  const agreed = async () => {
    await door.connect();
    await writeLauncher(programs.launched, programs.computer, { files: programs.files, clock });
  };
  try {
    const by = await tellClient({ ...services, programs, agreed }, id);
    if (by !== undefined) {
      await programs.connected.connected(id, by);
      await waitForHello(services, id, hello.said);
    } else if ((await programs.connected.list()).length === 0) await door.disconnect();
  } finally {
    hello.stop();
  }
};

async function pickClient({ dialogs, programs, clock }: TellingClients): Promise<AgentClientId | undefined> {
  const connected = await programs.connected.list();
  const choices = agentClientIds.map((id) => {
    const known = connected.find((each) => each.id === id);
    // by the wall clock: read by people
    const description = known && { description: connectedText(known, clock.wallTime()) };
    return { label: clientName(id), icon: known === undefined ? "plug" : "check", value: id, ...description };
  });
  return dialogs.pick(
    l10n.t("Connect an Agent"),
    l10n.t("Which agent? You see first how it is told, and what it asks you is asked in this window."),
    choices,
  );
}
