import { type ActionPanel, findRowAction, type ResourceRequest, rowsSeen } from "./actionRequest.ts";
import type { ActionRunnerOptions, Finished } from "./actionRunner.ts";
import type { JournalEntry, PendingChange } from "./changeJournal.ts";
import type { Outcome } from "./outcome.ts";
import { partsAfter } from "./performAction.ts";
import type { TakenChange } from "./targetClaims.ts";
import { Verifier } from "./verifier.ts";
import { watch } from "./watch.ts";
import type { Fact } from "../resources/facts.ts";
import { proveDeletion, type Call, type Verification } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import type { Verb } from "../resources/verbs.ts";
import { isYoung } from "../storage/fileSystem.ts";
import { failureOrDefect, type PanelFailure, mayAnswerLater } from "../wire/answers/failure.ts";

/** A panel that can also be called without a person having asked for it. */
export interface AskedPanel extends ActionPanel {
  readonly callFor: (signal: AbortSignal, by?: "automatic") => Call;
}

export interface AbandonedChangesOptions extends Pick<
  ActionRunnerOptions,
  "claims" | "clock" | "onDefect" | "onFinished" | "waitMs"
> {
  /** `undefined` if the panel was removed, or its record cannot be read at the moment. */
  readonly panelOf: (panelId: string) => AskedPanel | undefined;
  /**
   * Finds the outcome of a procedure that began `at` (milliseconds since the epoch); `undefined`: not known yet. Rejects if the
   * panel cannot be asked.
   */
  readonly inspectProcedure: (
    change: PendingChange,
    at: number,
    panel: AskedPanel,
    signal: AbortSignal,
  ) => Promise<Outcome | undefined>;
  /** Shows the outcome. `notBegun` counts the later changes of the same run. */
  readonly show: (finished: Finished, notBegun: number) => void;
}

/** An outcome, with the rows of the last look (see `ActionRecord`). */
interface Inspection {
  readonly outcome: Outcome;
  readonly rows?: readonly unknown[];
}

/** No outcome so far, but perhaps later; `cause`: the failure of the look, if it failed. */
interface NotKnownYet {
  readonly cause: PanelFailure | undefined;
}

/** Verbs that leave the target running. */
const STARTING_VERBS: readonly Verb[] = ["restart", "start", "changeLogPath"];

/** The pause between looks at the journal. */
const LOOK_MS = 5_000;

/** How long a claim must be free: a window that wakes from sleep renews its claim within ten seconds. */
const FREE_MS = 12_000;

/** The first and the longest pause before another attempt to reach a panel. */
const SHORTEST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

/** The age after which an outcome is reported as unknown. */
const LONGEST_AGE_MS = 86_400_000;

/** Finds, records and shows the outcomes of changes that other windows did not finish, each once over all windows. */
export class AbandonedChanges {
  readonly #options: AbandonedChangesOptions;
  readonly #disposed = new AbortController();
  /** When the claim of each file became free, in `monotonic` time. */
  readonly #freeSince = new Map<string, number>();
  /** When each change, by id, is inspected next, in `monotonic` time, and the pause before. */
  readonly #next = new Map<string, { readonly at: number; readonly pauseMs: number }>();
  readonly #running = new Set<Promise<unknown>>();
  #isWorking = false;

  constructor(options: AbandonedChangesOptions) {
    this.#options = options;
  }

  /** Starts working, and goes on while the journal has entries. Never throws. */
  look(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#track(this.#work().finally(() => (this.#isWorking = false)));
  }

  /** Stops; unfinished entries stay in the journal for the next window. */
  async dispose(): Promise<void> {
    this.#disposed.abort();
    await Promise.all(this.#running);
  }

  /** Records the outcome of what other windows did not finish on a target, where an action on it has found that out. Rejects with file errors. */
  async recordFound(
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
      await claims.journal.remove(entry);
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
    const { claims, clock, panelOf, show } = this.#options;
    const { signal } = this.#disposed;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * (this.#next.get(entry.id)?.pauseMs ?? SHORTEST_PAUSE_MS / 2));
    this.#next.set(entry.id, { at: clock.monotonic() + pauseMs, pauseMs });
    const taken = await claims.take(entry, signal);
    if (taken === undefined) return;
    const { change } = taken;
    const panel = panelOf(change.panelId);
    let found: Inspection | NotKnownYet = { cause: undefined };
    try {
      if (panel !== undefined) found = await this.#inspect(taken, panel);
      if (!("outcome" in found) && !signal.aborted && !isYoung(entry.at, clock, LONGEST_AGE_MS))
        found = { outcome: { ...unknownOutcome(), cause: found.cause } };
      // shown even if it cannot be recorded
      if (panel !== undefined && "outcome" in found)
        await this.#record(entry, change, found).catch((error: unknown) => this.#failureIn(error));
    } finally {
      await taken.release("outcome" in found);
    }
    if (panel !== undefined && "outcome" in found)
      show({ request: { row: undefined, ...change.request, panel }, outcome: found.outcome }, change.notBegun);
  }

  /** Only reads. */
  async #inspect({ entry, change }: TakenChange, panel: AskedPanel): Promise<Inspection | NotKnownYet> {
    const { clock, waitMs, inspectProcedure } = this.#options;
    const { signal } = this.#disposed;
    const { verb, target, input = {} } = change.request;
    // another address may be another server
    if (panel.address !== change.address) return { outcome: unknownOutcome() };
    const found = findRowAction({ row: undefined, ...change.request, panel });
    const call = panel.callFor(signal, "automatic");
    const failureIn = (error: unknown) => this.#failureIn(error);
    try {
      if (found === undefined) {
        const outcome = await inspectProcedure(change, entry.at, panel, signal);
        if (outcome === undefined) return { cause: undefined };
        return { outcome };
      }
      if (change.before === undefined) return { outcome: unknownOutcome() };
      const { request, action } = found;
      const { stop } = resourceOf(request.kind).actions;
      // the second step will never be sent: the target stays stopped
      const isHalfway = entry.step === "stopping" && stop !== undefined;
      const rule = isHalfway ? stop.verification : action.verification;
      const verifier = new Verifier({ rule, target, input, clock, signal }, change.before);
      // fails at once if the target cannot be read, instead of waiting
      await verifier.check(call, 0);
      const sentAt = clock.monotonic();
      const watching = { verifier, call, signal, clock, sentAt, waitMs: waitMs(), isAnswered: false, failureIn };
      const { end, evidence } = await watch(watching);
      const { latest } = verifier;
      if (end === "stopped" || latest === undefined) return { cause: undefined };
      const rows = rowsSeen(request, latest);
      const seen = (outcome: Outcome): Inspection => ({ outcome, ...(rows && { rows }) });
      const isStopped = latest.seen !== undefined && stop?.verification.isAlready?.(latest.seen) === true;
      if (STARTING_VERBS.includes(verb) && isStopped) return seen({ kind: "halfway", why: "abandoned" });
      // it may never have reached the panel, and somebody else may have done the same since
      const wasAnswered = entry.step === "verifying";
      if (isHalfway || !wasAnswered || (end !== "done" && end !== "doneAndGone"))
        return seen(
          unknownOutcome(
            changesState(request, action.verification) ? this.#presentState(request, latest.seen) : evidence,
          ),
        );
      const parts = await partsAfter({ request, action, call, clock, signal, failureIn });
      return seen({
        kind: "done",
        evidence,
        why: "abandoned",
        ...(end === "doneAndGone" && { isGone: true }),
        ...(parts.length > 0 && { parts }),
      });
    } catch (error) {
      const failure = failureIn(error);
      if (mayAnswerLater(failure)) return { cause: failure };
      return { outcome: { ...unknownOutcome(), cause: failure } };
    }
  }

  #presentState({ kind, target, row }: ResourceRequest, seen: unknown): Fact | undefined {
    if (seen === undefined) return { name: "state", value: "gone" };
    const { seenRows, key, state } = resourceOf(kind);
    const now = seenRows?.(seen, row)?.find((each) => key(each) === target.key);
    // by the wall clock: days until a date of the panel
    const value = now === undefined ? "stateless" : state(now, this.#options.clock.wallTime());
    if (value === "stateless") return undefined;
    return { name: "state", value };
  }

  async #record({ id, at }: JournalEntry, change: PendingChange, { outcome, rows }: Inspection): Promise<void> {
    const { clock, onFinished } = this.#options;
    const { kind, verb, target, input, by, group } = change.request;
    // by the wall clock: the change began in another process
    const milliseconds = Math.max(0, clock.wallTime() - at);
    const record = { id, panelId: change.panelId, kind, verb, target, outcome, milliseconds };
    const setting = input?.setting?.name;
    const more = { ...(by && { by }), ...(group && { group }), ...(setting !== undefined && { setting }) };
    await onFinished({ ...record, ...more, ...(rows && { rows }) });
  }

  #failureIn(error: unknown): PanelFailure {
    return failureOrDefect(error, this.#options.onDefect);
  }
}

/**
 * Whether the target's state shows what became of a change. After a backup, "running" would mean the backup; what a setting is now its
 * evidence shows.
 */
function changesState({ verb, input }: ResourceRequest, { isAlready, proofs }: Verification<unknown>): boolean {
  if (input?.setting !== undefined) return false;
  return STARTING_VERBS.includes(verb) || isAlready !== undefined || proveDeletion(proofs);
}

function unknownOutcome(evidence?: Fact): Extract<Outcome, { kind: "uncertain" }> {
  return { kind: "uncertain", cause: undefined, why: "abandoned", evidence };
}
