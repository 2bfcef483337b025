import {
  type ActionInput,
  type Difference,
  lastingMs,
  latest,
  type Observations,
  type Verdict,
  type Verification,
} from "../resources/resource.ts";

/** What a verdict is based on. */
interface Case<Seen> {
  /** The look just before the change; `undefined`: the target was not there. */
  readonly before: Seen | undefined;
  readonly since: Observations<Seen>;
  readonly input: ActionInput;
}

/**
 * The verdict on all looks. Nothing else decides that an action is done: a look after the change must differ from the look
 * before it in the way that the action defines. Nothing is proved by a state that was unknown before, or was there already.
 */
export function judge<Seen>(
  { proofs, otherwise }: Pick<Verification<Seen>, "proofs" | "otherwise">,
  { before, since, input }: Case<Seen>,
): Verdict {
  if (proofs.length === 0) return "unconfirmable";
  const now = latest(since);
  for (const proof of before === undefined ? [] : proofs) {
    if ("gone" in proof) {
      if (now === undefined) {
        if (proof.gone === "wanted") return "done";
        return "doneAndGone";
      }
      continue;
    }
    const isShown = (seen: Seen | undefined) => shows(proof, seen, { before, since, input });
    if (now === undefined || !isShown(now)) continue;
    const { lasting } = proof;
    if (lasting === undefined) return "done";
    const lastsMs = lastingMs(since, (seen) => seen !== undefined && isShown(seen) && lasting.isSameRun(seen, now));
    if (before !== undefined && lastsMs >= lasting.forMs(before, now)) return "done";
    if (lasting.endsInTime === true) return "pending";
    return "settling";
  }
  return otherwise?.(before, since, input) ?? "pending";
}

/** Whether a look shows a difference that the look before the change did not show already. */
function shows<Seen>({ isShown }: Difference<Seen>, seen: Seen | undefined, { before, input }: Case<Seen>): boolean {
  if (seen === undefined || before === undefined) return false;
  return isShown(seen, before, input) && !isShown(before, before, input);
}
