/** Looks up many paths with few requests: those asked for within one turn go together. */
export class StatBatch<Stat> {
  readonly #look: (paths: readonly string[]) => Promise<ReadonlyMap<string, Stat>>;
  #waiting: Map<string, PromiseWithResolvers<Stat | undefined>> | undefined;

  constructor(look: (paths: readonly string[]) => Promise<ReadonlyMap<string, Stat>>) {
    this.#look = look;
  }

  /** Whether a look is about to be made, which more paths can join. */
  get isGathering(): boolean {
    return this.#waiting !== undefined;
  }

  /** What is at a path; `undefined`: nothing. Rejects with what the look rejects with. */
  async stat(path: string): Promise<Stat | undefined> {
    if (this.#waiting === undefined) {
      this.#waiting = new Map();
      setImmediate(() => void this.#flush());
    }
    const request = this.#waiting.get(path) ?? Promise.withResolvers<Stat | undefined>();
    this.#waiting.set(path, request);
    return request.promise;
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting ?? new Map<string, PromiseWithResolvers<Stat | undefined>>();
    this.#waiting = undefined;
    try {
      const foundStats = await this.#look([...waiting.keys()]);
      for (const [path, { resolve }] of waiting) resolve(foundStats.get(path));
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  }
}
