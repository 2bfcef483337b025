import {
  compare,
  type Identity,
  type ActionInput,
  type Call,
  type Observation,
  type Target,
  type Verdict,
  type Verification,
} from "../resources/resource.ts";
import type { Fact } from "../resources/facts.ts";
import type { Clock } from "../storage/ports.ts";
import { PanelError } from "../wire/answers/failure.ts";

/** The pause between two looks that must agree. */
export const BETWEEN_LOOKS_MS = 1_000;

interface VerifierOptions<Seen> {
  readonly rule: Verification<Seen>;
  readonly target: Target;
  readonly input?: ActionInput;
  readonly clock: Clock;
  /** Ends the pauses between looks. */
  readonly signal: AbortSignal;
}

/** The verification of one action: the target before it, and all that was seen since. */
export class Verifier<Seen = unknown> {
  readonly #options: VerifierOptions<Seen>;
  #before: Seen | undefined;
  #latest: { readonly seen: Seen | undefined } | undefined;
  readonly #since: Observation<Seen>[] = [];
  /** The target as it was when it was last there. */
  #last: Seen | undefined;

  /** @param before the target as it was seen before; see `begin` */
  constructor(options: VerifierOptions<Seen>, before?: Seen) {
    this.#options = options;
    this.begin(before);
  }

  /** Takes what `look` has seen as the target before anything is sent; `undefined`: it is not there. */
  begin(before: Seen | undefined): void {
    this.#before = this.#last = before;
    this.#latest = { seen: before };
  }

  /**
   * Looks at the target. It counts as absent only when a second look does not find it either: a panel that cannot read its
   * own list sends an empty one (docs/protocol.md 2.15).
   */
  async look(call: Call): Promise<Seen | undefined> {
    const { rule, target, clock, signal } = this.#options;
    const seen = await rule.observe(call, target, this.#last);
    if (seen !== undefined) return seen;
    // once the signal is aborted, the look itself fails
    await clock.sleep(BETWEEN_LOOKS_MS, signal).catch(() => undefined);
    return rule.observe(call, target, this.#last);
  }

  /** The target before anything was sent; `undefined`: it was not there. */
  get before(): Seen | undefined {
    return this.#before;
  }

  /** The identity of the target before; `undefined`: it was not there. */
  get identity(): Identity | undefined {
    return this.#before === undefined ? undefined : this.#options.rule.identity(this.#before);
  }

  /** Whether the target was as wanted before anything was sent. */
  get already(): boolean {
    return this.#isAlready(this.#before);
  }

  /** The target as it is now; `undefined`: the last look failed, or there was none since something was sent. */
  get latest(): { readonly seen: Seen | undefined } | undefined {
    return this.#latest;
  }

  /** Forgets the latest look, since something is about to be sent. */
  outdate(): void {
    this.#latest = undefined;
  }

  /** Reads once more and judges all that was seen since. `atMs`: since the action was sent. */
  async check(call: Call, atMs: number): Promise<{ readonly verdict: Verdict; readonly evidence: Fact | undefined }> {
    const { rule, input = {} } = this.#options;
    const before = this.#before;
    this.#latest = undefined;
    const seen = await this.look(call);
    if (before !== undefined && seen !== undefined) mustBeSame(rule.identity(before), rule.identity(seen));
    this.#last = seen ?? this.#last;
    this.#latest = { seen };
    this.#since.push({ atMs, seen });
    const since = this.#since as [Observation<Seen>, ...Observation<Seen>[]];
    return {
      verdict: rule.evaluate(before, since, input),
      evidence: seen === undefined ? undefined : rule.evidence(seen, before),
    };
  }

  /**
   * Whether the target stays as wanted over two equal looks: a panel may refuse an action for that alone, and its message
   * does not tell. One look is not enough, since a process that is about to end may still be seen.
   */
  async isAlreadyInState(call: Call): Promise<boolean> {
    const { clock, signal } = this.#options;
    const stateNow = async () => {
      const { evidence } = await this.check(call, 0);
      return this.#isAlready(this.#latest?.seen) ? (evidence?.value ?? "") : undefined;
    };
    const first = await stateNow();
    if (first === undefined) return false;
    await clock.sleep(BETWEEN_LOOKS_MS, signal);
    return (await stateNow()) === first;
  }

  /** The meaning of the last check when the wait is over; `pending` where nothing was seen. */
  atEnd(): Verdict {
    const latest = this.#since.at(-1);
    return latest === undefined ? "pending" : (this.#options.rule.onTimeout?.(this.#before, latest.seen) ?? "pending");
  }

  #isAlready(seen: Seen | undefined): boolean {
    return seen !== undefined && this.#options.rule.isAlready?.(seen) === true;
  }
}

/** Another row with the same key says nothing about the target. */
function mustBeSame(before: Identity, now: Identity): void {
  if (compare(before, now) !== "same") throw new PanelError({ kind: "malformed", fields: ["(key)"] });
}
