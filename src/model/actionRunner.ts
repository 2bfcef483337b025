import { failureOf, type PanelFailure } from "../panel/failure.ts";
import { operations } from "../panel/operations/table.ts";
import type { Effect } from "../panel/operation.ts";
import { safeguardFor, type GuardLevel, type Safeguard } from "./guardLevel.ts";
import type { Clock } from "./ports.ts";
import type { Action, ActionInput, Call, Fact, ResourceState, RunningVerification, Target, Verb } from "./resource.ts";
import { resourceOf, type ResourceKind } from "./resources/table.ts";

/** A panel as the runner needs it; `PanelConnection` is one. */
export interface ActionPanel {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly guardLevel: GuardLevel;
  readonly callFor: (signal: AbortSignal) => Call;
}

/** What a person is asked before an operation is sent, once for all targets. */
export interface Confirmation {
  readonly kind: ResourceKind;
  readonly verb: Verb;
  readonly effect: Effect;
  readonly input: ActionInput;
  readonly targets: readonly ConfirmedTarget[];
  /** The strictest that the panels ask for. */
  readonly safeguard: Exclude<Safeguard, "none" | "refuse">;
}

/** One target of a question. */
export interface ConfirmedTarget {
  readonly panel: Pick<ActionPanel, "name" | "address">;
  readonly target: Target;
  readonly state: ResourceState;
  /** Labels of others that are hit as well. */
  readonly alsoAffects: readonly string[];
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
  /** It ended and made no difference. */
  | { readonly kind: "unchanged"; readonly evidence: Fact | undefined }
  | { readonly kind: "failed"; readonly failure: PanelFailure }
  /** The panel no longer has the target; nothing was sent. */
  | { readonly kind: "gone" }
  | { readonly kind: "declined" }
  /** It was one of several, and the person stopped before its turn; nothing was sent. */
  | { readonly kind: "skipped" }
  | { readonly kind: "readOnly" };

/** What the runner is doing, for a progress notification. */
export type Phase = "checking" | "sending" | "verifying";

export interface ActionRequest<Row = unknown> {
  readonly panel: ActionPanel;
  readonly kind: ResourceKind;
  readonly verb: Verb;
  readonly target: Target;
  readonly input?: ActionInput;
  readonly state?: ResourceState;
  /** The row as last seen and its neighbours, to name others that are hit as well. */
  readonly row?: Row;
  readonly rows?: readonly Row[];
}

/** What became of one of the requests. */
export interface Finished {
  readonly request: ActionRequest;
  readonly outcome: Outcome;
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

/** Where a run of several stands: `index` counts from 0. */
export interface Step {
  readonly index: number;
  readonly phase: Phase;
}

/** Runs a task behind a cancellable progress notification. Aborting before sending sends nothing; later it ends the wait. */
export type ShowProgress = (
  requests: readonly ActionRequest[],
  task: (signal: AbortSignal, report: (step: Step) => void) => Promise<readonly Finished[]>,
) => Promise<readonly Finished[]>;

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
    const [finished] = await this.runAll([request]);
    return finished?.outcome ?? { kind: "declined" };
  }

  /**
   * Does the same to several targets: one question, then one after another; one failure stops nothing else, and
   * cancelling leaves out those whose turn has not come. Requests are of one kind and verb.
   */
  async runAll(requests: readonly ActionRequest[]): Promise<readonly Finished[]> {
    const allowed = requests.filter((request) => safeguardOf(request) !== "refuse");
    const refused = requests
      .filter((request) => !allowed.includes(request))
      .map((request): Finished => ({ request, outcome: { kind: "readOnly" } }));
    const question = questionFor(allowed);
    if (question !== undefined && !(await this.#options.confirm(question)))
      return [...allowed.map((request): Finished => ({ request, outcome: { kind: "declined" } })), ...refused];
    if (allowed.length === 0) return refused;
    const finished = await this.#options.showProgress(allowed, async (signal, report) => {
      const done: Finished[] = [];
      for (const [index, request] of allowed.entries()) {
        const outcome = await this.#runOne(request, signal, done.length > 0, (phase) => report({ index, phase }));
        done.push({ request, outcome });
      }
      return done;
    });
    return [...finished, ...refused];
  }

  async #runOne(
    request: ActionRequest,
    signal: AbortSignal,
    isLater: boolean,
    report: (phase: Phase) => void,
  ): Promise<Outcome> {
    if (signal.aborted && isLater) return { kind: "skipped" };
    const started = this.#options.clock.now();
    const outcome = await this.#perform(request, actionOf(request), signal, report);
    const { panel, kind, verb, target } = request;
    const milliseconds = this.#options.clock.now() - started;
    this.#options.onFinished({ panelId: panel.id, kind, verb, target, outcome, milliseconds });
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
      running = await action.verification?.begin(call, request.target, request.input);
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
      await action.send(call, request.target, request.input ?? {}, running?.before);
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
        if (checked.verdict === "unchanged") return { kind: "unchanged", evidence };
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

function safeguardOf(request: ActionRequest): Safeguard {
  return safeguardFor(request.panel.guardLevel, operations[actionOf(request).operation].effect);
}

const STRICTNESS: readonly Safeguard[] = ["none", "ask", "typeName", "refuse"];

/** `undefined` where no panel asks for a question. */
function questionFor(requests: readonly ActionRequest[]): Confirmation | undefined {
  const [first] = requests;
  if (first === undefined) return undefined;
  const safeguard = requests
    .map((request) => actionOf(request).safeguard ?? safeguardOf(request))
    .reduce((a, b) => (STRICTNESS.indexOf(a) > STRICTNESS.indexOf(b) ? a : b));
  if (safeguard === "none" || safeguard === "refuse") return undefined;
  const { kind, verb, input = {} } = first;
  return {
    kind,
    verb,
    input,
    effect: operations[actionOf(first).operation].effect,
    safeguard,
    targets: requests.map((request) => ({
      panel: request.panel,
      target: request.target,
      state: request.state ?? "unknown",
      alsoAffects: affectedBeside(request, actionOf(request)),
    })),
  };
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
