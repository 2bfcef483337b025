import type { Action } from "../resources/resource.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { Performance } from "./performance.ts";
import { BETWEEN_LOOKS_MS } from "./provingAbsence.ts";
import type { Verifier } from "./verifier.ts";

/**
 * Whether the panel refused an action because it is so already: two looks see the same, since something that is about
 * to end may be seen once. Its words are of no matter.
 */
export async function isSoAnyway(
  { call, clock, signal }: Performance,
  { refusedWhenSo, verification }: Action<unknown>,
  verifier: Verifier,
  failure: PanelFailure,
): Promise<boolean> {
  if (failure.kind !== "rejected" || refusedWhenSo !== true) return false;
  const look = async () => {
    const { evidence } = await verifier.check(call, 0);
    const seen = verifier.latest?.seen;
    return seen !== undefined && verification.isAlready?.(seen) === true ? (evidence?.value ?? "") : undefined;
  };
  try {
    const first = await look();
    if (first === undefined) return false;
    await clock.sleep(BETWEEN_LOOKS_MS, signal);
    return (await look()) === first;
  } catch {
    return false;
  }
}
