import * as l10n from "@vscode/l10n";
import { sentences } from "../../characters/sentences.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Timed } from "../../storage/ports.ts";
import { clientsCalled, type AgentClientId } from "../clients/agentClients.ts";
import type { AgentDoor } from "../window/agentDoor.ts";
import type { ToldByClient } from "../wire/messages.ts";
import { clientName, hintText } from "./connectTexts.ts";

/** How long a client is waited for: a person may have to start it first. */
const WAIT_MS = 180_000;

interface NextHello {
  /** The first hello of the client, or of one that nobody knows by its name. */
  readonly said: Promise<ToldByClient>;
  readonly stop: () => void;
}

/** Listens from now on for the hello of a client. */
export function nextHello(door: Pick<AgentDoor, "onHello">, id: AgentClientId): NextHello {
  const { promise, resolve } = Promise.withResolvers<ToldByClient>();
  const listener = door.onHello((told) => {
    const called = clientsCalled(told.name);
    if (called.includes(id) || called.includes("other")) resolve(told);
  });
  return { said: promise, stop: () => listener.dispose() };
}

/** Waits for that hello, as long as the person wants, and says what has become of it. */
export async function waitForHello(
  services: Talking & Timed,
  id: AgentClientId,
  said: Promise<ToldByClient>,
): Promise<void> {
  const { dialogs, clock } = services;
  const name = clientName(id);
  const enough = new AbortController();
  const told = await dialogs.progress(
    l10n.t("Waiting until {0} says hello. Start it, or have it load its MCP servers again.", name),
    async (signal) => {
      const over = clock.sleep(WAIT_MS, AbortSignal.any([signal, enough.signal])).catch(() => undefined);
      return Promise.race([said, over.then(() => undefined)]).finally(() => enough.abort());
    },
  );
  if (told === undefined) {
    const message = sentences(l10n.t("{0} has not said hello yet.", name), hintText(id));
    await dialogs.tell({ severity: "warning", message });
    return;
  }
  const itself = `${told.name} ${told.version}`.trim();
  // another one may have called meanwhile, or this one have a new name
  const message = clientsCalled(told.name).includes(id)
    ? l10n.t("{0} is connected and has said hello, as “{1}”.", name, itself)
    : l10n.t("A client that calls itself “{0}” has said hello. If that is {1}, it is connected.", itself, name);
  await dialogs.tell({ severity: "information", message, names: [itself] });
}
