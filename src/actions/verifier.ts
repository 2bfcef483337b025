import { judge } from "./judge.ts";
import {
  compare,
  type Identity,
  type ActionInput,
  type Call,
  type Doubt,
  type Observation,
  type Observations,
  type Target,
  type Verdict,
  type Verification,
} from "../resources/resource.ts";
import type { Fact } from "../resources/facts.ts";
import type { Clock } from "../storage/ports.ts";
import { PanelError } from "../wire/answers/failure.ts";

/** The pause between two reads that must agree. */
export const BETWEEN_LOOKS_MS = 1_000;

interface VerifierOptions<Seen> {
  readonly rule: Verification<Seen>;
  readonly target: Target;
  readonly input?: ActionInput;
  readonly clock: Clock;
  /** Ends the pauses between reads. */
  readonly signal: AbortSignal;
}

/** Verifies one action: knows the target before the change, and every look since. */
export class Verifier<Seen = unknown> {
  readonly #options: VerifierOptions<Seen>;
  #before: Seen | undefined;
  #latest: { readonly seen: Seen | undefined } | undefined;
  readonly #since: Observation<Seen>[] = [];
  /** The target when it was last found. */
  #last: Seen | undefined;

  /** @param before see `begin` */
  constructor(options: VerifierOptions<Seen>, before?: Seen) {
    this.#options = options;
    this.begin(before);
  }

  /** Sets what `look` found of the target before the change; `undefined`: it is not there. */
  begin(before: Seen | undefined): void {
    this.#before = this.#last = before;
    this.#latest = { seen: before };
  }

  /**
   * Reads the target, and reads it again if it seems to be absent or the result is doubtful; the second result counts. A
   * panel that cannot read its own list sends an empty one (docs/protocol.md 2.15).
   */
  async look(call: Call): Promise<Seen | undefined> {
    const { rule, target, clock, signal } = this.#options;
    const seen = await rule.observe(call, target, this.#last);
    if (seen !== undefined && rule.isDoubtful?.(seen) !== true) return seen;
    // after an abort, the read itself fails
    await clock.sleep(BETWEEN_LOOKS_MS, signal).catch(() => undefined);
    return rule.observe(call, target, this.#last);
  }

  /** The target before the change; `undefined`: it was not there. */
  get before(): Seen | undefined {
    return this.#before;
  }

  get identity(): Identity | undefined {
    if (this.#before === undefined) return undefined;
    return this.#options.rule.identity(this.#before);
  }

  /** Whether the target was in the wanted state before the change. */
  get already(): boolean {
    return this.#isAlready(this.#before);
  }

  /** The result of the last look; `undefined`: it failed, or there was none since the change. */
  get latest(): { readonly seen: Seen | undefined } | undefined {
    return this.#latest;
  }

  /** The looks since the change that did not fail. */
  get since(): readonly Observation<Seen>[] {
    return this.#since;
  }

  /** Forgets the last look, because a change is about to be sent. */
  outdate(): void {
    this.#latest = undefined;
  }

  /**
   * Looks once more and judges all looks so far.
   * @param atMs the time since the change was sent
   * @param isAnswered whether the panel has answered the change; if it has not, an absence counts only if it is certain
   */
  async check(
    call: Call,
    atMs: number,
    isAnswered = true,
  ): Promise<{ readonly verdict: Verdict; readonly evidence: Fact | undefined }> {
    const { rule, input = {} } = this.#options;
    const before = this.#before;
    this.#latest = undefined;
    const seen = await this.look(call);
    if (before !== undefined && seen !== undefined) mustBeSame(rule.identity(before), rule.identity(seen));
    this.#last = seen ?? this.#last;
    this.#latest = { seen };
    this.#since.push({ atMs, seen });
    const since = this.#since as unknown as Observations<Seen>;
    const verdict = judge(rule, { before, since, input });
    const isInDoubt = seen === undefined && !isAnswered && !(await this.#isCertainlyGone(call));
    return {
      verdict: isInDoubt ? "pending" : verdict,
      evidence: seen === undefined ? undefined : rule.evidence?.(seen, before),
    };
  }

  /** Whether two more looks, with time between them, are certain that the target is not there. */
  async #isCertainlyGone(call: Call): Promise<boolean> {
    const { rule, target, clock, signal } = this.#options;
    const isCertain = rule.proofs.flatMap((proof) => ("gone" in proof ? proof.isCertain : []))[0];
    if (isCertain === undefined || isCertain === "byEachLook") return true;
    if (!(await isCertain(call, target))) return false;
    await clock.sleep(BETWEEN_LOOKS_MS, signal);
    return isCertain(call, target);
  }

  /**
   * Whether two equal looks find the target in the wanted state. If they do, the panel refused the change for that
   * reason, which its message does not say. One look is not enough: a process that is about to end may still be listed.
   */
  async isAlreadyInState(call: Call): Promise<boolean> {
    const { clock, signal } = this.#options;
    const stateNow = async () => {
      const { evidence } = await this.check(call, 0);
      if (this.#isAlready(this.#latest?.seen)) return evidence?.value ?? "";
      return undefined;
    };
    const first = await stateNow();
    if (first === undefined) return false;
    await clock.sleep(BETWEEN_LOOKS_MS, signal);
    return (await stateNow()) === first;
  }

  /** The verdict when the time is up; `pending`: no change was seen. */
  atEnd(): Doubt {
    const latest = this.#since.at(-1);
    if (latest === undefined) return "pending";
    return this.#options.rule.onTimeout?.(this.#before, latest.seen) ?? "pending";
  }

  #isAlready(seen: Seen | undefined): boolean {
    return seen !== undefined && this.#options.rule.isAlready?.(seen) === true;
  }
}

/** Throws if another resource now has the same key. */
function mustBeSame(before: Identity, now: Identity): void {
  if (compare(before, now) !== "same") throw new PanelError({ kind: "malformed", fields: ["(identity)"] });
}
