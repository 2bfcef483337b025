import type { AddressAnswer } from "../actions/deploymentEnd.ts";
import { codeOf } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";

/** A web server that reloads, or a project that starts, may need some seconds. */
const TRIES = 4;
const PAUSE_MS = 1_500;
const DEADLINE_MS = 15_000;

/** Asks an address from this computer, up to four times until it answers well. Never rejects, not even after an abort. */
export async function askAddress(address: string, clock: Clock, signal: AbortSignal): Promise<AddressAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await askOnce(address, signal);
    if (isWell(answer) || tries === TRIES || signal.aborted) return answer;
    await clock.sleep(PAUSE_MS, signal).catch(() => undefined);
  }
}

/** 2xx or 3xx. */
export function isWell(answer: AddressAnswer): boolean {
  return answer.kind === "status" && answer.status >= 200 && answer.status < 400;
}

/** Asks an address from this computer. Never rejects. */
export async function askOnce(address: string, signal: AbortSignal): Promise<AddressAnswer> {
  try {
    const response = await fetch(address, {
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    await response.body?.cancel();
    return { kind: "status", status: response.status };
  } catch (error) {
    return { kind: "failed", code: whyUnreachable(error) };
  }
}

/** The system's code for what `fetch` threw, which wraps its cause. */
function whyUnreachable(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return "ETIMEDOUT";
  if (error instanceof Error) return codeOf(error.cause ?? error);
  return codeOf(error);
}
