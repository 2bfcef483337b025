import type { EditorInterface } from "../../../src/mcp/clients/agentClient.ts";
import type { AgentPrograms } from "../../../src/mcp/connect/connecting.ts";
import type { ConnectingDoor } from "../../../src/mcp/window/agentDoor.ts";
import type { ToldByClient } from "../../../src/mcp/wire/messages.ts";

/** A door at which a test says hello. */
export class FakeAgentDoor implements ConnectingDoor {
  readonly directory = "/data/agents";
  isOpen = false;
  readonly #listeners = new Set<(client: ToldByClient) => void>();

  async connect(): Promise<void> {
    this.isOpen = true;
  }

  async disconnect(): Promise<void> {
    this.isOpen = false;
  }

  async update(): Promise<void> {
    // it is as it was left
  }

  onHello(listener: (client: ToldByClient) => void) {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Whether somebody waits for a hello. */
  get isAwaited(): boolean {
    return this.#listeners.size > 0;
  }

  greet(name: string, version = "1.0"): void {
    for (const listener of this.#listeners) listener({ name, version });
  }
}

type Editor = AgentPrograms["editor"];

/** An editor with interfaces for servers that extensions bring. */
export class FakeEditorServers implements Editor {
  interfaces: readonly EditorInterface[] = [];
  readonly registered = new Set<EditorInterface>();

  has(which: EditorInterface): boolean {
    return this.interfaces.includes(which);
  }

  register(which: EditorInterface): void {
    this.registered.add(which);
  }

  unregister(which: EditorInterface): void {
    this.registered.delete(which);
  }
}
