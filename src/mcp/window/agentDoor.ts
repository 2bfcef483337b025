import { chmod, mkdir, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import type { Clock, Disposable, Log } from "../../storage/ports.ts";
import { agentsDirectory, isPrivateDirectory } from "../wire/agentsDirectory.ts";
import type { ToldByClient } from "../wire/messages.ts";
import type { WindowSecrets } from "../wire/windowFile.ts";
import { listen, type Listening } from "./listen.ts";
import type { Host } from "./visit.ts";

/** Connecting agents of other programs. */
export interface Connecting {
  /** Loads it where it is not there yet. */
  readonly agentDoor: () => Promise<ConnectingDoor>;
}

/** The door as those use it who connect programs. */
export type ConnectingDoor = Pick<AgentDoor, "directory" | "connect" | "disconnect" | "onHello" | "update">;

/** What the door needs of its window. */
export interface DoorOptions extends Omit<Host, "greeted" | keyof WindowSecrets> {
  /** A directory that all windows share. */
  readonly root: string;
  readonly log: Pick<Log, "error">;
  /** Whether the setting lets agents do anything. */
  readonly isAllowed: () => boolean;
  readonly clock: Clock;
}

/**
 * The door of a window for agents of other programs. It is open once a person has connected such a program on this computer, and
 * while the setting lets agents do anything. What receives visitors is loaded when the first one speaks.
 */
export class AgentDoor {
  /** Of all windows. The program's command gets it. It exists once a program was connected. */
  readonly directory: string;
  readonly #options: DoorOptions;
  readonly #listeners = new Set<(client: ToldByClient) => void>();
  #listening: Listening | undefined;
  /** Changes follow one another. */
  #updated: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.directory = agentsDirectory(options.root);
  }

  /** Whether a person has connected a program on this computer. */
  isConnected(): boolean {
    return isPrivateDirectory(this.directory);
  }

  /** Remembers that a person connects a program, and opens the door; other windows do so when they come to the front. */
  async connect(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    if (process.platform !== "win32") await chmod(this.directory, 0o700);
    await this.update();
  }

  /** Forgets all programs that were connected, with what they need; other windows close their doors when they come to the front. */
  async disconnect(): Promise<void> {
    await this.#change(async () => {
      await this.#stop();
      await rm(this.directory, { recursive: true, force: true });
    });
  }

  /** Tells of each program that says hello, also before it calls. */
  onHello(listener: (client: ToldByClient) => void): Disposable {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Opens or closes the door as it has to be by now. */
  async update(): Promise<void> {
    await this.#change(async () => {
      const isWanted = !this.#isClosed && this.#options.isAllowed() && this.isConnected();
      // another window may have forgotten all programs, and connected one again
      if (!isWanted || (await this.#listening?.isKnown()) === false) await this.#stop();
      if (isWanted) this.#listening ??= await this.#listen();
    });
  }

  async dispose(): Promise<void> {
    this.#isClosed = true;
    await this.update();
  }

  async #change(change: () => Promise<void>): Promise<void> {
    const { log } = this.#options;
    // agents cannot call then; everything else of the window works
    const changed = this.#updated.then(change).catch((error: unknown) => log.error(`agents: ${String(error)}`));
    this.#updated = changed;
    await changed;
  }

  async #listen(): Promise<Listening> {
    const { clock } = this.#options;
    return listen(this.directory, clock, async (...visit) => this.#receive(...visit));
  }

  async #receive(socket: Socket, secrets: WindowSecrets): Promise<void> {
    const { receiveVisit } = await import("./visit.ts");
    await receiveVisit(socket, {
      ...this.#options,
      ...secrets,
      greeted: (client) => this.#listeners.forEach((listener) => listener(client)),
    });
  }

  async #stop(): Promise<void> {
    await this.#listening?.close();
    this.#listening = undefined;
  }
}
