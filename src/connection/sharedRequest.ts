import { endedBy } from "../wire/answers/failure.ts";

interface PendingRequest<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** A task that runs once at a time for all who want its result; aborted when nobody waits for it any more. */
export class SharedRequest<T> {
  readonly #task: (signal: AbortSignal) => Promise<T>;
  #current: PendingRequest<T> | undefined;

  constructor(task: (signal: AbortSignal) => Promise<T>) {
    this.#task = task;
  }

  /** Rejects as cancelled as soon as the signal aborts, which ends it for this caller alone. */
  async join(signal: AbortSignal): Promise<T> {
    const request = this.#current ?? this.#start();
    request.waiting++;
    try {
      return await orCancelled(signal, request.result);
    } finally {
      request.waiting--;
      if (request.waiting === 0) this.#end(request);
    }
  }

  #start(): PendingRequest<T> {
    const controller = new AbortController();
    const request: PendingRequest<T> = { result: this.#task(controller.signal), controller, waiting: 0 };
    this.#current = request;
    const end = () => this.#end(request);
    request.result.then(end, end);
    return request;
  }

  #end(request: PendingRequest<T>): void {
    if (this.#current === request) this.#current = undefined;
    request.controller.abort();
  }
}

/** Waits for a promise, or rejects with a `PanelError` as soon as the signal aborts. */
export async function orCancelled<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(endedBy(signal));
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
}
