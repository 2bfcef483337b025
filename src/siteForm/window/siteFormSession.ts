import { planSite, sitePanelFacts, type PlannedSite } from "../plannedSite.ts";
import type { SiteDraft } from "../siteDraft.ts";
import type { CreatedSite, FoundSite } from "../createdSite.ts";
import type { ListedSites } from "../listedSites.ts";
import type {
  News,
  ShownOutcome,
  SiteChoices,
  SiteFormInit,
  SiteFormPanel,
  SiteFormParams,
  SitePhase,
  SubmitResult,
  TextBundle,
  SiteStep,
} from "../protocol.ts";
import { answerPage, readFormState, type AnswerRequest, type ProblemText } from "./pageMessages.ts";

export interface SiteSubmission {
  readonly site: PlannedSite;
  /** Aborting resolves to `notSent` if nothing was sent yet, and otherwise ends the wait. */
  readonly signal: AbortSignal;
  /** Called with `sending` synchronously before the request is sent. */
  readonly onPhase: (phase: "waiting" | "sending") => void;
}

/** A form's access to its panel. */
export interface SiteFormHost {
  /** The panel as it is now. */
  readonly panel: SiteFormPanel;
  /** Reads the choices from the panel, without unsupported ones. The form shows errors with a retry button. */
  readonly loadChoices: (signal: AbortSignal) => Promise<SiteChoices>;
  /** Looks up hosts and the root in the loaded list without calling the panel. */
  readonly listed: (hosts: readonly string[], root: string) => ListedSites;
  /** Opens the dialog that removes the panel's obstacle. */
  readonly removeObstacle: () => Promise<void>;
  /** Confirms, sends one AddSite and determines its outcome. Called at most once at a time. */
  readonly submit: (submission: SiteSubmission) => Promise<ShownOutcome>;
  /** Reveals a site in the side bar. */
  readonly reveal: (site: FoundSite) => Promise<void>;
  /** Goes on with a site; reveals the list of sites where it is not known which of them it is. */
  readonly goOn: (site: FoundSite, step: SiteStep) => Promise<void>;
  /** Tells the last outcome of a form that was closed earlier. */
  readonly onUnseen: () => void;
}

export interface SiteFormSessionOptions {
  readonly host: SiteFormHost;
  /** Translated texts; `undefined` for English. */
  readonly texts: TextBundle | undefined;
  /** Entries of an agent. */
  readonly draft: SiteDraft | undefined;
  /** Sends a notification to the page. */
  readonly post: (news: News) => void;
  readonly copy: (text: string) => Promise<void>;
  readonly close: () => void;
  readonly problemText: ProblemText;
}

interface Attempt {
  readonly id: string;
  readonly abort: AbortController;
  phase: SitePhase;
  outcome: Promise<ShownOutcome>;
  settled: ShownOutcome | undefined;
  seen: boolean;
}

/** The host's side of one form, independent of VS Code. Dispose it when the form is closed. */
export class SiteFormSession {
  readonly #options: SiteFormSessionOptions;
  readonly #closed = new AbortController();
  /** Answers a message from the page. */
  readonly receive: AnswerRequest;
  #choices: SiteChoices | undefined;
  #attempt: Attempt | undefined;
  /** Number of the current page; a reload discards answers to the earlier one. */
  #page = 0;

  constructor(options: SiteFormSessionOptions) {
    this.#options = options;
    this.receive = answerPage(
      {
        ready: async ({ state }) => this.#init(state),
        choices: async () => {
          this.#choices = await options.host.loadChoices(this.#closed.signal);
          this.panelChanged();
          return this.#choices;
        },
        removeObstacle: () => options.host.removeObstacle(),
        listed: async ({ hosts, root }) => options.host.listed(hosts, root),
        submit: (params) => this.#submit(params),
        cancel: async () => this.#attempt?.abort.abort(),
        outcome: () => this.#outcome(),
        copy: ({ text }) => options.copy(text),
        reveal: async () => {
          const settled = this.#attempt?.settled;
          if (settled !== undefined && "site" in settled) await options.host.reveal(settled.site);
        },
        goOn: async ({ step }) => {
          const settled = this.#attempt?.settled;
          if (settled !== undefined && "site" in settled) await options.host.goOn(settled.site, step);
        },
        restart: async () => {
          if (this.#attempt?.settled !== undefined) this.#attempt = undefined;
        },
        close: async () => options.close(),
      },
      options.problemText,
    );
  }

  /** Sends the panel's current state to the page. */
  panelChanged(): void {
    this.#options.post({ news: "panel", panel: this.#options.host.panel });
  }

  /** Cancels reads and unsent requests. A sent request continues, and `onUnseen` tells its outcome. */
  dispose(): void {
    this.#closed.abort();
    this.#page += 1;
    const attempt = this.#attempt;
    if (attempt === undefined) return;
    if (attempt.phase === "starting" || attempt.phase === "waiting") attempt.abort.abort();
    if (!attempt.seen) void attempt.outcome.then(this.#options.host.onUnseen, () => undefined);
  }

  #init(given: unknown): SiteFormInit {
    this.#page += 1;
    const { host, texts, draft } = this.#options;
    const state = readFormState(given);
    const isOwn = state?.panelId === host.panel.id;
    return {
      panel: host.panel,
      ...(texts && { texts }),
      ...(isOwn ? { restored: state } : draft && { draft }),
      hasOutcome: this.#attempt !== undefined,
    };
  }

  async #submit({ attempt: id, draft, panel }: SiteFormParams<"submit">[0]): Promise<SubmitResult> {
    // a second press, a repeated message or a reloaded page must not create a second site
    if (this.#attempt !== undefined && (this.#attempt.id === id || !mayTryAgain(this.#attempt.settled)))
      return this.#outcome();
    const { host } = this.#options;
    const now = host.panel;
    if (now.name !== panel.name || now.address !== panel.address) return { kind: "panelChanged", panel: now };
    const plan = planSite(draft, sitePanelFacts(now, this.#choices));
    if (plan.kind === "invalid") return { kind: "invalid", issues: plan.issues };
    this.#begin(id, (attempt) =>
      host.submit({
        site: plan.site,
        signal: attempt.abort.signal,
        onPhase: (phase) => this.#setPhase(attempt, phase),
      }),
    );
    return this.#outcome();
  }

  #begin(id: string, task: (attempt: Attempt) => Promise<ShownOutcome>): void {
    const started = Promise.withResolvers<ShownOutcome>();
    const attempt: Attempt = {
      id,
      abort: new AbortController(),
      phase: "starting",
      outcome: started.promise,
      settled: undefined,
      seen: false,
    };
    this.#attempt = attempt;
    task(attempt).then(started.resolve, started.reject);
    void this.#follow(attempt);
  }

  async #follow(attempt: Attempt): Promise<void> {
    try {
      attempt.settled = await attempt.outcome;
    } catch {
      // the page shows the problem and enables the button again
      this.#attempt = undefined;
    }
    this.#setPhase(attempt, "ended");
  }

  #setPhase(attempt: Attempt, phase: SitePhase): void {
    attempt.phase = phase;
    if (this.#attempt === attempt) this.#options.post({ news: "phase", phase });
  }

  /** Returns the outcome; only the first page gets its credentials. */
  async #outcome(): Promise<ShownOutcome> {
    const attempt = this.#attempt;
    if (attempt === undefined) return { kind: "notSent", title: "", warnings: [] };
    const page = this.#page;
    const settled = await attempt.outcome;
    const bare = withoutCredentials(settled);
    if (attempt.seen || page !== this.#page) return bare;
    attempt.seen = true;
    attempt.settled = bare;
    attempt.outcome = Promise.resolve(bare);
    return settled;
  }
}

/** Whether another attempt is allowed. If the result is uncertain, the user decides. */
function mayTryAgain(settled: ShownOutcome | undefined): boolean {
  return settled !== undefined && !wasCreated(settled);
}

/** Whether the panel has created the website, or says so. */
function wasCreated(settled: ShownOutcome | undefined): settled is Extract<ShownOutcome, { site: CreatedSite }> {
  return settled?.kind === "created" || settled?.kind === "partly" || settled?.kind === "sent";
}

function withoutCredentials(outcome: ShownOutcome): ShownOutcome {
  if (wasCreated(outcome)) return { ...outcome, site: { ...outcome.site, credentials: [] } };
  return outcome;
}
