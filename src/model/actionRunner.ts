import { failureOf, type PanelFailure } from "../panel/failure.ts";
import { operations } from "../panel/operations/table.ts";
import type { Effect } from "../panel/operation.ts";
import { safeguardFor, type GuardLevel, type Safeguard } from "./guardLevel.ts";
import type { Clock } from "./ports.ts";
import type { Action, Call, Fact, RunningVerification, Target, Verb } from "./resource.ts";
import { resourceOf, type ResourceKind } from "./resources/table.ts";

/** A panel as the runner needs it; `PanelConnection` is one. */
export interface ActionPanel {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly guardLevel: GuardLevel;
  readonly callFor: (signal: AbortSignal) => Call;
}

/** What a person is asked before an operation is sent. */
export interface Confirmation {
  readonly panel: Pick<ActionPanel, "name" | "address">;
  readonly kind: ResourceKind;
  readonly verb: Verb;
  readonly effect: Effect;
  readonly target: Target;
  /** Labels of others that are hit as well. */
  readonly alsoAffects: readonly string[];
  readonly safeguard: Exclude<Safeguard, "none" | "refuse">;
}

/** Asks a person; resolves to whether they agreed. */
export type Confirm = (confirmation: Confirmation) => Promise<boolean>;

/** What became of an action. Only `done` was seen to be so. */
export type Outcome =
  | { readonly kind: "done"; readonly evidence: Fact | undefined }
  /** The panel accepted it; `noWay`: nothing can be re-read, `timedOut`: no change was seen, `stopped`: nobody waited. */
  | { readonly kind: "sent"; readonly why: "noWay" | "timedOut" | "stopped"; readonly evidence: Fact | undefined }
  /** No answer came, and re-reading did not show it done. */
  | { readonly kind: "uncertain"; readonly cause: PanelFailure }
  /** The panel accepted it and it was seen to have gone wrong. */
  | { readonly kind: "wentWrong"; readonly evidence: Fact | undefined }
  | { readonly kind: "failed"; readonly failure: PanelFailure }
  /** The panel no longer has the target; nothing was sent. */
  | { readonly kind: "gone" }
  | { readonly kind: "declined" }
  | { readonly kind: "readOnly" };

/** What the runner is doing, for a progress notification. */
export type Phase = "checking" | "sending" | "verifying";

export interface ActionRequest<Row = unknown> {
  readonly panel: ActionPanel;
  readonly kind: ResourceKind;
  readonly verb: Verb;
  readonly target: Target;
  /** The row as last seen and its neighbours, to name others that are hit as well. */
  readonly row?: Row;
  readonly rows?: readonly Row[];
}

/** One finished action, for the log and whoever shows the resource. */
export interface ActionRecord {
  readonly panelId: string;
  readonly kind: ResourceKind;
  readonly verb: Verb;
  readonly target: Target;
  readonly outcome: Outcome;
  readonly milliseconds: number;
}

/** Runs a task behind a cancellable progress notification. Aborting before sending sends nothing; later it ends the wait. */
export type ShowProgress = (
  request: ActionRequest,
  task: (signal: AbortSignal, report: (phase: Phase) => void) => Promise<Outcome>,
) => Promise<Outcome>;

export interface ActionRunnerOptions {
  readonly confirm: Confirm;
  readonly showProgress: ShowProgress;
  readonly clock: Clock;
  /** How long to wait for a change to be seen, in milliseconds; read at each action. */
  readonly waitMs: () => number;
  /** Called after everything that may have changed something, so that the resource is shown anew. */
  readonly onFinished: (record: ActionRecord) => void;
}

const POLL_MS = 1_000;

/** The only way to change anything on a panel. */
export class ActionRunner {
  readonly #options: ActionRunnerOptions;

  constructor(options: ActionRunnerOptions) {
    this.#options = options;
  }

  /** Guard level → confirmation → call → verification → record. Never throws for what a panel does. */
  async run(request: ActionRequest): Promise<Outcome> {
    const action = actionOf(request);
    const { effect } = operations[action.operation];
    const safeguard = safeguardFor(request.panel.guardLevel, effect);
    if (safeguard === "refuse") return { kind: "readOnly" };
    if (safeguard !== "none") {
      const { panel, kind, verb, target } = request;
      const alsoAffects = affectedBeside(request, action);
      const question = { panel, kind, verb, target, effect, alsoAffects, safeguard };
      if (!(await this.#options.confirm(question))) return { kind: "declined" };
    }
    const started = this.#options.clock.now();
    const outcome = await this.#options.showProgress(request, (signal, report) =>
      this.#perform(request, action, signal, report),
    );
    this.#options.onFinished({
      panelId: request.panel.id,
      kind: request.kind,
      verb: request.verb,
      target: request.target,
      outcome,
      milliseconds: this.#options.clock.now() - started,
    });
    return outcome;
  }

  async #perform(
    request: ActionRequest,
    action: Action<unknown>,
    signal: AbortSignal,
    report: (phase: Phase) => void,
  ): Promise<Outcome> {
    const call = request.panel.callFor(signal);
    report("checking");
    let running: RunningVerification | undefined;
    try {
      running = await action.verification?.begin(call, request.target);
    } catch (error) {
      const failure = failureOrThrow(error);
      // a panel without the read may still have the change (panel-api.md documents no reads)
      if (!saysNoSuchRead(failure)) return { kind: "failed", failure };
    }
    if (running?.existed === false) return { kind: "gone" };

    report("sending");
    const sentAt = this.#options.clock.now();
    let lost: PanelFailure | undefined;
    try {
      await action.send(call, request.target);
    } catch (error) {
      const failure = failureOrThrow(error);
      if (!mayHaveHappened(failure)) return { kind: "failed", failure };
      lost = failure;
    }
    if (running === undefined) return lost === undefined ? sent("noWay") : { kind: "uncertain", cause: lost };

    report("verifying");
    return this.#verify(running, call, signal, sentAt, lost);
  }

  async #verify(
    running: RunningVerification,
    call: Call,
    signal: AbortSignal,
    sentAt: number,
    lost: PanelFailure | undefined,
  ): Promise<Outcome> {
    const { clock, waitMs } = this.#options;
    const unseen = (why: "timedOut" | "stopped", evidence: Fact | undefined): Outcome =>
      lost === undefined ? { kind: "sent", why, evidence } : { kind: "uncertain", cause: lost };
    const deadline = clock.now() + waitMs();
    let evidence: Fact | undefined;
    while (!signal.aborted) {
      try {
        const checked = await running.check(call, clock.now() - sentAt);
        evidence = checked.evidence;
        if (checked.verdict === "done") return { kind: "done", evidence };
        if (checked.verdict === "failed") return { kind: "wentWrong", evidence };
      } catch (error) {
        // the panel may be busy with what it was told to do; a refusal would only repeat
        if (failureOrThrow(error).kind === "refused") return unseen("stopped", evidence);
      }
      if (clock.now() >= deadline) return unseen("timedOut", evidence);
      await clock.sleep(POLL_MS, signal).catch(() => undefined);
    }
    return unseen("stopped", evidence);
  }
}

function actionOf({ kind, verb }: ActionRequest): Action<unknown> {
  const action = resourceOf(kind).actions[verb];
  if (action === undefined) throw new TypeError(`${kind} has no ${verb}`);
  return action;
}

function affectedBeside({ kind, row, rows }: ActionRequest, action: Action<unknown>): readonly string[] {
  if (row === undefined || action.alsoAffects === undefined) return [];
  return action.alsoAffects(row, rows ?? []).map((other) => resourceOf(kind).label(other));
}

function failureOrThrow(error: unknown): PanelFailure {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  return failure;
}

function sent(why: "noWay"): Outcome {
  return { kind: "sent", why, evidence: undefined };
}

function saysNoSuchRead(failure: PanelFailure): boolean {
  return failure.kind === "unsupported" || failure.kind === "page";
}

/** A page or an unreadable answer can follow a change that took place (panel-reference.md 0.5). */
function mayHaveHappened({ kind }: PanelFailure): boolean {
  return kind === "uncertain" || kind === "page" || kind === "malformed" || kind === "tooLarge";
}
