import type { Action, Call } from "../resources/resource.ts";
import type { Clock } from "../storage/ports.ts";

/** The pause between two reads of the panel's log. */
const BETWEEN_READS_MS = 2_000;

interface OwnLinesOptions {
  readonly read: Action<unknown>["lastLine"];
  readonly call: Call;
  readonly clock: Clock;
  readonly show: (line: string) => void;
}

/** Shows what the panel itself writes about a change while that is under way. Nothing that fails here fails the change. */
export class OwnLines {
  readonly #options: OwnLinesOptions;
  /** From before the change; also that of an earlier one. */
  #before: string | undefined;
  #last: string | undefined;

  constructor(options: OwnLinesOptions) {
    this.#options = options;
  }

  /** The last line since the change; `undefined`: the panel has written none, or its log could not be read. */
  get last(): string | undefined {
    return this.#last;
  }

  /** Reads what is there already. Call it just before the change. */
  async begin(): Promise<void> {
    this.#before = await this.#read();
  }

  /** Shows new lines until `running` is settled, and reads once more then; resolves or rejects as it does. */
  async during<T>(running: Promise<T>): Promise<T> {
    if (this.#options.read === undefined) return running;
    const over = new AbortController();
    const following = this.#follow(over.signal);
    try {
      return await running;
    } finally {
      over.abort();
      await following;
    }
  }

  async #follow(over: AbortSignal): Promise<void> {
    const { clock, show } = this.#options;
    while (!over.aborted) {
      await clock.sleep(BETWEEN_READS_MS, over).catch(() => undefined);
      const line = await this.#read();
      if (line === undefined || line === (this.#last ?? this.#before)) continue;
      this.#last = line;
      show(line);
    }
  }

  async #read(): Promise<string | undefined> {
    const { read, call } = this.#options;
    return read?.(call).catch(() => undefined);
  }
}
