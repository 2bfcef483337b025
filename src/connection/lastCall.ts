import { causeOf, isNotFoundPage, type PanelFailure } from "../wire/answers/failure.ts";
import type { OperationId } from "../wire/operations/operations.ts";

/** How a panel is, as its newest call showed; without a failure: it answered. */
export interface Heard {
  readonly operation: OperationId;
  readonly failure?: PanelFailure;
}

/** The place of a call among those of its connection. */
export interface CallPlace {
  /** It is about to be sent, later than it was asked for. */
  readonly sent: () => void;
  /** It is over; what it shows is told, unless a later call has shown something already. */
  readonly ended: (failure: PanelFailure | undefined) => void;
}

/**
 * Fail on panels that answer everything else: a gateway may let nothing of aaPanel's through, and a file system whose server
 * is gone holds up all disks.
 */
const ASIDE: ReadonlySet<OperationId> = new Set(["system.edition", "system.details"]);

/** Follows how a panel is by the calls that are made anyway. */
export class LastCall {
  readonly #tell: (heard: Heard) => void;
  readonly #doubt: () => void;
  /** Operations that this panel has answered, and not failed with its page since. */
  readonly #answered = new Set<OperationId>();
  /** Operations that have failed like that while the panel answered others: they raise no doubt again. */
  readonly #ended = new Set<OperationId>();
  /** Operations that were never answered, and have raised their doubt. */
  readonly #missed = new Set<OperationId>();
  /** What was told last. */
  #answers = false;
  #latest = 0;
  #told = 0;

  /** @param doubt a page has come in place of an answer: either one operation is broken or missing, or the API was closed */
  constructor(tell: (heard: Heard) => void, doubt: () => void = () => undefined) {
    this.#tell = tell;
    this.#doubt = doubt;
  }

  begin(operation: OperationId): CallPlace {
    let place: number | undefined;
    return {
      sent: () => (place = ++this.#latest),
      ended: (failure) => {
        const cause = failure === undefined ? undefined : causeOf(failure);
        // one that was never sent tells how it is now
        const own = place ?? ++this.#latest;
        if (own < this.#told) return;
        const shown = cause === undefined ? "answers" : shownBy(operation, cause);
        if (failure === undefined && !this.#ended.has(operation)) this.#answered.add(operation);
        if (shown === "nothing") {
          if (cause !== undefined && isNotFoundPage(cause)) this.#sawPage(operation);
          return;
        }
        if (shown === "fails" && operation === "system.total") {
          this.#ended.clear();
          this.#missed.clear();
        }
        this.#told = own;
        this.#answers = shown === "answers";
        this.#tell(shown === "answers" || cause === undefined ? { operation } : { operation, failure: cause });
      },
    };
  }

  /** No route of an operation has brought more than a page: what was never answered is missing, or the API was closed. */
  endedWithPage(operation: OperationId): void {
    const isKnown = this.#answered.has(operation) || this.#ended.has(operation) || this.#missed.has(operation);
    // the doubt itself loads the total; what tells the edition is the page on every BaoTa
    if (isKnown || !this.#answers || operation === "system.total" || ASIDE.has(operation)) return;
    this.#missed.add(operation);
    this.#doubt();
  }

  #sawPage(operation: OperationId): void {
    if (!this.#answered.delete(operation)) return;
    this.#ended.add(operation);
    this.#doubt();
  }
}

function shownBy(operation: OperationId, failure: PanelFailure): "answers" | "fails" | "nothing" {
  // a panel sends this page for all that goes wrong in one operation, and when its API is closed
  if (isNotFoundPage(failure)) return operation === "system.total" ? "fails" : "nothing";
  if (ASIDE.has(operation) && failure.kind !== "refused") return "nothing";
  switch (failure.kind) {
    case "timeout":
    case "network":
    case "tls":
    case "refused":
    case "page":
    case "keyNeeded":
    case "consentNeeded":
    case "storage":
      return "fails";
    case "rejected":
    case "unsupported":
      // only a panel that takes the signature says so
      return "answers";
    case "cancelled":
    case "malformed":
    case "tooLarge":
    case "invalid":
    case "defect":
    case "uncertain":
      return "nothing";
    default:
      return failure satisfies never;
  }
}
