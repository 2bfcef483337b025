import type { Agent, ClientRequest } from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import { PanelError } from "../answers/failure.ts";
import type { HeldRequest } from "./heldRequest.ts";

/** Node closes an idle connection after 5 s, which is shorter than the pause between two looks at a panel. */
const idleMs = 45_000;

/** Whose idle socket it is: pools are Node's own, so another transport may have taken it over since. */
const owners = new WeakMap<Socket, SocketPool>();

/** Knows the connections that a transport left in Node's pools, so that they live long enough and end with it. */
export class SocketPool {
  /** The requests under way, which end with it. */
  readonly running = new Set<HeldRequest>();
  readonly #sockets = new Set<Socket>();
  readonly #agents = new Set<Agent>();
  #disposed = false;

  /**
   * The agent that holds an idle connection through a proxy. VS Code makes an agent per request: without naming
   * the one that has the connection, it would never be used again. All else goes without an agent, so that VS Code's
   * present settings decide on every new connection.
   */
  idleAgent(): Agent | undefined {
    for (const agent of this.#agents) {
      if (hasAny(agent.freeSockets)) return agent;
      if (!hasAny(agent.sockets)) this.#agents.delete(agent);
    }
    return undefined;
  }

  /** Notes a connection when a request has got it. */
  own(socket: Socket): void {
    for (const known of this.#sockets) if (known.destroyed) this.#sockets.delete(known);
    this.#sockets.add(socket);
    owners.set(socket, this);
  }

  /** Called before a request is written: lets a proxy's agent keep its connection. */
  keep(request: ClientRequest): void {
    const agent = (request as { agent?: Agent & { keepAlive?: boolean } }).agent;
    // a plain request through a proxy gets its absolute path when it connects, so it cannot use a connection again
    if (agent === undefined || agent === https.globalAgent || request.protocol !== "https:") return;
    // an agent without sockets has handed the request on to Node's own, which keeps connections anyway
    if (!hasAny(agent.sockets)) return;
    agent.keepAlive = true;
    this.#agents.add(agent);
  }

  /**
   * Called when an answer was read; resolves when Node has put its socket into the pool, where the next call finds it.
   * @param limited the server said itself how long it keeps the connection; Node respects that
   */
  async giveBack(request: ClientRequest, socket: Socket, limited: boolean): Promise<void> {
    // Node closes the request as it puts the socket there, most often before the last piece has been handed on
    if (!request.closed) await new Promise(setImmediate);
    if (this.#disposed && owners.get(socket) === this) socket.destroy();
    else if (!limited) socket.setTimeout(idleMs);
  }

  dispose(): void {
    this.#disposed = true;
    for (const held of this.running) held.end(new PanelError({ kind: "cancelled" }));
    for (const socket of this.#sockets) if (owners.get(socket) === this) socket.destroy();
    this.#sockets.clear();
    this.#agents.clear();
  }
}

function hasAny(sockets: NodeJS.ReadOnlyDict<Socket[]>): boolean {
  return Object.values(sockets).some((list) => list !== undefined && list.length > 0);
}
