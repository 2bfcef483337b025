import { causeOf, isNotFoundPage, isSignedAnswer, mayAnswerLater, type PanelFailure } from "../wire/answers/failure.ts";
import type { OperationId } from "../wire/operations/operations.ts";

/** Result of the newest call that shows the state of a panel; without a failure, the panel answered. */
export interface CallResult {
  readonly operation: OperationId;
  readonly failure?: PanelFailure;
}

/** One call, in the order in which the connection sends them. */
export interface OrderedCall {
  /** Marks the call as sent, perhaps long after it was requested. */
  readonly sent: () => void;
  /** Reports the result, unless a later call has reported one. */
  readonly ended: (failure: PanelFailure | undefined) => void;
}

/**
 * Operations whose failures do not count for the panel: a gateway may block everything of aaPanel's, and a file
 * system whose server is gone holds up the list of disks.
 */
const ASIDE: ReadonlySet<OperationId> = new Set(["system.edition", "system.details"]);

/** Derives the state of a panel from the calls that are made anyway. */
export class LastCall {
  readonly #report: (result: CallResult) => void;
  readonly #recheck: () => void;
  /** Operations that this panel has answered, without a 404 page since. */
  readonly #answered = new Set<OperationId>();
  /** Once answered, now a 404 page while the panel answers others; a recheck was already requested. */
  readonly #ended = new Set<OperationId>();
  /** Never answered; a recheck was already requested. */
  readonly #missed = new Set<OperationId>();
  /** Whether the panel answered, by the last report. */
  #answers = false;
  #lastSent = 0;
  #lastReported = 0;

  /**
   * @param recheck requests the total: a page in place of an answer means a broken or missing operation, or a closed
   * API
   */
  constructor(report: (result: CallResult) => void, recheck: () => void = () => undefined) {
    this.#report = report;
    this.#recheck = recheck;
  }

  begin(operation: OperationId): OrderedCall {
    let order: number | undefined;
    return {
      sent: () => (order = ++this.#lastSent),
      ended: (failure) => {
        // a call that was never sent counts as sent now
        const ownOrder = order ?? ++this.#lastSent;
        if (ownOrder < this.#lastReported) return;
        if (failure === undefined) this.#succeeded(operation, ownOrder);
        else this.#failed(operation, causeOf(failure), ownOrder);
      },
    };
  }

  #succeeded(operation: OperationId, order: number): void {
    if (!this.#ended.has(operation)) this.#answered.add(operation);
    this.#show({ operation }, order);
  }

  #failed(operation: OperationId, failure: PanelFailure, order: number): void {
    const shown = shownBy(operation, failure);
    if (shown === "answers") this.#show({ operation }, order);
    else if (shown === "fails") {
      if (operation === "system.total") {
        this.#ended.clear();
        this.#missed.clear();
      }
      this.#show({ operation, failure }, order);
    } else if (isNotFoundPage(failure)) this.#sawPage(operation);
  }

  #show(result: CallResult, order: number): void {
    this.#lastReported = order;
    this.#answers = result.failure === undefined;
    this.#report(result);
  }

  /** To be called when every route of an operation ended with the 404 page: it is missing, or the API was closed. */
  endedWithPage(operation: OperationId): void {
    const isKnown = this.#answered.has(operation) || this.#ended.has(operation) || this.#missed.has(operation);
    // the recheck itself loads the total; every BaoTa answers the question for the edition with the page
    const tellsNothing = operation === "system.total" || ASIDE.has(operation);
    const isNews = this.#answers && !isKnown;
    if (!isNews || tellsNothing) return;
    this.#missed.add(operation);
    this.#recheck();
  }

  #sawPage(operation: OperationId): void {
    if (!this.#answered.delete(operation)) return;
    this.#ended.add(operation);
    this.#recheck();
  }
}

function shownBy(operation: OperationId, failure: PanelFailure): "answers" | "fails" | "nothing" {
  // panels send this page for any error in an operation, and when the API is closed
  if (isNotFoundPage(failure)) {
    if (operation === "system.total") return "fails";
    return "nothing";
  }
  if (ASIDE.has(operation) && failure.kind !== "refused") return "nothing";
  if (isSignedAnswer(failure)) return "answers";
  if (failure.kind !== "cancelled" && mayAnswerLater(failure)) return "fails";
  return "nothing";
}
