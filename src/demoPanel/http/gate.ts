import { createHash } from "node:crypto";
import type { Accent } from "./accent.ts";
import { type Answer, redirect, refusal } from "./answer.ts";
import { isAllowed } from "./isAllowed.ts";
import { Lockout } from "./lockout.ts";
import type { PanelRequest } from "./panelRequest.ts";
import { closedDoor, passwordWanted, type Switches } from "./switches.ts";

/** What the gate needs to know; addresses and switches are read at each request. */
export interface GateOptions {
  readonly key: string;
  readonly allowedAddresses: () => readonly string[];
  readonly switches: Switches;
  readonly accent: Accent;
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
  readonly #allowed: () => readonly string[];
  readonly #switches: Switches;
  readonly #accent: Accent;
  readonly #lockout: Lockout;

  constructor({ key, allowedAddresses, switches, accent, now }: GateOptions) {
    this.#keyHash = md5(key);
    this.#switches = switches;
    this.#accent = accent;
    this.#allowed = allowedAddresses;
    this.#lockout = new Lockout(now);
  }

  /** `undefined`: it is let through. The signature needs a time, whichever. */
  reject(request: PanelRequest): Rejection | undefined {
    const { signature, clientAddress } = request;
    const { refusals, notFoundPage } = this.#accent;
    const closed = closedDoor(request, this.#switches, this.#accent);
    if (closed !== undefined) return { refused: false, answer: closed };
    const isSigned = signature?.token === md5((signature?.time ?? "") + this.#keyHash);
    const wanted = isSigned ? undefined : passwordWanted(request, this.#switches);
    if (wanted !== undefined) return { refused: false, answer: wanted };
    if (signature === undefined) return { refused: false, answer: notFoundPage };
    if (this.#lockout.isLocked(clientAddress)) return refused(refusals.lock);
    const allowed = isAllowed(this.#allowed(), clientAddress);
    if (allowed === "broken") return { refused: false, answer: redirect("/login") };
    if (!allowed) {
      this.#lockout.failed(clientAddress);
      return refused(refusals.address(clientAddress));
    }
    if (!isSigned) {
      this.#lockout.failed(clientAddress);
      return refused(refusals.key);
    }
    this.#lockout.succeeded(clientAddress);
    return undefined;
  }
}

function refused(message: string): Rejection {
  return { refused: true, answer: refusal(message) };
}

function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex");
}
