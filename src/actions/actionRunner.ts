import { causeOf, failureOrDefect, needsPerson, PanelError, type PanelFailure } from "../wire/answers/failure.ts";
import { sendingSteps } from "./changeJournal.ts";
import { actionOf, rowsSeen, safeguardOf, type ActionRequest } from "./actionRequest.ts";
import { questionFor, type Confirm } from "./confirmation.ts";
import type { Outcome, Phase } from "./outcome.ts";
import { performAction, type ActionContext } from "./performAction.ts";
import { pauseBetweenTries } from "../storage/fileLock.ts";
import type { Clock } from "../storage/ports.ts";
import type { Target } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import type { ResourceKind } from "../resources/resources.ts";
import type { Claim, TargetClaims } from "./targetClaims.ts";
import type { Verifier } from "./verifier.ts";

/** How requests are run. */
export interface RunOptions {
  /** A person has not seen yet what exactly will be done: they are asked even where no panel's guard level does. */
  readonly alwaysAsk?: true;
  /** In place of the runner's own, where progress is shown elsewhere. */
  readonly showProgress?: ShowProgress;
  readonly creation?: Creation;
}

/** How something new is made: there is no target to look at before, so it looks for what it has made. */
export interface Creation {
  readonly perform: (context: CreationContext) => Promise<Outcome>;
  /** Called each time another window is found creating the same, which it waits for. */
  readonly onWaiting: () => void;
}

/** What a creation is carried out with. */
export interface CreationContext extends Pick<ActionContext, "signal" | "clock" | "waitMs"> {
  readonly claim: Pick<Claim, "earlier" | "remember">;
  /**
   * Notes in the journal what is asked for, without secrets; await it before sending anything. Rejects with `PanelError`.
   */
  readonly begin: (asked: unknown) => Promise<void>;
}

/** What became of one of the requests. */
export interface Finished {
  readonly request: ActionRequest;
  readonly outcome: Outcome;
}

/** One finished action, for the log and whoever shows the resource. */
export interface ActionRecord {
  /** The same where two windows have found out how it ended. */
  readonly id?: string;
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
  readonly claims: TargetClaims;
  /** How long to wait for a change to be seen, in milliseconds; read at each action. */
  readonly waitMs: () => number;
  /** For the log: what was thrown is no failure of a panel. */
  readonly onDefect?: (error: unknown) => void;
  /**
   * Called after everything that may have changed something, so that the resource is shown anew. Resolves when it is
   * recorded.
   */
  readonly onFinished: (record: ActionRecord) => Promise<void>;
}

/** What the requests of one run share. */
interface Batch {
  readonly creation: Creation | undefined;
  readonly signal: AbortSignal;
  /** By panel, why it is left alone for the rest of the run: each further call would wait for its turn and fail likewise. */
  readonly blocked: Map<string, PanelFailure>;
}

const CANCELLED: PanelFailure = { kind: "cancelled" };

/** The pause before a creation is claimed again that another window is making. */
const CLAIM_AGAIN_MS = 1_000;

/** How long a closing window waits for its actions; VS Code gives it five seconds for everything. */
const CLOSING_MS = 3_500;

/** Outcomes that a person should see, which a closing window cannot show. */
const UNSEEN: readonly Outcome["kind"][] = ["halfway", "sent", "uncertain", "wentWrong"];

/** The only way to change anything on a panel. */
export class ActionRunner {
  readonly #options: ActionRunnerOptions;
  readonly #running = new Set<Promise<unknown>>();
  #isClosing = false;

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
      const blocked: Batch["blocked"] = new Map();
      for (const [index, request] of allowed.entries()) {
        // the first one reports its own cancellation
        const isCancelled = (signal.aborted && index > 0) || this.#isClosing;
        const cause = isCancelled ? CANCELLED : blocked.get(request.panel.id);
        const notBegun = allowed.length - index - 1;
        const outcome =
          cause === undefined
            ? await this.#tracked(
                this.#runOne(request, { signal, blocked, creation: options.creation }, notBegun, (phase) =>
                  report({ index, phase }),
                ),
              )
            : ({ kind: "skipped", cause } as const);
        done.push({ request, outcome });
      }
      return done;
    });
    return [...finished, ...refused];
  }

  /**
   * Ends with the window: begins nothing more, and gives running actions a few seconds. The next window inspects those that do
   * not end in time, or end badly.
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

  async #tracked<T>(task: Promise<T>): Promise<T> {
    this.#running.add(task);
    return task.finally(() => this.#running.delete(task));
  }

  /** A defect is told as one, so that what was done to others is still told. */
  async #runOne(
    request: ActionRequest,
    { signal, blocked, creation }: Batch,
    notBegun: number,
    report: (phase: Phase) => void,
  ): Promise<Outcome> {
    const { panel, kind, verb, target } = request;
    const { clock, claims, waitMs, onFinished } = this.#options;
    // another window may have changed the panel while the question was open
    if (safeguardOf(request) === "refuse") return { kind: "readOnly" };
    const started = clock.monotonic();
    let claim: Claim | undefined;
    let verifier: Verifier | undefined;
    let outcome: Outcome;
    const begin = async (phase: Phase, before: unknown): Promise<void> => {
      report(phase);
      const step = sendingSteps.find((each) => each === phase);
      if (step === undefined) return;
      if (this.#isClosing && claim?.hasBegun !== true) throw new PanelError(CANCELLED);
      await claim?.begin(step, before, notBegun);
    };
    const failureIn = (error: unknown): PanelFailure => {
      const failure = this.#failureIn(error);
      const cause = causeOf(failure);
      if (needsPerson(cause)) blocked.set(panel.id, cause);
      return failure;
    };
    const common = { signal, clock, waitMs: waitMs() };
    try {
      while ((claim = await claims.claim(request, signal)) === undefined) {
        if (creation === undefined) return { kind: "busy" };
        creation.onWaiting();
        await pauseBetweenTries(clock, signal, CLAIM_AGAIN_MS);
      }
      outcome =
        creation === undefined
          ? await performAction({
              ...common,
              request,
              action: actionOf(request),
              call: panel.callFor(signal),
              report: async (phase) => begin(phase, verifier?.before),
              claimBy: claim.alsoBy,
              onLooked: (begun) => (verifier = begun),
              failureIn,
            })
          : await creation.perform({ ...common, claim, begin: async (asked) => begin("sending", asked) });
    } catch (error) {
      const cause = failureIn(error);
      // a defect does not tell whether anything was sent
      outcome =
        claim?.hasBegun === true && cause.kind === "defect"
          ? { kind: "uncertain", cause }
          : { kind: "failed", failure: cause };
    }
    const isUnseen = this.#isClosing && claim?.hasBegun === true && UNSEEN.includes(outcome.kind);
    let isRecorded = false;
    try {
      const rows = rowsSeen(request, verifier?.latest);
      const record = { panelId: panel.id, kind, verb, target, outcome, milliseconds: clock.monotonic() - started };
      const known = {
        ...record,
        ...(claim === undefined ? {} : { id: claim.id }),
        ...(rows === undefined ? {} : { rows }),
      };
      if (!isUnseen) await onFinished(known);
      isRecorded = !isUnseen;
    } finally {
      // after what was seen is shown, and in any case: what is claimed is renewed for as long as this window lives
      await claim?.release(isRecorded);
    }
    return outcome;
  }

  /** Once something was sent nothing is thrown, for its outcome must be told: a defect becomes a failure. */
  #failureIn(error: unknown): PanelFailure {
    return failureOrDefect(error, this.#options.onDefect);
  }
}
