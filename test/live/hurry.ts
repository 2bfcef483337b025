import type { SteppedClock } from "../fakes/steppedClock.ts";

/** How often it is looked whether anything is under way, in milliseconds of the machine. */
const LOOK_MS = 5;

/** What passes at a look, in milliseconds of the clock: not so much that a wait for an answer could end before it is asked for. */
const STEP_MS = 500;

/** What a process has under way that will end by itself: files, connections, programs. */
const UNDER_WAY = /Req|Connect|Write|Process|Zlib|Job/;

/**
 * Lets time pass faster while it is waited for alone: nothing is under way in this process, nor on the panel. On a busy machine
 * all of that takes longer, and no time is lost to it. The returned function ends it.
 * @param isBusy whether anything is under way on the panel
 */
export function hurry(clock: SteppedClock, isBusy: () => boolean): () => void {
  let wasIdle = false;
  let isPassing = false;
  const timer = setInterval(() => {
    const isIdle = !isBusy() && !process.getActiveResourcesInfo().some((name) => UNDER_WAY.test(name));
    if (isIdle && wasIdle && !isPassing) {
      isPassing = true;
      void clock.pass(STEP_MS).finally(() => (isPassing = false));
    }
    wasIdle = isIdle;
  }, LOOK_MS);
  return () => clearInterval(timer);
}
