import { TimeSlicer } from "../storage/timeSlicer.ts";

/** Bytes that are read in one step. */
const STEP_BYTES = 64 * 1024;

/** Reads what a server writes in small steps, in order, however much comes at once. */
export class StepReading {
  readonly #slicer = new TimeSlicer();
  readonly #read: (bytes: Uint8Array) => void | Promise<void>;
  #work: Promise<void> = Promise.resolve();

  /** @param read reads some bytes; the next ones come when it has ended */
  constructor(read: (bytes: Uint8Array) => void | Promise<void>) {
    this.#read = read;
  }

  add(bytes: Uint8Array): void {
    this.#work = this.#work.then(async () => this.#readAll(bytes));
  }

  /** Waits until all is read. */
  async end(): Promise<void> {
    await this.#work;
  }

  async #readAll(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; from += STEP_BYTES)
      await this.#slicer.run(() => this.#read(bytes.subarray(from, from + STEP_BYTES)));
  }
}
