import { type ActionPanel, actionOf, rowsSeen, type ActionRequest } from "./actionRequest.ts";
import type { ActionRunnerOptions, Finished } from "./actionRunner.ts";
import type { JournalEntry, PendingChange, SendingStep } from "./changeJournal.ts";
import type { Outcome } from "./outcome.ts";
import { partsAfter } from "./performAction.ts";
import type { TakenChange } from "./targetClaims.ts";
import { Verifier } from "./verifier.ts";
import { watch } from "./watch.ts";
import type { Fact } from "../resources/facts.ts";
import type { Call } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import type { Verb } from "../resources/verbs.ts";
import { isYoung } from "../storage/fileSystem.ts";
import type { Clock } from "../storage/ports.ts";
import { failureOrDefect, type PanelFailure, mayAnswerLater } from "../wire/answers/failure.ts";

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

/** A change whose window is gone. */
export interface AbandonedChange {
  readonly request: ActionRequest;
  readonly step: SendingStep;
  /** The target as the verification saw it before the change; `undefined` if the panel does not show it. */
  readonly before: unknown;
  readonly call: Call;
  readonly clock: Clock;
  /** How long to wait for the change to show, in milliseconds. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
  /** The failure that an error stands for; reports defects. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** The outcome of an abandoned change, with the rows that were seen (see `ActionRecord`). */
export interface Inspection {
  readonly outcome: Outcome;
  readonly rows?: readonly unknown[];
}

/** Verbs after which the target should run. */
const STARTING_VERBS: readonly Verb[] = ["restart", "start", "changeLogPath"];

/**
 * Finds out how an abandoned change ended, with the action's own verification; sends reads only. Resolves to a failure if the
 * panel may answer later. Never rejects.
 */
export async function inspectAbandoned(change: AbandonedChange): Promise<Inspection | PanelFailure> {
  const { request, step, before, call, clock, waitMs, signal, failureIn } = change;
  const { kind, verb, target, input = {} } = request;
  if (before === undefined) return { outcome: unknownOutcome() };
  try {
    const { stop } = resourceOf(kind).actions;
    // nobody sends the second step any more: the target stays stopped
    const isHalfway = step === "stopping" && stop !== undefined;
    const { verification } = isHalfway ? stop : actionOf(request);
    const verifier = new Verifier({ rule: verification, target, input, clock, signal }, before);
    // fails at once if the target cannot be read, instead of waiting
    await verifier.check(call, 0);
    const watching = { verifier, call, signal, clock, sentAt: clock.monotonic(), waitMs, isAnswered: false, failureIn };
    const { end, evidence } = await watch(watching);
    const { latest } = verifier;
    if (end === "stopped" || latest === undefined) return { kind: "cancelled" };
    const rows = rowsSeen(request, latest);
    const seen = (outcome: Outcome): Inspection => ({ outcome, ...(rows === undefined ? {} : { rows }) });
    const isStopped = latest.seen !== undefined && stop?.verification.isAlready?.(latest.seen) === true;
    if (STARTING_VERBS.includes(verb) && isStopped) return seen({ kind: "halfway", why: "abandoned" });
    if (isHalfway || (end !== "done" && end !== "doneAndGone"))
      return seen(unknownOutcome(presentState(change, latest.seen)));
    const parts = await partsAfter({ ...change, action: actionOf(request) });
    return seen({
      kind: "done",
      evidence,
      why: "abandoned",
      ...(end === "doneAndGone" && { isGone: true }),
      ...(parts.length > 0 && { parts }),
    });
  } catch (error) {
    const failure = failureIn(error);
    return mayAnswerLater(failure) ? failure : { outcome: { ...unknownOutcome(), cause: failure } };
  }
}

/** The outcome of an abandoned change of which nothing more can be found out. */
export function unknownOutcome(evidence?: Fact): Extract<Outcome, { kind: "uncertain" }> {
  return { kind: "uncertain", cause: undefined, why: "abandoned", evidence };
}

function presentState({ request: { kind, target, row }, clock }: AbandonedChange, seen: unknown): Fact | undefined {
  if (seen === undefined) return { name: "state", value: "gone" };
  const { seenRows, key, state } = resourceOf(kind);
  const now = seenRows?.(seen, row)?.find((each) => key(each) === target.key);
  // by the wall clock: days until a date of the panel
  return now === undefined ? undefined : { name: "state", value: state(now, clock.wallTime()) };
}
