import { failureOf, type PanelFailure } from "../wire/answers/failure.ts";
import type { Edition, KnownEdition } from "../wire/answers/operation.ts";
import { editionShownBy } from "../wire/edition.ts";
import type { Call } from "../resources/resource.ts";
import type { CalledBy } from "./lockoutGuard.ts";
import { SharedRequest } from "./sharedRequest.ts";

/**
 * Which edition a panel is: asked for when somebody needs it, once for all who do at the same time, and then known for as
 * long as the panel keeps its version.
 */
export class PanelEdition {
  /** A person's is of its own: what holds automatic calls back does not hold theirs. */
  readonly #requests: Readonly<Record<CalledBy, SharedRequest<Edition>>>;
  #edition: Edition = "unknown";
  /** What `system.total` last told; `undefined`: it has not succeeded. */
  #told: { readonly version: string | undefined } | undefined;
  /** What came of the question stands until a success of `system.total`. */
  #isAsked = false;
  readonly #onLearned: () => void;

  /** @param onLearned another one than it was known for */
  constructor(callFor: (signal: AbortSignal, by: CalledBy) => Call, onLearned: () => void) {
    this.#onLearned = onLearned;
    const asking = (by: CalledBy) => new SharedRequest((signal) => this.#ask(callFor(signal, by)));
    this.#requests = { user: asking("user"), automatic: asking("automatic"), retry: asking("retry") };
  }

  /** As far as it is known. */
  get edition(): Edition {
    return this.#edition;
  }

  /** Asks where it is not known. Still `unknown` where the panel could not tell: it is asked again after its next total. */
  async learn(signal: AbortSignal, by: CalledBy): Promise<Edition> {
    return this.#isAsked ? this.#edition : this.#requests[by].join(signal);
  }

  /** For each success of `system.total`. `true`: the version is another one, and what was known of the panel is void. */
  sawTotal(version: string | undefined, by: CalledBy): boolean {
    const isOther = this.#told?.version !== undefined && this.#told.version !== version;
    if (isOther) this.#edition = "unknown";
    // one failure at the wrong moment looks like BaoTa: a person can have it asked again
    if (this.#edition === "unknown" || (this.#edition === "baota" && by !== "automatic")) this.#isAsked = false;
    this.#told = { version };
    return isOther;
  }

  /** For each success of a wire. `edition`: who alone has it. */
  sawAnswer(edition: KnownEdition | undefined): void {
    // what BaoTa alone is asked by, an aaPanel may answer in another way
    if (edition === "aapanel" && this.#edition === "unknown") this.#become(edition);
  }

  async #ask(call: Call): Promise<Edition> {
    // a page in place of the edition proves nothing where this fails too
    if (this.#told === undefined && (await failureIn(call("system.total", {}), UNANSWERED)) !== undefined)
      return "unknown";
    const shown = editionShownBy(await failureIn(call("system.edition", {}), ENDING));
    // the API may have been closed since
    if (shown === "baota" && this.#edition !== shown) await call("system.total", {});
    this.#isAsked = true;
    if (shown !== "unknown" && shown !== this.#edition) this.#become(shown);
    return this.#edition;
  }

  #become(edition: KnownEdition): void {
    this.#edition = edition;
    this.#isAsked = true;
    this.#onLearned();
  }
}

type Kind = PanelFailure["kind"];

/** What the caller's own call must not follow: a refusal counts towards the lockout, and what is cancelled ends. */
const ENDING: ReadonlySet<Kind> = new Set(["refused", "cancelled"]);

/** Without an answer to the plainest question there is none to another either, and waiting twice is no help. */
const UNANSWERED: ReadonlySet<Kind> = new Set([...ENDING, "timeout", "network", "tls"]);

/** Why a call failed; throws what is `thrown`, and defects. */
async function failureIn(call: Promise<unknown>, thrown: ReadonlySet<Kind>): Promise<PanelFailure | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || thrown.has(failure.kind)) throw error;
    return failure;
  }
}
