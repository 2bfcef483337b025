import type { ActionRecord } from "../actions/actionRunner.ts";
import type { CallResult } from "../connection/lastCall.ts";
import type { ShownServices } from "./shownServices.ts";

type Proof = "apiOn" | "addressAllowed";

/**
 * Tells the walkthrough which of its steps are done, by what was seen and not by what was clicked. VS Code remembers them;
 * what every call proves is told once.
 */
export class FirstSteps {
  readonly #setContext: ShownServices["setContext"];
  readonly #told = new Set<Proof>();

  constructor(setContext: ShownServices["setContext"]) {
    this.#setContext = setContext;
  }

  /** For calls to panels other than demo panels. */
  reportCall({ failure }: Pick<CallResult, "failure">): void {
    for (const proof of failure === undefined ? (["apiOn", "addressAllowed"] as const) : provenBy(failure))
      this.#tell(proof);
  }

  acted({ verb, outcome }: Pick<ActionRecord, "verb" | "outcome">): void {
    if (verb === "restart" && outcome.kind === "done") this.#setContext("restarted", true);
  }

  #tell(proof: Proof): void {
    if (this.#told.has(proof)) return;
    this.#told.add(proof);
    this.#setContext(proof, true);
  }
}

/** A panel refuses a signature only while its API is on, and looks at the address before the key (docs/protocol.md 3.7). */
function provenBy(failure: NonNullable<CallResult["failure"]>): readonly Proof[] {
  if (failure.kind !== "refused") return [];
  return failure.reason === "key" ? ["apiOn", "addressAllowed"] : ["apiOn"];
}
