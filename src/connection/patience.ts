import { PanelError } from "../wire/answers/failure.ts";
import type { Clock } from "../storage/ports.ts";

/**
 * Ends a call that waits for a silent panel, in queues too, as a timeout: after as long as the call itself may take, and
 * anew after each answer that any call gets. So a slow panel is waited for, and a dead one keeps all who queue waiting for
 * no longer than the first.
 * @param heardAt when the panel answered last, as `monotonic` time
 * @returns what leaves the call to its own deadline from then on; must be called however the call ends
 */
export function startPatience(
  clock: Clock,
  deadlineMs: number,
  heardAt: () => number,
  ending: AbortController,
): () => void {
  const since = clock.monotonic();
  let callOff: (() => void) | undefined;
  const look = () => {
    const silent = clock.monotonic() - Math.max(since, heardAt());
    if (silent >= deadlineMs) ending.abort(new PanelError({ kind: "timeout", afterMs: deadlineMs }));
    else callOff = clock.after(deadlineMs - silent, look);
  };
  look();
  return () => callOff?.();
}
