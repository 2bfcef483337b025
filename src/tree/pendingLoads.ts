/** `shared` joins a load under way; `fresh` must start after now; `more` loads something else. */
export type LoadSort = "shared" | "fresh" | "more";

interface PendingLoad {
  readonly sort: LoadSort;
  started: boolean;
  ended: Promise<void>;
}

/** Runs one load at a time for each id. */
export class PendingLoads {
  readonly #last = new Map<string, PendingLoad>();

  /** Whether a load is under way or waiting. */
  isUnderWay(id: string): boolean {
    return this.#last.has(id);
  }

  /** Joins the last load if possible, else starts after it. */
  async inTurn(id: string, sort: LoadSort, start: () => Promise<void>): Promise<void> {
    const lastLoad = this.#last.get(id);
    if (lastLoad !== undefined && isShared(lastLoad, sort)) return lastLoad.ended;
    const load: PendingLoad = { sort, started: false, ended: Promise.resolve() };
    load.ended = (lastLoad?.ended.catch(() => undefined) ?? Promise.resolve())
      .then(() => {
        load.started = true;
        return start();
      })
      .finally(() => {
        if (this.#last.get(id) === load) this.#last.delete(id);
      });
    this.#last.set(id, load);
    return load.ended;
  }
}

/** Whether a load can join `last`: `more` joins only `more`, and `fresh` only a load that has not started. */
function isShared(lastLoad: PendingLoad, sort: LoadSort): boolean {
  if (sort === "more" || lastLoad.sort === "more") return sort === lastLoad.sort;
  return sort === "shared" || !lastLoad.started;
}
