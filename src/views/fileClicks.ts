import type { Clock } from "../storage/ports.ts";

/** How long after a file was opened VS Code may not yet say that it is in front. */
const SETTLED_MS = 1_000;

/** The clicks on rows of files: the second of two goes on in the editor that the first opens, however quick it is. */
export class FileClicks {
  readonly #clock: Pick<Clock, "monotonic">;
  #last: { readonly id: string; readonly isOpen: Promise<boolean>; endedAt: number } | undefined;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Opens a file, at the first click or otherwise. @param open whether it has opened an editor, which it may not after a question */
  async first(id: string, open: () => Promise<boolean>): Promise<void> {
    const isOpen = open();
    const click = { id, isOpen, endedAt: Infinity };
    this.#last = click;
    try {
      await isOpen;
    } finally {
      click.endedAt = this.#clock.monotonic();
    }
  }

  /**
   * Whether the first of two clicks opens an editor, as soon as that is known; `undefined`: a click on this file now is a first
   * one. Never rejects.
   */
  opensAlready(id: string): Promise<boolean> | undefined {
    const click = this.#last;
    if (click?.id !== id || this.#clock.monotonic() - click.endedAt > SETTLED_MS) return undefined;
    return click.isOpen.catch(() => false);
  }
}
