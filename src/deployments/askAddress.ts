import { isWrong, type AddressAnswer, type CheckedAddress } from "../actions/deploymentEnd.ts";
import { codeOf } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";

/** A web server that reloads, or a project that starts, may need some seconds. */
const TRIES = 4;
const TRIES_BEFORE = 2;
const PAUSE_MS = 1_500;
const DEADLINE_MS = 15_000;

/** The address of a deployment. Its later answers are compared with the one from right before the exchange. */
export class DeployedAddress {
  readonly #address: string;
  #before: AddressAnswer | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  /** Asks it right before the exchange, up to twice: one bad answer by chance would let a later one count for nothing. Never rejects. */
  async askBefore(clock: Clock, signal: AbortSignal): Promise<void> {
    const { answer } = await this.#askUpTo(TRIES_BEFORE, clock, signal);
    this.#before = answer;
  }

  /** Asks it up to four times until nothing is wrong with its answer. Never rejects, not even after an abort. */
  async ask(clock: Clock, signal: AbortSignal): Promise<CheckedAddress> {
    return this.#askUpTo(TRIES, clock, signal);
  }

  async #askUpTo(most: number, clock: Clock, signal: AbortSignal): Promise<CheckedAddress> {
    for (let tries = 1; ; tries++) {
      const checked = await this.askOnce(signal);
      if (!isWrong(checked) || tries === most || signal.aborted) return checked;
      await clock.sleep(PAUSE_MS, signal).catch(() => undefined);
    }
  }

  /** Asks it once. Never rejects. */
  async askOnce(signal: AbortSignal): Promise<CheckedAddress> {
    const answer = await answerOf(this.#address, signal);
    return { address: this.#address, answer, ...(this.#before && { before: this.#before }) };
  }
}

/** Asks an address from this computer. Never rejects. */
async function answerOf(address: string, signal: AbortSignal): Promise<AddressAnswer> {
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
