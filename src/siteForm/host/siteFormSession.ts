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
  /** The panel that the review has shown; if it has changed, nothing is sent. */
  readonly panel: Pick<SiteFormPanel, "name" | "address">;
  /** Aborting before anything is sent resolves to `notSent`; later it ends the wait. */
  readonly signal: AbortSignal;
  /** `sending` is called synchronously before anything is sent. */
  readonly onPhase: (phase: "waiting" | "sending") => void;
}

/** The draft of a closed form. */
export interface KeptDraft {
  readonly draft: SiteDraft;
  /** When it was closed, in words. */
  readonly from: string;
}

/** The panel of a form, and everything that the form does with it. */
export interface SiteFormHost {
  /** The panel as it is now. */
  readonly panel: SiteFormPanel;
  /** Loads the panel's choices. Missing ones are left out; errors are shown with a way to retry. */
  readonly loadChoices: (signal: AbortSignal) => Promise<SiteChoices>;
  /** Sites in the open list with these hosts or this root. Sends nothing. */
  readonly listed: (hosts: readonly string[], root: string) => ListedSites;
  /** The draft of the panel's last closed form. Never rejects. */
  readonly keptDraft: () => Promise<KeptDraft | undefined>;
  /** Keeps a draft, without its passwords, for the panel's next form; `undefined`: none. Never rejects. */
  readonly keepDraft: (draft: SiteDraft | undefined) => Promise<void>;
  /** Opens the place where a person can end the panel's obstacle. */
  readonly removeObstacle: () => Promise<void>;
  /** Creates the site: guard level, confirmation, one AddSite, and verification. Called at most once at a time. */
  readonly submit: (submission: SiteSubmission) => Promise<SubmitResult>;
  /** Whether this site was sent before, by a form that may have been this one before a reload. Never rejects. */
  readonly wasSent: (request: SiteRequest) => Promise<boolean>;
  /** Finds out the result of a site that was sent before a reload; only reads. Aborting ends the wait. */
  readonly lookFor: (request: SiteRequest, signal: AbortSignal) => Promise<ShownOutcome>;
  /** Shows a site in the side bar, by id where it is known. */
  readonly reveal: (site: FoundSite) => Promise<void>;
  /** Called with an outcome that the form was closed too early to show. */
  readonly onUnseen: (outcome: SubmitResult) => void;
  /** Called once, when the form is closed and none of its requests is pending. */
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
  outcome: Promise<SubmitResult>;
  settled: SubmitResult | undefined;
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
  /** Whether a draft was typed or restored, so that storing or forgetting it is this form's business. */
  #hasDraft = false;
  #isChangedSince = false;
  /** Number of the page: answers to an earlier one are lost. */
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
    // a form that was closed while it loaded has not shown the stored draft
    if (!this.#hasDraft || draft === undefined) return;
    const settled = this.#attempt?.settled;
    const isThere = wasCreated(settled) || (settled?.kind === "existed" && !this.#isChangedSince);
    await this.#options.host.keepDraft(isThere || !isTyped(draft) ? undefined : draft);
  }

  /** Cancels reads and unsent requests. A request that was sent goes on, and the host gets its outcome. */
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
    // the page's state is newer than its last message
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

  /** Restores the draft of an earlier form. */
  async #takeUp(): Promise<void> {
    const kept = await this.#options.host.keptDraft();
    if (kept === undefined) return;
    this.#draft = kept.draft;
    this.#draftFrom = kept.from;
    this.#hasDraft = true;
  }

  /** Shows the result, if a form that comes back has sent its site before. */
  async #resume(): Promise<void> {
    const { host } = this.#options;
    if (this.#draft === undefined) await this.#takeUp();
    const request = this.#draft === undefined ? undefined : requestOf(this.#draft);
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
        panel,
        signal: attempt.abort.signal,
        onPhase: (phase) => this.#setPhase(attempt, phase),
      }),
    );
    return this.#outcome();
  }

  #begin(id: string, phase: SitePhase, task: (attempt: Attempt) => Promise<SubmitResult>): void {
    this.#isChangedSince = false;
    const started = Promise.withResolvers<SubmitResult>();
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
      // the page shows the problem, and its button works again
      this.#attempt = undefined;
    }
    this.#setPhase(attempt, "ended");
  }

  #setPhase(attempt: Attempt, phase: SitePhase): void {
    attempt.phase = phase;
    if (this.#attempt === attempt) this.#options.post({ news: "phase", phase });
  }

  /** The outcome, with credentials only for the first page that gets it. */
  async #outcome(): Promise<SubmitResult> {
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

/** Whether another request may be sent: not if the site was created; if that is uncertain, the person decides. */
function mayTryAgain(settled: SubmitResult | undefined): boolean {
  return settled !== undefined && !wasCreated(settled);
}

function wasCreated(settled: SubmitResult | undefined): boolean {
  return settled?.kind === "created" || settled?.kind === "partly";
}

function withoutCredentials(outcome: SubmitResult): SubmitResult {
  return outcome.kind === "created" || outcome.kind === "partly"
    ? { ...outcome, site: { ...outcome.site, credentials: [] } }
    : outcome;
}
