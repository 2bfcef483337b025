/** With which others a flight is shared. `fresh` ones answer what was done just before; `more` is another question. */
export type FlightSort = "shared" | "fresh" | "more";

interface Flight {
  readonly sort: FlightSort;
  started: boolean;
  ended: Promise<void>;
}

/** One flight at a time for each id. */
export class SingleFlight {
  readonly #last = new Map<string, Flight>();

  /** Whether one is in the air, or waits for its turn. */
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

/** What has not started yet will be as fresh as anybody wants it. */
function isShared(last: Flight, sort: FlightSort): boolean {
  if (sort === "more" || last.sort === "more") return sort === last.sort;
  return sort === "shared" || !last.started;
}
