import type { ActionRecord } from "../actions/actionRunner.ts";
import type { CallResult } from "../connection/lastCall.ts";
import { contextKeys } from "../manifest/manifest.ts";

type Key = keyof typeof contextKeys;
type Value = number | boolean;
type Proof = "apiOn" | "addressAllowed";

/** Keys that tick the steps of the walkthrough. */
const STEPS: readonly Key[] = ["apiOn", "addressAllowed", "storedPanels", "restarted", "followedLogs", "deployed"];

/** The values that `when` clauses see. */
export class ContextKeys {
  readonly #setContext: (id: string, value: Value) => void;
  readonly #values = new Map<Key, Value>();

  constructor(setContext: (id: string, value: Value) => void) {
    this.#setContext = setContext;
  }

  set(key: Key, value: Value): void {
    this.#values.set(key, value);
    this.#setContext(contextKeys[key], value);
  }

  /**
   * Opens the walkthrough with its done steps ticked. VS Code learns about walkthroughs when a window shows one first, and then
   * never ticks a step whose key is true already: so each true key becomes true again.
   */
  async tickAgain(open: () => Promise<void>): Promise<void> {
    const isTrue = (key: Key) => Boolean(this.#values.get(key));
    for (const key of STEPS.filter(isTrue)) this.#setContext(contextKeys[key], false);
    try {
      await open();
    } finally {
      for (const key of STEPS.filter(isTrue)) this.#setContext(contextKeys[key], this.#values.get(key) ?? false);
    }
  }
}

/** Ticks the steps of the walkthrough by what was seen, not by what was clicked. VS Code remembers them. */
export class FirstSteps {
  readonly #keys: Pick<ContextKeys, "set">;
  readonly #proven = new Set<Proof>();

  constructor(keys: Pick<ContextKeys, "set">) {
    this.#keys = keys;
  }

  /** Takes a call to a panel that is no demo. */
  reportCall({ failure }: Pick<CallResult, "failure">): void {
    const proofs = failure === undefined ? (["apiOn", "addressAllowed"] as const) : provenBy(failure);
    for (const proof of proofs) {
      if (this.#proven.has(proof)) continue;
      this.#proven.add(proof);
      this.#keys.set(proof, true);
    }
  }

  acted({ verb, outcome }: Pick<ActionRecord, "verb" | "outcome">): void {
    if (outcome.kind !== "done") return;
    if (verb === "restart") this.#keys.set("restarted", true);
    if (verb === "deploy") this.#keys.set("deployed", true);
  }
}

/** A panel refuses a signature only while its API is on, and looks at the address before the key (docs/protocol.md 3.7). */
function provenBy(failure: NonNullable<CallResult["failure"]>): readonly Proof[] {
  if (failure.kind !== "refused") return [];
  if (failure.reason === "key") return ["apiOn", "addressAllowed"];
  return ["apiOn"];
}
