import type { Agent, ClientRequest } from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import { PanelError } from "../answers/failure.ts";
import type { HeldRequest } from "./heldRequest.ts";

/** Node closes an idle connection after 5 s, which is shorter than the pause between two looks at a panel. */
const idleMs = 45_000;

/** The owner of an idle socket: pools are Node's own, so another transport may have taken it over. */
const owners = new WeakMap<Socket, SocketPool>();

/**
 * The idle connections of a transport in Node's pools: keeps them alive long enough, and ends them with the
 * transport.
 */
export class SocketPool {
  /** The pending requests, which end with it. */
  readonly running = new Set<HeldRequest>();
  readonly #sockets = new Set<Socket>();
  readonly #agents = new Set<Agent>();
  #disposed = false;

  /**
   * The agent that holds an idle connection through a proxy. VS Code makes an agent per request: without naming the
   * one that has the connection, it would never be used again. All else goes without an agent, so that VS Code's
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
    for (const earlier of this.#sockets) if (earlier.destroyed) this.#sockets.delete(earlier);
    this.#sockets.add(socket);
    owners.set(socket, this);
  }

  /** Called before a request is written: lets a proxy's agent keep its connection. */
  keep(request: ClientRequest): void {
    const agent = (request as { agent?: Agent & { keepAlive?: boolean } }).agent;
    if (agent === undefined || agent === https.globalAgent) return;
    // a plain request through a proxy gets its absolute path when it connects, so it cannot use a connection again
    if (request.protocol !== "https:") return;
    // an agent without sockets has handed the request on to Node's own, which keeps connections anyway
    if (!hasAny(agent.sockets)) return;
    agent.keepAlive = true;
    this.#agents.add(agent);
  }

  /**
   * Gives a socket back after its answer was read; resolves when Node has put it into the pool, where the next call
   * finds it. @param limited whether the server has limited the life of the connection, which Node respects
   */
  async giveBack(request: ClientRequest, socket: Socket, limited: boolean): Promise<void> {
    // Node closes the request as it puts the socket there, most often before the last piece has been handed on
    if (!request.closed) await new Promise(setImmediate);
    if (this.#disposed && owners.get(socket) === this) socket.destroy();
    else if (!limited) socket.setTimeout(idleMs);
  }

  dispose(): void {
    this.#disposed = true;
    for (const heldRequest of this.running) heldRequest.end(new PanelError({ kind: "cancelled" }));
    for (const socket of this.#sockets) if (owners.get(socket) === this) socket.destroy();
    this.#sockets.clear();
    this.#agents.clear();
  }
}

function hasAny(sockets: NodeJS.ReadOnlyDict<Socket[]>): boolean {
  return Object.values(sockets).some((list) => list !== undefined && list.length > 0);
}
