import { failureOf, type PanelFailure } from "../wire/answers/failure.ts";
import type { Edition } from "../wire/answers/operation.ts";
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

  constructor(callFor: (signal: AbortSignal, by: CalledBy) => Call) {
    const asking = (by: CalledBy) => new SharedRequest((signal) => this.#ask(callFor(signal, by)));
    this.#requests = { user: asking("user"), automatic: asking("automatic") };
  }

  /** As far as it is known. */
  get edition(): Edition {
    return this.#edition;
  }

  /** Asks the panel where it is not known. Still `unknown` where the panel could not tell: it is asked again next time. */
  async learn(signal: AbortSignal, by: CalledBy): Promise<Edition> {
    return this.#edition === "unknown" ? this.#requests[by].join(signal) : this.#edition;
  }

  /** For each success of `system.total`. `true`: the version is another one, and what was known of the panel is void. */
  sawTotal(version: string | undefined): boolean {
    const isOther = this.#told?.version !== undefined && this.#told.version !== version;
    if (isOther) this.#edition = "unknown";
    this.#told = { version };
    return isOther;
  }

  async #ask(call: Call): Promise<Edition> {
    // a page in place of the edition proves nothing where this fails too
    if (this.#told === undefined && (await failureIn(call("system.total", {}), UNANSWERED)) !== undefined)
      return "unknown";
    this.#edition = editionShownBy(await failureIn(call("system.edition", {}), ENDING));
    return this.#edition;
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
