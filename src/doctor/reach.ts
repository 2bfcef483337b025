import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import { inTime } from "../connection/callDeadline.ts";
import { codeOf } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import { failureOf, PanelError, throwIfEnded } from "../wire/answers/failure.ts";

/** What this computer reaches by itself, past any proxy. Both throw `PanelError`. */
export interface Reach {
  /** The addresses of a host name. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Connects to a port and ends the connection without sending anything. */
  connect(hostname: string, port: number, signal: AbortSignal): Promise<void>;
}

/** A person waits for it, and who answers at all does so within a second. */
const PATIENCE_MS = 5_000;

/** The network of this computer. */
export function systemReach(clock: Clock): Reach {
  /** Waits for a task as long as a person does. @param late the code where that is too long */
  async function within<T>(outer: AbortSignal, late: string, task: Promise<T>): Promise<T> {
    try {
      return await inTime(clock, PATIENCE_MS, outer, task);
    } catch (error) {
      throwIfEnded(outer);
      const isLate = failureOf(error)?.kind === "timeout";
      throw new PanelError({ kind: "network", code: isLate ? late : codeOf(error) });
    }
  }

  return {
    async resolve(hostname, signal) {
      const addresses = await within(signal, "EAI_AGAIN", lookup(hostname, { all: true }));
      return [...new Set(addresses.map(({ address }) => address))];
    },
    async connect(host, port, signal) {
      const socket = connect({ host, port });
      const connected = new Promise<void>(
        (resolve, reject) => void socket.once("connect", resolve).on("error", reject),
      );
      try {
        await within(signal, "ETIMEDOUT", connected);
      } finally {
        socket.destroy();
      }
    },
  };
}
