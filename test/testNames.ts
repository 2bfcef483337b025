/** `name.long.test.ts` takes long for what it shows; `name.sweep.test.ts` tries masses of inputs, faults or cuts. */
const NOT_SHORT = /\.(?:long|sweep)\.test\.\w+$/;

const SWEEP = /\.sweep\.test\.\w+$/;

/** Whether a test file, or what it is bundled in, runs in `npm test`. */
export function isShort(file: string): boolean {
  return !NOT_SHORT.test(file);
}

/** Whether a test file tries masses of inputs. */
export function isSweep(file: string): boolean {
  return SWEEP.test(file);
}
