import type { Copying, Editing, Support, UsingTerminals } from "../../ports/workbench.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { FileSystem } from "../../storage/fileSystem.ts";
import type { Timed } from "../../storage/ports.ts";
import type { Computer, EditorInterface } from "../clients/agentClient.ts";
import type { ConnectedClients } from "../clients/connectedClients.ts";
import type { Launched } from "../clients/launcher.ts";
import type { Connecting } from "../window/agentDoor.ts";

/** This computer, as the clients on it see it, and what they are told. */
export interface AgentPrograms {
  readonly computer: Computer;
  readonly launched: Launched;
  readonly files: FileSystem;
  readonly connected: ConnectedClients;
  /** The editor's own lists of servers. */
  readonly editor: {
    has(which: EditorInterface): boolean;
    register(which: EditorInterface): void;
    unregister(which: EditorInterface): void;
  };
}

/** Asking a person about clients, and telling clients. */
export interface TellingClients extends Copying, Editing, Talking, Timed, UsingTerminals {
  readonly support: Support;
  readonly programs: AgentPrograms;
}

/** Whether editors and terminals of this window are on the computer of the clients that can reach it. */
export function isOnThisComputer(support: Support): boolean {
  return support.place() !== "besideRemote";
}

/** Connecting agents of other programs. */
export interface ConnectingAgents extends Omit<TellingClients, "programs">, Connecting {
  /** Loads them where they are not there yet. */
  readonly agentPrograms: () => Promise<AgentPrograms>;
}
