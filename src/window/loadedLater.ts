/** What ends with its window. */
interface Ended {
  readonly dispose: () => Promise<void>;
}

/** Something of a window whose code is loaded with the first who needs it, once for all who do. */
export class LoadedLater<T extends Ended> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | undefined;
  #loaded: T | undefined;
  #isDisposed = false;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** `undefined`: nobody needed it yet. */
  get loaded(): T | undefined {
    return this.#loaded;
  }

  /** Rejects where the code cannot be loaded; the next call tries again. */
  async load(): Promise<T> {
    this.#loading ??= this.#loadOnce();
    return this.#loading;
  }

  /** Ends it; what is loaded from then on has ended. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    if (this.#loaded !== undefined) await this.#loaded.dispose();
    // what is still being loaded ends as soon as it is there; whoever waits for it is told why there is none
    else await this.#loading?.catch(() => undefined);
  }

  async #loadOnce(): Promise<T> {
    try {
      const loaded = await this.#load();
      if (this.#isDisposed) await loaded.dispose();
      this.#loaded = loaded;
      return loaded;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }
}
