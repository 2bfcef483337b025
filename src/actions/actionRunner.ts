import { causeOf, failureOrDefect, needsPerson, PanelError, type PanelFailure } from "../wire/answers/failure.ts";
import { sendingSteps } from "./changeJournal.ts";
import { rowActionOf, rowsSeen, safeguardOf, type ActionRequest, type RequestGroup } from "./actionRequest.ts";
import { questionFor, type Confirm } from "./confirmation.ts";
import type { Outcome, Phase } from "./outcome.ts";
import { outcomeKinds } from "./outcomeKinds.ts";
import { performAction, type ActionContext } from "./performAction.ts";
import { pauseBetweenTries } from "../storage/fileLock.ts";
import type { Clock } from "../storage/ports.ts";
import type { Target } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import type { SubjectKind } from "../resources/subjects.ts";
import type { Claim, TargetClaims } from "./targetClaims.ts";
import type { Verifier } from "./verifier.ts";

export interface RunOptions {
  /** Asks even if no guard level requires it, because the person has not seen yet what exactly will be done. */
  readonly alwaysAsk?: true;
  /** The person has agreed before, and was told for how long: only a read-only panel refuses. */
  readonly isAgreed?: true;
  /** Replaces the runner's own question, where no click has begun the action. */
  readonly confirm?: Confirm;
  /** Replaces the runner's own progress notification. */
  readonly showProgress?: ShowProgress;
  /** Performs an action of several steps in place of the resource table. */
  readonly procedure?: Procedure;
}

/** An action that looks for its result itself: a creation has no target before it, a deployment many files. */
export interface Procedure {
  readonly perform: (context: ProcedureContext) => Promise<Outcome>;
  /** Called each time another window turns out to be at the same target; the procedure waits for it. Absent: it is `busy`. */
  readonly onWaiting?: () => void;
}

export interface ProcedureContext extends Pick<ActionContext, "signal" | "clock" | "waitMs" | "failureIn"> {
  readonly request: ActionRequest;
  readonly claim: Pick<Claim, "id">;
  readonly report: (phase: Phase, share?: number) => void;
  /** Writes the procedure, without secrets, to the journal; await it before sending anything. Rejects with `PanelError`. */
  readonly begin: (asked: unknown) => Promise<void>;
}

/** A request with its outcome. */
export interface Finished {
  readonly request: ActionRequest;
  readonly outcome: Outcome;
}

/** A finished action, for the Activity view and the tree. */
export interface ActionRecord {
  /** The same if two windows record the same action. */
  readonly id?: string;
  readonly panelId: string;
  readonly kind: SubjectKind;
  readonly verb: Verb;
  readonly target: Target;
  readonly by?: ActionRequest["by"];
  readonly group?: RequestGroup;
  /** The name of the website's setting that was changed. */
  readonly setting?: string;
  readonly outcome: Outcome;
  readonly milliseconds: number;
  /** The rows of the last look; empty: the target is gone. Absent if they are unknown. */
  readonly rows?: readonly unknown[];
}

/** The request that is under way, counted from 0, and its phase. */
export interface Step {
  readonly index: number;
  readonly phase: Phase;
  /** The share of the phase that is done, from 0 to 1, if that is known. */
  readonly share?: number;
  /** What the panel itself last wrote about it. */
  readonly line?: string;
}

/** Shows progress, which can be cancelled, while a task runs. */
export type ShowProgress = (
  requests: readonly ActionRequest[],
  task: (signal: AbortSignal, report: (step: Step) => void) => Promise<readonly Finished[]>,
) => Promise<readonly Finished[]>;

export interface ActionRunnerOptions {
  readonly confirm: Confirm;
  readonly showProgress: ShowProgress;
  readonly clock: Clock;
  readonly claims: TargetClaims;
  /** How long to wait for a change to show; read for each action. */
  readonly waitMs: () => number;
  readonly onDefect?: (error: unknown) => void;
  /** Updates the tree and records the action; resolves when it is recorded. */
  readonly onFinished: (record: ActionRecord) => Promise<void>;
}

/** The context of one request in a run. */
interface Turn {
  readonly procedure: Procedure | undefined;
  readonly signal: AbortSignal;
  /** Panels, by id, whose next call would fail in the same way; shared by the run. */
  readonly blocked: Map<string, PanelFailure>;
  /** The number of later requests of the run. */
  readonly notBegun: number;
  readonly report: (phase: Phase, share?: number, line?: string) => void;
}

const CANCELLED: PanelFailure = { kind: "cancelled" };

/** The pause before another attempt to claim a target that another window is at. */
const CLAIM_AGAIN_MS = 1_000;

/** The time that a closing window gives its actions; VS Code allows five seconds for everything. */
const CLOSING_MS = 3_500;

/** The only way to change anything on a panel. */
export class ActionRunner {
  readonly #options: ActionRunnerOptions;
  readonly #running = new Set<Promise<unknown>>();
  #isClosing = false;

  constructor(options: ActionRunnerOptions) {
    this.#options = options;
  }

  /** Guard level → confirmation → call → verification → record. Resolves whatever the panel does. */
  async run(request: ActionRequest, options: RunOptions = {}): Promise<Outcome> {
    const [finished] = await this.runAll([request], options);
    return finished?.outcome ?? { kind: "declined" };
  }

  /**
   * Acts on several targets of one kind: asks once, then performs one after another. A failure stops the others only if
   * their panel would repeat it. Cancelling skips the targets whose turn has not come.
   */
  async runAll(requests: readonly ActionRequest[], options: RunOptions = {}): Promise<readonly Finished[]> {
    const allowed = requests.filter((request) => safeguardOf(request) !== "refuse");
    const refused = requests
      .filter((request) => !allowed.includes(request))
      .map((request): Finished => ({ request, outcome: { kind: "readOnly" } }));
    const { confirm = this.#options.confirm, isAgreed = false, alwaysAsk = false } = options;
    const question = isAgreed ? undefined : questionFor(allowed, alwaysAsk ? "ask" : "none");
    if (question !== undefined && !(await confirm(question)))
      return [...allowed.map((request): Finished => ({ request, outcome: { kind: "declined" } })), ...refused];
    if (allowed.length === 0) return refused;
    const showProgress = options.showProgress ?? this.#options.showProgress;
    const finished = await showProgress(allowed, async (signal, report) => {
      const done: Finished[] = [];
      const shared = { signal, procedure: options.procedure, blocked: new Map<string, PanelFailure>() };
      for (const [index, request] of allowed.entries()) {
        // the first request reports its own cancellation
        const isCancelled = (signal.aborted && index > 0) || this.#isClosing;
        const cause = isCancelled ? CANCELLED : shared.blocked.get(request.panel.id);
        if (cause !== undefined) {
          done.push({ request, outcome: { kind: "skipped", cause } });
          continue;
        }
        const notBegun = allowed.length - index - 1;
        const running = this.#runOne(request, {
          ...shared,
          notBegun,
          report: (phase, share, line) =>
            report({ index, phase, ...(share !== undefined && { share }), ...(line !== undefined && { line }) }),
        });
        this.#running.add(running);
        done.push({ request, outcome: await running.finally(() => this.#running.delete(running)) });
      }
      return done;
    });
    return [...finished, ...refused];
  }

  /**
   * Closes with the window: begins nothing new, and gives running actions a few seconds. The next window inspects those
   * that do not finish in time, or end badly.
   */
  async close(): Promise<void> {
    const { clock, claims } = this.#options;
    this.#isClosing = true;
    const over = new AbortController();
    const late = clock.sleep(CLOSING_MS, over.signal).catch(() => undefined);
    if (claims.hasBegun) await Promise.race([Promise.allSettled(this.#running), late]);
    over.abort();
    await claims.abandon();
  }

  /** Never throws before the change is recorded: a defect becomes an outcome, so that the other outcomes are still shown. */
  async #runOne(request: ActionRequest, turn: Turn): Promise<Outcome> {
    const { signal, blocked, procedure, notBegun, report } = turn;
    const { panel, kind, verb, target, by, group } = request;
    const { clock, claims, waitMs, onFinished } = this.#options;
    // another window may have changed the panel while the question was open
    if (safeguardOf(request) === "refuse") return { kind: "readOnly" };
    const started = clock.monotonic();
    let claim: Claim | undefined;
    let verifier: Verifier | undefined;
    let outcome: Outcome;
    let shown: Phase = "checking";
    const begin = async (phase: Phase, before: unknown, isAnswered = false): Promise<void> => {
      shown = phase;
      report(phase);
      const step = sendingSteps.find((each) => each === phase);
      if (step === undefined) return;
      if (step === "verifying") {
        // it was answered, whatever becomes of the note
        if (isAnswered && claim?.hasBegun === true) await claim.begin(step, before, notBegun).catch(() => undefined);
        return;
      }
      if (this.#isClosing && claim?.hasBegun !== true) throw new PanelError(CANCELLED);
      await claim?.begin(step, before, notBegun);
    };
    const failureIn = (error: unknown): PanelFailure => {
      const failure = failureOrDefect(error, this.#options.onDefect);
      const cause = causeOf(failure);
      if (needsPerson(cause)) blocked.set(panel.id, cause);
      return failure;
    };
    const common = { signal, clock, waitMs: waitMs() };
    try {
      while ((claim = await claims.claim(request, signal)) === undefined) {
        if (procedure?.onWaiting === undefined) return { kind: "busy" };
        procedure.onWaiting();
        await pauseBetweenTries(clock, signal, CLAIM_AGAIN_MS);
      }
      outcome =
        procedure === undefined
          ? await performAction({
              ...common,
              ...rowActionOf(request),
              call: panel.callFor(signal),
              report: async (phase, isAnswered) => begin(phase, verifier?.before, isAnswered),
              showLine: (line) => report(shown, undefined, line),
              alsoClaim: claim.alsoClaim,
              onVerifier: (begun) => (verifier = begun),
              failureIn,
            })
          : await procedure.perform({
              ...common,
              request,
              claim,
              failureIn,
              report,
              begin: async (asked) => begin("sending", asked),
            });
    } catch (error) {
      const cause = failureIn(error);
      // after a defect, it is unknown whether anything was sent
      outcome =
        claim?.hasBegun === true && cause.kind === "defect"
          ? { kind: "uncertain", cause }
          : { kind: "failed", failure: cause };
    }
    // the next window shows it
    const isUnseen = this.#isClosing && claim?.hasBegun === true && outcomeKinds[outcome.kind].needsPerson;
    let isRecorded = false;
    try {
      const rows = rowsSeen(request, verifier?.latest);
      const record = { panelId: panel.id, kind, verb, target, outcome, milliseconds: clock.monotonic() - started };
      const more = {
        ...(by && { by }),
        ...(group && { group }),
        ...(request.input?.setting && { setting: request.input.setting.name }),
        ...(claim && { id: claim.id }),
        ...(rows && { rows }),
      };
      if (!isUnseen) await onFinished({ ...record, ...more });
      isRecorded = !isUnseen;
    } finally {
      // always, because this window would renew the claim as long as it lives
      await claim?.release(isRecorded);
    }
    return outcome;
  }
}

/** Running actions. */
export interface Running {
  readonly runner: Pick<ActionRunner, "run" | "runAll">;
}
