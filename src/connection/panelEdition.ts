import {
  endsOtherCalls,
  isAnswer,
  isNotFoundPage,
  panelFailureOf,
  type PanelFailure,
} from "../wire/answers/failure.ts";
import type { Edition, KnownEdition } from "../wire/answers/operation.ts";
import type { ResultOf } from "../wire/operations/operations.ts";
import type { Call } from "../resources/resource.ts";
import type { CalledBy } from "./lockoutGuard.ts";
import { SharedRequest } from "./sharedRequest.ts";

type TotalOfPanel = Pick<ResultOf<"system.total">, "version" | "isInAapanelWords">;

/**
 * The edition of a panel: requested when it is first needed, once for all who need it at the same time, and kept
 * until the panel's version changes.
 */
export class PanelEdition {
  /** One request for each origin: a refusal holds back automatic calls, and not a person's. */
  readonly #requests: Readonly<Record<CalledBy, SharedRequest<Edition>>>;
  #edition: Edition = "unknown";
  /** The last result of `system.total`, if it has succeeded. */
  #lastTotal: TotalOfPanel | undefined;
  /** The result stands until the next success of `system.total`. */
  #isAsked = false;
  readonly #onLearned: () => void;

  /** @param onLearned called when the edition turns out to be another one */
  constructor(callFor: (signal: AbortSignal, calledBy: CalledBy) => Call, onLearned: () => void) {
    this.#onLearned = onLearned;
    const asking = (calledBy: CalledBy) => new SharedRequest((signal) => this.#ask(callFor(signal, calledBy)));
    this.#requests = { user: asking("user"), automatic: asking("automatic"), retry: asking("retry") };
  }

  /** The edition, as far as it is known. */
  get edition(): Edition {
    return this.#edition;
  }

  /** The version, as far as it is known. */
  get version(): string | undefined {
    return this.#lastTotal?.version;
  }

  /** Requests the edition unless it is known. If it stays `unknown`, it is requested again after the next total. */
  async learn(signal: AbortSignal, calledBy: CalledBy): Promise<Edition> {
    if (this.#isAsked) return this.#edition;
    return this.#requests[calledBy].join(signal);
  }

  /** Takes a success of `system.total`; `true` if the version has changed, so that nothing learned before holds. */
  sawTotal(total: TotalOfPanel, calledBy: CalledBy): boolean {
    const { version } = total;
    const isNewer = this.#lastTotal?.version !== undefined && this.#lastTotal.version !== version;
    const isOther = isNewer || this.#edition === "documented";
    if (isOther) this.#edition = "unknown";
    // one failure at the wrong moment looks like BaoTa: a person can have it asked again
    const isDoubted = this.#edition === "baota" && calledBy !== "automatic";
    if (isDoubted || this.#edition === "unknown") this.#isAsked = false;
    this.#lastTotal = total;
    return isOther;
  }

  /** Takes a success of a wire. `edition`: the only one with that wire. */
  sawAnswer(edition: KnownEdition | undefined): void {
    // what BaoTa alone is asked by, an aaPanel may answer in another way
    if (edition === "aapanel" && this.#edition === "unknown") this.#become(edition);
  }

  /** Begins with what another connection has found of the panel. */
  startDocumented(): void {
    this.#edition = "documented";
    this.#isAsked = true;
  }

  /** Takes that the panel has the operations of the document alone, and so no total. */
  sawDocumentAlone(): void {
    if (this.#edition !== "documented") this.#become("documented");
  }

  /** Takes that a panel without a total has more than the document: its total has failed. */
  sawMore(): void {
    if (this.#edition !== "documented") return;
    this.#edition = "unknown";
    this.#isAsked = false;
  }

  /** Whether the panel has ever answered with its total, as all do that have more than the document. */
  get hasTotal(): boolean {
    return this.#lastTotal !== undefined;
  }

  async #ask(call: Call): Promise<Edition> {
    // without an answer to the plainest question there is none to another either, and waiting twice is no help
    const isUnanswered = (failure: PanelFailure) => !isAnswer(failure);
    if (this.#lastTotal === undefined) await failureIn(call("system.total", {}), isUnanswered);
    // without a total, the page in place of the edition proves nothing either
    if (this.#lastTotal === undefined) return this.#edition;
    const failure = await failureIn(call("system.edition", {}), endsOtherCalls);
    const shownEdition = editionShownBy(failure, this.#lastTotal);
    // the API may have been closed since
    if (failure !== undefined && shownEdition !== "unknown" && this.#edition !== shownEdition)
      await call("system.total", {});
    this.#isAsked = true;
    if (shownEdition !== "unknown" && shownEdition !== this.#edition) this.#become(shownEdition);
    return this.#edition;
  }

  #become(edition: Exclude<Edition, "unknown">): void {
    this.#edition = edition;
    this.#isAsked = true;
    this.#onLearned();
  }
}

/**
 * The edition shown by the result of `system.edition`, once `system.total` has succeeded (docs/protocol.md 14.1).
 * @param failure `undefined`: it succeeded
 */
export function editionShownBy(failure: PanelFailure | undefined, total: TotalOfPanel): Edition {
  if (failure === undefined) return "aapanel";
  // a gateway's page, like any other failure, shows nothing of the panel behind it
  const lacksRoute = isNotFoundPage(failure) && !("form" in failure && failure.form !== "entrance");
  if (!lacksRoute) return "unknown";
  // before 7.0, aaPanel had no such route either
  return total.isInAapanelWords === true ? "aapanel" : "baota";
}

/** Why a call failed; throws after what `ends` the caller's own call as well, and defects. */
async function failureIn(
  call: Promise<unknown>,
  ends: (failure: PanelFailure) => boolean,
): Promise<PanelFailure | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    const failure = panelFailureOf(error);
    if (ends(failure)) throw error;
    return failure;
  }
}
