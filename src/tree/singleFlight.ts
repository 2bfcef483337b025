/** `shared` joins what is under way; `fresh` must start after what was just done; `more` asks for something else. */
export type FlightSort = "shared" | "fresh" | "more";

interface Flight {
  readonly sort: FlightSort;
  started: boolean;
  ended: Promise<void>;
}

/** One flight at a time for each id. */
export class SingleFlight {
  readonly #last = new Map<string, Flight>();

  /** Whether one is under way, or waits for its turn. */
  isUnderWay(id: string): boolean {
    return this.#last.has(id);
  }

  /** Shares the last flight where it is of the same sort or has not started yet, else starts after it. */
  async inTurn(id: string, sort: FlightSort, start: () => Promise<void>): Promise<void> {
    const last = this.#last.get(id);
    if (last !== undefined && isShared(last, sort)) return last.ended;
    const flight: Flight = { sort, started: false, ended: Promise.resolve() };
    flight.ended = (last?.ended.catch(() => undefined) ?? Promise.resolve())
      .then(() => {
        flight.started = true;
        return start();
      })
      .finally(() => {
        if (this.#last.get(id) === flight) this.#last.delete(id);
      });
    this.#last.set(id, flight);
    return flight.ended;
  }
}

/** A flight that has not started yet is fresh enough for everyone. */
function isShared(last: Flight, sort: FlightSort): boolean {
  if (sort === "more" || last.sort === "more") return sort === last.sort;
  return sort === "shared" || !last.started;
}
