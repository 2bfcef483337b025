const acts: (() => Promise<unknown> | undefined)[] = [];

/**
 * Has something done once all test files of this process have run. A hook outside of all suites would run after the first of
 * them, where each file has a Mocha of its own.
 */
export function atEnd(act: () => Promise<unknown> | undefined): void {
  acts.push(act);
}

/** Does what has been asked for with `atEnd`. */
export async function end(): Promise<void> {
  for (const act of acts) await act();
}
