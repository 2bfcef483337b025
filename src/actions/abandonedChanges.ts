import type { Call } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { isYoung } from "../storage/fileSystem.ts";
import { failureOrDefect, type PanelFailure } from "../wire/answers/failure.ts";
import type { ActionPanel } from "./actionRequest.ts";
import type { ActionRunnerOptions, Finished } from "./actionRunner.ts";
import type { JournalEntry, PendingChange } from "./changeJournal.ts";
import { inspectAbandoned, unknownOutcome, type Inspection } from "./inspectAbandoned.ts";
import type { Outcome } from "./outcome.ts";
import type { TakenChange } from "./targetClaims.ts";

/** A panel that also takes calls which no person asked for. */
export interface AskedPanel extends ActionPanel {
  readonly callFor: (signal: AbortSignal, by?: "automatic") => Call;
}

export interface AbandonedChangesOptions extends Pick<
  ActionRunnerOptions,
  "claims" | "clock" | "onDefect" | "onFinished" | "waitMs"
> {
  /** `undefined` if the panel was removed, or cannot be read at the moment. */
  readonly panelOf: (panelId: string) => AskedPanel | undefined;
  /** The outcome of a creation that began at a time (milliseconds since the epoch); `undefined` while it cannot be known. */
  readonly inspectCreation: (
    change: PendingChange,
    at: number,
    panel: AskedPanel,
    signal: AbortSignal,
  ) => Promise<Outcome | undefined>;
  /** Shows the outcome. `notBegun` counts the later changes of the same run. */
  readonly tell: (finished: Finished, notBegun: number) => void;
}

/** The pause between looks at the journal. */
const LOOK_MS = 5_000;

/** How long a claim must be free: a window that slept renews its claim within ten seconds of waking. */
const FREE_MS = 12_000;

/** The first and the longest pause before a panel that did not answer is asked again. */
const SHORTEST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

/** After this age an outcome that could not be found out is reported as unknown. */
const LONGEST_AGE_MS = 86_400_000;

/**
 * Finds out, records and shows the outcome of changes that other windows began and did not finish; each once over all
 * windows. Works only while the journal has entries.
 */
export class AbandonedChanges {
  readonly #options: AbandonedChangesOptions;
  readonly #disposed = new AbortController();
  /** By file, since when its claim is free, as `monotonic` time. */
  readonly #freeSince = new Map<string, number>();
  /** By id, when the change is inspected next, as `monotonic` time, and the pause before. */
  readonly #next = new Map<string, { readonly at: number; readonly pauseMs: number }>();
  readonly #running = new Set<Promise<unknown>>();
  #isWorking = false;

  constructor(options: AbandonedChangesOptions) {
    this.#options = options;
  }

  /** Starts working, unless it works already. Never throws. */
  look(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#track(this.#work().finally(() => (this.#isWorking = false)));
  }

  /** Stops; what is not finished stays in the journal for the next window. */
  async dispose(): Promise<void> {
    this.#disposed.abort();
    await Promise.all(this.#running);
  }

  /** Records the outcome of a creation that a form shows which VS Code restored. Rejects with file errors. */
  async recordShown(
    panel: Pick<ActionPanel, "id" | "address">,
    kind: ResourceKind,
    key: string,
    outcome: Outcome,
  ): Promise<void> {
    const { claims } = this.#options;
    for (const entry of await claims.unfinished(panel, kind, key)) {
      const change = await claims.journal.read(entry);
      if (change === undefined) continue;
      await this.#record(entry, change, { outcome });
      await claims.journal.end(entry, "unknown");
    }
  }

  async #work(): Promise<void> {
    const { claims, clock } = this.#options;
    const { signal } = this.#disposed;
    while (!signal.aborted) {
      const entries = await claims.journal.list();
      if (entries.length === 0) return;
      const held = await claims.held();
      for (const entry of entries) if (this.#isDue(entry, held.has(entry.claim))) this.#track(this.#finish(entry));
      await clock.sleep(LOOK_MS, signal).catch(() => undefined);
    }
  }

  #track(task: Promise<void>): void {
    const tracked = task.catch((error: unknown) => this.#failureIn(error)).finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  #isDue({ file, id, isAbandoned }: JournalEntry, isHeld: boolean): boolean {
    const now = this.#options.clock.monotonic();
    if (isHeld) this.#freeSince.delete(file);
    if (isHeld || (this.#next.get(id)?.at ?? -Infinity) > now) return false;
    const freeSince = this.#freeSince.get(file) ?? now;
    this.#freeSince.set(file, freeSince);
    return isAbandoned || now - freeSince >= FREE_MS;
  }

  async #finish(entry: JournalEntry): Promise<void> {
    const { claims, clock, panelOf, tell } = this.#options;
    const { signal } = this.#disposed;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * (this.#next.get(entry.id)?.pauseMs ?? SHORTEST_PAUSE_MS / 2));
    this.#next.set(entry.id, { at: clock.monotonic() + pauseMs, pauseMs });
    const taken = await claims.take(entry, signal);
    if (taken === undefined) return;
    const { change } = taken;
    const panel = panelOf(change.panelId);
    let found: Inspection | PanelFailure = { kind: "cancelled" };
    try {
      if (panel !== undefined) found = await this.#inspect(taken, panel);
      if (!("outcome" in found) && !signal.aborted && !isYoung(entry.at, clock, LONGEST_AGE_MS))
        found = { outcome: { ...unknownOutcome(), cause: found } };
      // what cannot be recorded is shown all the same
      if (panel !== undefined && "outcome" in found)
        await this.#record(entry, change, found).catch((error: unknown) => this.#failureIn(error));
    } finally {
      await taken.release("outcome" in found);
    }
    if (panel !== undefined && "outcome" in found)
      tell({ request: { row: undefined, ...change.request, panel }, outcome: found.outcome }, change.notBegun);
  }

  async #inspect({ entry, change }: TakenChange, panel: AskedPanel): Promise<Inspection | PanelFailure> {
    const { clock, waitMs, inspectCreation } = this.#options;
    const { signal } = this.#disposed;
    const { address, request, before } = change;
    // another address may be another server
    if (panel.address !== address) return { outcome: unknownOutcome() };
    if (resourceOf(request.kind).actions[request.verb] === undefined) {
      const outcome = await inspectCreation(change, entry.at, panel, signal);
      return outcome === undefined ? { kind: "cancelled" } : { outcome };
    }
    return inspectAbandoned({
      request: { row: undefined, ...request, panel },
      step: entry.step,
      before,
      call: panel.callFor(signal, "automatic"),
      clock,
      waitMs: waitMs(),
      signal,
      failureIn: (error) => this.#failureIn(error),
    });
  }

  async #record({ id, at }: JournalEntry, change: PendingChange, { outcome, rows }: Inspection): Promise<void> {
    const { clock, onFinished } = this.#options;
    const { kind, verb, target } = change.request;
    // by the wall clock: the change began in another process
    const milliseconds = Math.max(0, clock.wallTime() - at);
    const record = { id, panelId: change.panelId, kind, verb, target, outcome, milliseconds };
    await onFinished(rows === undefined ? record : { ...record, rows });
  }

  #failureIn(error: unknown): PanelFailure {
    return failureOrDefect(error, this.#options.onDefect);
  }
}
