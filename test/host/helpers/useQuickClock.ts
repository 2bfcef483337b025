import { features } from "./extension.ts";

const TIMES = 10;

/** The extension's time passes ten times as fast in each test of the enclosing `describe`; its panels keep the machine's. */
export function useQuickClock(): void {
  let restore: (() => void) | undefined;
  beforeEach(async () => {
    const { clock } = (await features()).services;
    const real = { ...clock };
    const [now, uptime] = [real.now(), real.uptime()];
    Object.assign(clock, {
      now: () => now + (real.now() - now) * TIMES,
      uptime: () => uptime + (real.uptime() - uptime) * TIMES,
      sleep: (milliseconds: number, signal: AbortSignal) => real.sleep(milliseconds / TIMES, signal),
    });
    restore = () => Object.assign(clock, real);
  });
  afterEach(() => restore?.());
}
