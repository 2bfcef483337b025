import { Wait } from "../../storage/moment.ts";
import type { Clock } from "../../storage/ports.ts";
import { PanelError } from "../../wire/answers/failure.ts";

/** The pause until a question is asked again. */
const PAUSE_MS = 1_000;

/**
 * Asks a panel until it answers, for so long at most: what it is asked changes nothing, and a lost answer must not leave open what visitors
 * see. Throws like `ask` after that.
 */
export async function untilAnswered<Answer>(
  { clock, waitMs }: { readonly clock: Clock; readonly waitMs: number },
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const wait = new Wait(clock, waitMs);
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof PanelError) || wait.left() <= 0) throw error;
    }
    await wait.pause(PAUSE_MS, signal);
  }
}
