import type { CallRecord } from "../wire/client.ts";
import type { Finding } from "./finding.ts";

/** Calls of one operation that failed alike. Times are in milliseconds since the epoch. */
export interface RecentFailure {
  readonly operation: CallRecord["operation"];
  readonly outcome: CallRecord["outcome"];
  readonly count: number;
  readonly lastAt: number;
}

/** The last diagnosis of a panel. */
export interface Diagnosis {
  readonly panelId: string;
  readonly at: number;
  readonly findings: readonly Finding[];
}

/** More would hide the last ones. */
const MOST_FAILURES = 20;

/** What went wrong with panels in this window, for a report: kinds and counts. Nothing of it is stored. */
export class ConnectionHistory {
  readonly #failures = new Map<string, RecentFailure>();
  readonly #diagnoses = new Map<string, Diagnosis>();

  /** Takes a call that has ended. @param now in milliseconds since the epoch */
  called({ operation, outcome }: Pick<CallRecord, "operation" | "outcome">, now: number): void {
    if (outcome === "ok" || outcome === "cancelled") return;
    const name = `${operation} ${outcome}`;
    const count = (this.#failures.get(name)?.count ?? 0) + 1;
    // it is the newest one from here on
    this.#failures.delete(name);
    this.#failures.set(name, { operation, outcome, count, lastAt: now });
    const [oldest = ""] = this.#failures.keys();
    if (this.#failures.size > MOST_FAILURES) this.#failures.delete(oldest);
  }

  diagnosed(diagnosis: Diagnosis): void {
    this.#diagnoses.set(diagnosis.panelId, diagnosis);
  }

  /** The newest last. */
  get failures(): readonly RecentFailure[] {
    return [...this.#failures.values()];
  }

  diagnosisOf(panelId: string): Diagnosis | undefined {
    return this.#diagnoses.get(panelId);
  }
}
