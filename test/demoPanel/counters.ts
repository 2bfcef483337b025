import type { Outcome } from "../../src/demoPanel/dispatcher.ts";
import { operations, type OperationId } from "../../src/wire/operations/operations.ts";

/** The end of a request; `aborted` if the client did not wait for the answer. */
export type RequestOutcome = Outcome | "aborted";

/** One request, without its query, form and headers, which hold credentials. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  /** `undefined` if no handler was called. */
  readonly operation: OperationId | undefined;
  readonly outcome: RequestOutcome;
}

/** Counts of a demo panel since its start. */
export interface CountersView {
  /** Calls of each handler, counted before it runs. */
  readonly calls: Readonly<Record<OperationId, number>>;
  /** Refused for key, address or lockout. */
  readonly refused: number;
  /** Session files that a panel would have written: one for each request without its cookie. */
  readonly sessions: number;
  readonly openConnections: number;
  /** The latest 5000, in the order in which they were answered. */
  readonly requests: readonly RequestRecord[];
}

const LONGEST_LOG = 5_000;

/** Counts calls and requests; sessions and connections are counted elsewhere. */
export class Counters implements CountersView {
  readonly #calls = Object.fromEntries(Object.keys(operations).map((id) => [id, 0])) as Record<OperationId, number>;
  readonly #requests: RequestRecord[] = [];
  readonly #gauges: { readonly sessions: () => number; readonly openConnections: () => number };
  #refused = 0;

  constructor(gauges: { readonly sessions: () => number; readonly openConnections: () => number }) {
    this.#gauges = gauges;
  }

  get calls(): Readonly<Record<OperationId, number>> {
    return this.#calls;
  }

  get refused(): number {
    return this.#refused;
  }

  get sessions(): number {
    return this.#gauges.sessions();
  }

  get openConnections(): number {
    return this.#gauges.openConnections();
  }

  get requests(): readonly RequestRecord[] {
    return this.#requests;
  }

  called(id: OperationId): void {
    this.#calls[id]++;
  }

  log(record: RequestRecord): void {
    if (record.outcome === "refused") this.#refused++;
    this.#requests.push(record);
    if (this.#requests.length > LONGEST_LOG) this.#requests.shift();
  }
}
