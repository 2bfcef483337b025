import { createHash } from "node:crypto";
import { type Answer, notFoundPage, refusal } from "./answer.ts";
import { Lockout } from "./lockout.ts";
import type { PanelRequest } from "./panelRequest.ts";

/** What a panel says to those whom it refuses (docs/protocol.md 3.1). */
export interface Refusals {
  readonly key: string;
  readonly lock: string;
}

/** What an administrator can close besides the signature; only tests do. */
export interface Doors {
  /** What stops a request before its signature counts; `undefined`: nothing. */
  readonly closed?: (request: PanelRequest, isSigned: boolean) => Answer | undefined;
  /** What stops it for its address, once that is not locked out; `undefined`: nothing. */
  readonly barred?: (request: PanelRequest) => Rejection | undefined;
}

/** What the gate needs to know. */
export interface GateOptions {
  readonly key: string;
  readonly refusals: Refusals;
  readonly doors: Doors;
  readonly now: () => number;
}

/** A request that was not let through: with a refusal, which counts for the lockout, or with another answer. */
export interface Rejection {
  readonly refused: boolean;
  readonly answer: Answer;
}

/** Checks signature, address and lockout in the order in which panels do (docs/protocol.md 3.7). */
export class Gate {
  readonly #keyHash: string;
  readonly #refusals: Refusals;
  readonly #doors: Doors;
  readonly #lockout: Lockout;

  constructor({ key, refusals, doors, now }: GateOptions) {
    this.#keyHash = md5(key);
    this.#refusals = refusals;
    this.#doors = doors;
    this.#lockout = new Lockout(now);
  }

  /** `undefined`: it is let through. The signature needs a time, whichever. */
  reject(request: PanelRequest): Rejection | undefined {
    const { signature, clientAddress } = request;
    const isSigned = signature?.token === md5((signature?.time ?? "") + this.#keyHash);
    const closed = this.#doors.closed?.(request, isSigned);
    if (closed !== undefined) return { refused: false, answer: closed };
    if (signature === undefined) return { refused: false, answer: notFoundPage };
    if (this.#lockout.isLocked(clientAddress)) return { refused: true, answer: refusal(this.#refusals.lock) };
    const wrongKey = isSigned ? undefined : { refused: true, answer: refusal(this.#refusals.key) };
    const rejection = this.#doors.barred?.(request) ?? wrongKey;
    if (rejection === undefined) this.#lockout.succeeded(clientAddress);
    else if (rejection.refused) this.#lockout.failed(clientAddress);
    return rejection;
  }
}

function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex");
}
