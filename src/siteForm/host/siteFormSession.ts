import { planSite, requestOf, sitePanelFacts, type PlannedSite, type SiteRequest } from "../plannedSite.ts";
import { isTyped, withoutPasswords, type SiteDraft } from "../siteDraft.ts";
import type { FoundSite } from "../createdSite.ts";
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
} from "../protocol.ts";
import { answerPage, readFormState, type AnswerRequest, type ProblemText } from "./pageMessages.ts";

export interface SiteSubmission {
  readonly site: PlannedSite;
  /** Aborting before anything is sent resolves to `notSent`; later it ends the wait. */
  readonly signal: AbortSignal;
  /** `sending` is called synchronously before anything is sent. */
  readonly onPhase: (phase: "waiting" | "sending") => void;
}

/** What was typed into a form that was closed. */
export interface KeptDraft {
  readonly draft: SiteDraft;
  /** When it was closed, in words. */
  readonly from: string;
}

/** What a form needs of the panel that it creates sites on. */
export interface SiteFormHost {
  /** As it is now. */
  readonly panel: SiteFormPanel;
  /** Asks the panel what it offers. What it does not tell is left out; what it throws is shown with a way to retry. */
  readonly loadChoices: (signal: AbortSignal) => Promise<SiteChoices>;
  /** What the open list of sites has about these hosts and this root; asks the panel nothing. */
  readonly listed: (hosts: readonly string[], root: string) => ListedSites;
  /** What an earlier form of the panel was closed with. Never rejects. */
  readonly keptDraft: () => Promise<KeptDraft | undefined>;
  /** Keeps a draft, without its passwords, for the panel's next form; `undefined`: none. Never rejects. */
  readonly keepDraft: (draft: SiteDraft | undefined) => Promise<void>;
  /** Leads a person to what ends the panel's obstacle. */
  readonly removeObstacle: () => Promise<void>;
  /** Guard level, confirmation, one AddSite, and a look at the sites where no answer came. Called at most once at a time. */
  readonly submit: (submission: SiteSubmission) => Promise<ShownOutcome>;
  /** Whether this site was sent before, by a form that may have been this one before a reload. Never rejects. */
  readonly wasSent: (request: SiteRequest) => Promise<boolean>;
  /** Finds out what became of a site that was sent before a reload; sends nothing. Aborting ends the wait. */
  readonly lookFor: (request: SiteRequest, signal: AbortSignal) => Promise<ShownOutcome>;
  /** Shows a site in the side bar, by id where it is known. */
  readonly reveal: (site: FoundSite) => Promise<void>;
  /** Called with an outcome that the form was closed too early to show, so that the person still hears of it. */
  readonly onUnseen: (outcome: ShownOutcome) => void;
  /** Called once, when the form is closed and nothing that it sent is under way any more. */
  readonly onClosed: () => void;
}

export interface SiteFormSessionOptions {
  readonly host: SiteFormHost;
  /** The texts of the person's language; absent where it is English. */
  readonly texts: TextBundle | undefined;
  readonly draft: SiteDraft | undefined;
  /** Sends news to the page. */
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

/** The host's side of one form, without anything of VS Code; the caller disposes it when the form is closed. */
export class SiteFormSession {
  readonly #options: SiteFormSessionOptions;
  readonly #closed = new AbortController();
  /** Answers a message of the page. */
  readonly receive: AnswerRequest;
  #draft: SiteDraft | undefined;
  #choices: SiteChoices | undefined;
  #attempt: Attempt | undefined;
  #resumed: Promise<void> | undefined;
  /** When the form with this draft was closed, in words, until something else is shown. */
  #draftFrom: string | undefined;
  /** There may be something to keep, or nothing more to keep. */
  #hasDraft = false;
  #isChangedSince = false;
  /** Counts the pages: nobody sees an answer to an earlier one. */
  #page = 0;

  constructor(options: SiteFormSessionOptions) {
    this.#options = options;
    this.#draft = options.draft === undefined ? undefined : withoutPasswords(options.draft);
    this.#hasDraft = options.draft !== undefined;
    this.receive = answerPage(
      {
        ready: ({ state }) => this.#init(state),
        choices: async () => {
          this.#choices = await options.host.loadChoices(this.#closed.signal);
          this.panelChanged();
          return this.#choices;
        },
        draftChanged: async ({ draft }) => {
          this.#draft = withoutPasswords(draft);
          this.#hasDraft = true;
          this.#isChangedSince = true;
          // a form that was cleared must not come back, however this window ends
          if (!isTyped(draft)) await this.keepDraft();
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
        restart: async () => {
          if (this.#attempt?.settled !== undefined) this.#attempt = undefined;
        },
        close: async () => options.close(),
      },
      options.problemText,
    );
  }

  /** Shows the page the panel as it is now. */
  panelChanged(): void {
    this.#options.post({ news: "panel", panel: this.#options.host.panel });
  }

  /** Keeps what was typed for the panel's next form, unless it was created. Never rejects. */
  async keepDraft(): Promise<void> {
    const draft = this.#draft;
    // a form that was closed while it loaded has not shown what is kept
    if (!this.#hasDraft || draft === undefined) return;
    const settled = this.#attempt?.settled;
    const isThere = wasCreated(settled) || (settled?.kind === "existed" && !this.#isChangedSince);
    await this.#options.host.keepDraft(isThere || !isTyped(draft) ? undefined : draft);
  }

  /** Ends the reads and what was not sent yet. What was sent goes on, and its outcome is told to the host. */
  dispose(): void {
    const { onUnseen, onClosed } = this.#options.host;
    void this.keepDraft();
    this.#closed.abort();
    this.#page += 1;
    const attempt = this.#attempt;
    if (attempt === undefined) return onClosed();
    if (attempt.phase === "starting" || attempt.phase === "waiting") attempt.abort.abort();
    const told = attempt.seen ? attempt.outcome : attempt.outcome.then(onUnseen);
    void told.then(onClosed, onClosed);
  }

  async #init(state: unknown): Promise<SiteFormInit> {
    this.#page += 1;
    // the page's own entries are newer than those that it has sent
    const kept = readFormState(state);
    if (kept?.panelId === this.#options.host.panel.id) {
      this.#draft = withoutPasswords(kept.draft);
      this.#hasDraft ||= isTyped(this.#draft);
    }
    await (this.#resumed ??= this.#resume());
    const draftFrom = this.#isChangedSince ? undefined : this.#draftFrom;
    return {
      panel: this.#options.host.panel,
      ...(this.#options.texts === undefined ? {} : { texts: this.#options.texts }),
      ...(this.#draft === undefined ? {} : { draft: this.#draft }),
      ...(draftFrom === undefined ? {} : { draftFrom }),
      hasOutcome: this.#attempt !== undefined,
    };
  }

  /** Restores the draft of an earlier form, and looks for its site if that was already sent. */
  async #resume(): Promise<void> {
    const { host } = this.#options;
    if (this.#draft === undefined) {
      const kept = await host.keptDraft();
      this.#draft = kept?.draft;
      this.#draftFrom = kept?.from;
      this.#hasDraft ||= kept !== undefined;
    }
    const request = this.#draft && requestOf(this.#draft);
    if (request !== undefined && (await host.wasSent(request)))
      this.#begin("", "looking", ({ abort }) => host.lookFor(request, abort.signal));
  }

  async #submit({ attempt: id, draft, panel }: SiteFormParams<"submit">[0]): Promise<SubmitResult> {
    // a second press, a repeated message or a reloaded page must not become a second site
    if (this.#attempt !== undefined && (this.#attempt.id === id || !mayTryAgain(this.#attempt.settled)))
      return this.#outcome();
    const { host } = this.#options;
    const now = host.panel;
    if (now.name !== panel.name || now.address !== panel.address) return { kind: "panelChanged", panel: now };
    const plan = planSite(draft, sitePanelFacts(now, this.#choices));
    if (plan.kind === "invalid") return { kind: "invalid", issues: plan.issues };
    this.#begin(id, "starting", (attempt) =>
      host.submit({
        site: plan.site,
        signal: attempt.abort.signal,
        onPhase: (phase) => this.#setPhase(attempt, phase),
      }),
    );
    return this.#outcome();
  }

  #begin(id: string, phase: SitePhase, task: (attempt: Attempt) => Promise<ShownOutcome>): void {
    this.#isChangedSince = false;
    const started = Promise.withResolvers<ShownOutcome>();
    const attempt: Attempt = {
      id,
      abort: new AbortController(),
      phase,
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
      if (wasCreated(attempt.settled)) void this.#options.host.keepDraft(undefined);
    } catch {
      // it is shown as a problem, and the button works again
      this.#attempt = undefined;
    }
    this.#setPhase(attempt, "ended");
  }

  #setPhase(attempt: Attempt, phase: SitePhase): void {
    attempt.phase = phase;
    if (this.#attempt === attempt) this.#options.post({ news: "phase", phase });
  }

  /** The outcome, its credentials only for the first page that sees it. */
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

/** Not once a site is known to be created; where that is uncertain, the person decides. */
function mayTryAgain(settled: ShownOutcome | undefined): boolean {
  return settled !== undefined && !wasCreated(settled);
}

function wasCreated(settled: ShownOutcome | undefined): boolean {
  return settled?.kind === "created" || settled?.kind === "partly";
}

function withoutCredentials(outcome: ShownOutcome): ShownOutcome {
  return outcome.kind === "created" || outcome.kind === "partly"
    ? { ...outcome, site: { ...outcome.site, credentials: [] } }
    : outcome;
}
