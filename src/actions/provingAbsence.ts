import type { Verification } from "../resources/resource.ts";
import type { Performance } from "./performance.ts";

/** Between two looks that must agree. */
export const BETWEEN_LOOKS_MS = 1_000;

/**
 * The same verification, but a target counts as absent only when a second look does not find it either: a panel that
 * cannot read its own list sends an empty one (docs/protocol.md 2.15).
 */
export function provingAbsence<Seen>(
  rule: Verification<Seen>,
  { clock, signal }: Pick<Performance, "clock" | "signal">,
): Verification<Seen> {
  return {
    ...rule,
    async observe(...look) {
      const seen = await rule.observe(...look);
      if (seen !== undefined) return seen;
      // once the signal is aborted, the look itself fails
      await clock.sleep(BETWEEN_LOOKS_MS, signal).catch(() => undefined);
      return rule.observe(...look);
    },
  };
}
