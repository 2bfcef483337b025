import { failureOf, PanelError } from "../wire/answers/failure.ts";
import { rawAnswerOf } from "../wire/decode.ts";
import type { Transport } from "../wire/http/transport.ts";
import type { Clock } from "../storage/ports.ts";
import { CallDeadline } from "./callDeadline.ts";
import { recogniseAnswer, type Probe } from "./probeCandidates.ts";

const DEADLINE_MS = 8_000;

/** Asks an origin for a page that panels refuse to strangers. Nothing is signed; the caller disposes the transport. */
export function createUnsignedProbe(transport: Transport, clock: Clock): Probe {
  return async (origin, outer) => {
    const deadline = new CallDeadline({ clock, deadlineMs: DEADLINE_MS, outer });
    deadline.start();
    try {
      const init = { method: "GET", change: false, signal: deadline.signal } as const;
      return recogniseAnswer(rawAnswerOf(await transport.fetchFrom(origin)("/system", init), origin));
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      if (failure.kind !== "tls" || failure.problem !== "untrusted") throw new PanelError(failure);
      return { kind: "tls", ...(failure.certificate === undefined ? {} : { certificate: failure.certificate }) };
    } finally {
      deadline.dispose();
    }
  };
}
