import { compare, type Identity } from "../resources/identity.ts";
import type { ActionInput, Call, Fact, Observation, Target, Verdict, Verification } from "../resources/resource.ts";
import { PanelError } from "../wire/answers/failure.ts";

/** The verification of one action: what was there before it, and all that was seen since. */
export class Verifier<Seen = unknown> {
  /** What was seen before anything was sent; `undefined`: it was not there. */
  readonly before: Seen | undefined;
  readonly #rule: Verification<Seen>;
  readonly #target: Target;
  readonly #input: ActionInput;
  #latest: { readonly seen: Seen | undefined } | undefined;
  readonly #since: Observation<Seen>[] = [];
  /** As it was when it was last there. */
  #last: Seen | undefined;

  private constructor(rule: Verification<Seen>, target: Target, input: ActionInput, before: Seen | undefined) {
    this.#rule = rule;
    this.#target = target;
    this.#input = input;
    this.before = before;
    this.#latest = { seen: before };
    this.#last = before;
  }

  /** Looks at the target as it is before the action. */
  static async begin<Seen>(
    rule: Verification<Seen>,
    call: Call,
    target: Target,
    input: ActionInput = {},
  ): Promise<Verifier<Seen>> {
    return Verifier.of(rule, await rule.observe(call, target), target, input);
  }

  /** Of a target that was looked at just now. */
  static of<Seen>(
    rule: Verification<Seen>,
    before: Seen | undefined,
    target: Target,
    input: ActionInput = {},
  ): Verifier<Seen> {
    return new Verifier(rule, target, input, before);
  }

  /** Of what was there before; `undefined`: it was not. */
  get identity(): Identity | undefined {
    return this.before === undefined ? undefined : this.#rule.identity(this.before);
  }

  /** It was as wanted before anything was sent. */
  get already(): boolean {
    return this.before !== undefined && this.#rule.isAlready?.(this.before) === true;
  }

  /** What was seen of how it is now; `undefined`: the last look failed, or there was none since something was sent. */
  get latest(): { readonly seen: Seen | undefined } | undefined {
    return this.#latest;
  }

  /** Something is about to be sent: what was seen before says nothing about the target any more. */
  outdate(): void {
    this.#latest = undefined;
  }

  /** Reads once more and judges all that was seen since. `atMs`: since the action was sent. */
  async check(call: Call, atMs: number): Promise<{ readonly verdict: Verdict; readonly evidence: Fact | undefined }> {
    const { observe, identity, evaluate, evidence } = this.#rule;
    const { before } = this;
    this.#latest = undefined;
    const seen = await observe(call, this.#target, this.#last);
    if (before !== undefined && seen !== undefined) mustBeSame(identity(before), identity(seen));
    this.#last = seen ?? this.#last;
    this.#latest = { seen };
    this.#since.push({ atMs, seen });
    const since = this.#since as [Observation<Seen>, ...Observation<Seen>[]];
    return {
      verdict: evaluate(before, since, this.#input),
      evidence: seen === undefined ? undefined : evidence(seen, before),
    };
  }

  /** What the last check means when nobody waits any longer; `pending` where nothing was seen. */
  atEnd(): Verdict {
    const latest = this.#since.at(-1);
    return latest === undefined ? "pending" : (this.#rule.onTimeout?.(this.before, latest.seen) ?? "pending");
  }
}

/** Another row with the same key says nothing about the target. */
function mustBeSame(before: Identity, now: Identity): void {
  if (compare(before, now) !== "same") throw new PanelError({ kind: "malformed", fields: ["(key)"] });
}
