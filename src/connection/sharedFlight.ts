import { orCancelled } from "./orCancelled.ts";

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** A task that is under way once at most, for all who want its result meanwhile; it is aborted when nobody does any more. */
export class SharedFlight<T> {
  readonly #task: (signal: AbortSignal) => Promise<T>;
  #current: Flight<T> | undefined;

  constructor(task: (signal: AbortSignal) => Promise<T>) {
    this.#task = task;
  }

  /** Rejects as cancelled as soon as the signal aborts, which ends it for this caller alone. */
  async join(signal: AbortSignal): Promise<T> {
    const flight = this.#current ?? this.#start();
    flight.waiting++;
    try {
      return await orCancelled(signal, flight.result);
    } finally {
      flight.waiting--;
      if (flight.waiting === 0) this.#end(flight);
    }
  }

  #start(): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = { result: this.#task(controller.signal), controller, waiting: 0 };
    this.#current = flight;
    const end = () => this.#end(flight);
    flight.result.then(end, end);
    return flight;
  }

  #end(flight: Flight<T>): void {
    if (this.#current === flight) this.#current = undefined;
    flight.controller.abort();
  }
}
