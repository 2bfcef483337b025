import { SteppedClock } from "../../fakes/steppedClock.ts";
import { features } from "./extension.ts";

const TIMES = 10;

/** The extension's pauses pass ten times as fast in each test of the enclosing `describe`; its panels keep the machine's time. */
export function useQuickClock(): void {
  let restore: (() => void) | undefined;
  beforeEach(async () => {
    const { clock } = (await features()).services;
    const real = { ...clock };
    const quick = new SteppedClock({ speed: TIMES });
    Object.assign(clock, {
      wallTime: () => quick.wallTime(),
      monotonic: () => quick.monotonic(),
      sleep: async (milliseconds: number, signal: AbortSignal) => quick.sleep(milliseconds, signal),
      after: (milliseconds: number, act: () => void) => quick.after(milliseconds, act),
    });
    restore = () => Object.assign(clock, real);
  });
  afterEach(() => restore?.());
}
