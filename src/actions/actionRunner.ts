import {
  causeOf,
  failureOf,
  isNotFoundPage,
  isTransient,
  mayHaveHappened,
  type PanelFailure,
} from "../wire/answers/failure.ts";
import { visibleText } from "../characters/plainText.ts";
import { actionOf, rowsSeen, safeguardOf, shownIn, type ActionRequest } from "./actionRequest.ts";
import { BlockedPanels } from "./blockedPanels.ts";
import { questionFor, type Confirm } from "./confirmation.ts";
import { compare, differences } from "../resources/identity.ts";
import { PollSchedule } from "./pollSchedule.ts";
import type { Outcome, Phase, WhyUnconfirmed } from "./outcome.ts";
import type { Clock } from "../storage/ports.ts";
import type { Action, Call, Fact, Target, Verb } from "../resources/resource.ts";
import { resourceOf, type ResourceKind } from "../resources/resources.ts";
import { Verifier } from "./verifier.ts";

/** How requests are run. */
export interface RunOptions {
  /** A person has not seen yet what exactly will be done: they are asked even where no panel's guard level does. */
  readonly alwaysAsk?: true;
  /** In place of the runner's own, where progress is shown elsewhere. */
  readonly showProgress?: ShowProgress;
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
  /** The target as it was last seen, and others with it; none: it is gone. Absent where that is not known. */
  readonly rows?: readonly unknown[];
}

/** Which request of a run is under way, counted from 0, and what is being done for it. */
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
  /** For the log: what was thrown is no failure of a panel. */
  readonly onDefect?: (error: unknown) => void;
  /** Called after everything that may have changed something, so that the resource is shown anew. */
  readonly onFinished: (record: ActionRecord) => void;
}

/** What the requests of one run share. */
interface Batch {
  readonly signal: AbortSignal;
  readonly blocked: BlockedPanels;
}

const CANCELLED: PanelFailure = { kind: "cancelled" };

/** The only way to change anything on a panel. */
export class ActionRunner {
  readonly #options: ActionRunnerOptions;
  readonly #inHand = new Set<string>();

  constructor(options: ActionRunnerOptions) {
    this.#options = options;
  }

  /** Guard level → confirmation → call → verification → record. Never throws for what a panel does. */
  async run(request: ActionRequest, options: RunOptions = {}): Promise<Outcome> {
    const [finished] = await this.runAll([request], options);
    return finished?.outcome ?? { kind: "declined" };
  }

  /**
   * Acts on several targets of one kind: one question, then one after another. One failure stops nothing else, unless
   * the panel would answer every further call with it; cancelling leaves out those whose turn has not come.
   */
  async runAll(requests: readonly ActionRequest[], options: RunOptions = {}): Promise<readonly Finished[]> {
    const allowed = requests.filter((request) => safeguardOf(request) !== "refuse");
    const refused = requests
      .filter((request) => !allowed.includes(request))
      .map((request): Finished => ({ request, outcome: { kind: "readOnly" } }));
    const question = questionFor(allowed, options.alwaysAsk === true ? "ask" : "none");
    if (question !== undefined && !(await this.#options.confirm(question)))
      return [...allowed.map((request): Finished => ({ request, outcome: { kind: "declined" } })), ...refused];
    if (allowed.length === 0) return refused;
    const showProgress = options.showProgress ?? this.#options.showProgress;
    const finished = await showProgress(allowed, async (signal, report) => {
      const done: Finished[] = [];
      const blocked = new BlockedPanels();
      for (const [index, request] of allowed.entries()) {
        // the first one reports its own cancellation
        const cause = signal.aborted && index > 0 ? CANCELLED : blocked.causeFor(request.panel);
        const outcome =
          cause === undefined
            ? await this.#runOne(request, { signal, blocked }, (phase) => report({ index, phase }))
            : ({ kind: "skipped", cause } as const);
        done.push({ request, outcome });
      }
      return done;
    });
    return [...finished, ...refused];
  }

  /** A defect is told as one, so that what was done to others is still told. */
  async #runOne(request: ActionRequest, batch: Batch, report: (phase: Phase) => void): Promise<Outcome> {
    const { panel, kind, verb, target, perform } = request;
    const { clock, onFinished } = this.#options;
    // another window may have changed the panel while the question was open
    if (safeguardOf(request) === "refuse") return { kind: "readOnly" };
    const inHand = JSON.stringify([panel.id, kind, target.key]);
    if (this.#inHand.has(inHand)) return { kind: "busy" };
    this.#inHand.add(inHand);
    const started = clock.now();
    let verifier: Verifier | undefined;
    let outcome: Outcome;
    try {
      const onLooked = (begun: Verifier) => (verifier = begun);
      outcome = await (perform?.(batch.signal) ?? this.#perform(request, actionOf(request), batch, report, onLooked));
    } catch (error) {
      const cause = this.#failureIn(error);
      // nobody can tell whether a creation was sent before
      outcome = perform === undefined ? { kind: "failed", failure: cause } : { kind: "uncertain", cause };
    } finally {
      this.#inHand.delete(inHand);
    }
    const rows = rowsSeen(request, verifier?.latest);
    const record = { panelId: panel.id, kind, verb, target, outcome, milliseconds: clock.now() - started };
    onFinished(rows === undefined ? record : { ...record, rows });
    return outcome;
  }

  async #perform(
    request: ActionRequest,
    action: Action<unknown>,
    { signal, blocked }: Batch,
    report: (phase: Phase) => void,
    onLooked: (verifier: Verifier) => void,
  ): Promise<Outcome> {
    const call = blocked.callFor(request.panel, signal);
    report("checking");
    let verifier: Verifier | undefined;
    try {
      verifier = await Verifier.begin(action.verification, call, request.target, request.input);
      onLooked(verifier);
    } catch (error) {
      const failure = failureOrThrow(error);
      const isKeyAllThatWasSeen = (shownIn(request)?.length ?? 1) === 1;
      if (!isKeyAllThatWasSeen || !saysNoSuchRead(failure, request)) return { kind: "failed", failure };
      // a panel without the read may still have the change (docs/protocol.md A.3)
      if (resourceOf(request.kind).mayMeanAnother?.(request.target.key) === true) return { kind: "ambiguous" };
    }
    const reason = verifier && whyNotSent(request, verifier);
    if (reason !== undefined) return reason;

    report("sending");
    verifier?.outdate();
    const sentAt = this.#options.clock.now();
    let lost: PanelFailure | undefined;
    try {
      await action.send(call, request.target, request.input ?? {}, verifier?.before);
    } catch (error) {
      const failure = this.#failureIn(error);
      if (!mayHaveHappened(failure)) return { kind: "failed", failure };
      lost = causeOf(failure);
    }
    if (verifier === undefined) return lost === undefined ? sent("noWay") : { kind: "uncertain", cause: lost };

    report("verifying");
    return this.#verify(verifier, call, signal, sentAt, lost);
  }

  async #verify(
    verifier: Verifier,
    call: Call,
    signal: AbortSignal,
    sentAt: number,
    lost: PanelFailure | undefined,
  ): Promise<Outcome> {
    const { clock, waitMs } = this.#options;
    const unseen = (why: WhyUnconfirmed): Outcome =>
      lost === undefined ? { kind: "sent", why, evidence } : { kind: "uncertain", cause: lost };
    const deadline = clock.now() + waitMs();
    const schedule = new PollSchedule(clock, deadline);
    let evidence: Fact | undefined;
    let looked = false;
    let seesNow = false;
    while (!signal.aborted) {
      try {
        const checked = await verifier.check(schedule.counting(call), clock.now() - sentAt);
        looked = seesNow = true;
        evidence = checked.evidence;
        if (checked.verdict === "done") return { kind: "done", evidence };
        if (checked.verdict === "doneAndGone") return { kind: "done", evidence, isGone: true };
        if (checked.verdict === "failed") return { kind: "wentWrong", evidence };
        if (checked.verdict === "untold") return unseen("noWay");
        // what was not answered may still be under way
        if (checked.verdict === "unmoved" && lost === undefined) return { kind: "wentWrong", evidence };
        if (checked.verdict === "unchanged" && lost === undefined) return { kind: "unchanged", evidence };
      } catch (error) {
        seesNow = false;
        if (signal.aborted) break;
        // the panel may be busy with what it was told to do; what follows would only repeat
        if (!isTransient(this.#failureIn(error))) return unseen("unreadable");
      }
      if (clock.now() >= deadline) {
        // what was seen before the panel could no longer be asked tells nothing of now
        const verdict = seesNow ? verifier.atEnd() : "pending";
        // what was not answered may still be under way
        if (verdict === "failed" && lost === undefined) return { kind: "wentWrong", evidence };
        if (verdict === "partly") return unseen("partly");
        return unseen(looked ? "timedOut" : "unreadable");
      }
      await clock.sleep(schedule.pauseMs(), signal).catch(() => undefined);
    }
    return unseen("stopped");
  }

  /** Once something was sent nothing is thrown, for its outcome must be told: a defect becomes a failure. */
  #failureIn(error: unknown): PanelFailure {
    const failure = failureOf(error);
    if (failure === undefined) this.#options.onDefect?.(error);
    return failure ?? { kind: "defect" };
  }
}

function failureOrThrow(error: unknown): PanelFailure {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  return failure;
}

/** Why nothing is sent after a look at the target; `undefined`: it is the one that was shown, and not yet as wanted. */
function whyNotSent(request: ActionRequest, { identity: now, already }: Verifier): Outcome | undefined {
  if (now === undefined) return { kind: "gone" };
  const shown = shownIn(request) ?? now;
  const found = compare(shown, now);
  if (found === "another") return { kind: "changed", now: visibleText(differences(shown, now).join(", ")) || "?" };
  if (found === "untold") return { kind: "failed", failure: { kind: "malformed", fields: ["(key)"] } };
  return already ? { kind: "already" } : undefined;
}

function sent(why: "noWay"): Outcome {
  return { kind: "sent", why, evidence: undefined };
}

/** A page says that there is no such list only where a person named the target because there was none. */
function saysNoSuchRead(failure: PanelFailure, { state }: ActionRequest): boolean {
  return failure.kind === "unsupported" || (isNotFoundPage(failure) && state === "manual");
}
