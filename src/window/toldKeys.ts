import type { contextKeys } from "../manifest/manifest.ts";

type Key = keyof typeof contextKeys;
type Tell = (key: Key, value: number | boolean) => void;

/** Those that tick the steps of the walkthrough. */
const STEPS: readonly Key[] = ["apiOn", "addressAllowed", "storedPanels", "restarted", "followedLogs"];

/** What VS Code was told of context keys. */
export class ToldKeys {
  readonly #tell: Tell;
  readonly #values = new Map<Key, number | boolean>();

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  readonly tell: Tell = (key, value) => {
    this.#values.set(key, value);
    this.#tell(key, value);
  };

  /**
   * Opens the walkthrough with what is done ticked. VS Code learns about walkthroughs when a window shows one first, and then never
   * ticks a step whose key is true already: so what is true becomes true again.
   */
  async anew(open: () => Promise<void>): Promise<void> {
    const isTrue = (key: Key) => Boolean(this.#values.get(key));
    for (const key of STEPS.filter(isTrue)) this.#tell(key, false);
    try {
      await open();
    } finally {
      for (const key of STEPS.filter(isTrue)) this.#tell(key, this.#values.get(key) ?? false);
    }
  }
}
