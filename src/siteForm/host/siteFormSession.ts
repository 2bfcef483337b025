import * as v from "valibot";
import { planSite, requestOf } from "../plannedSite.ts";
import { isTyped, withoutPasswords, type SiteDraft } from "../siteDraft.ts";
import {
  siteFormState,
  type News,
  type SiteChoices,
  type SiteFormInit,
  type SiteFormParams,
  type SiteOutcome,
  type SitePhase,
} from "../protocol.ts";
import type { SiteFormHost } from "./siteFormHost.ts";
import { sitePanelFacts } from "../sitePanelFacts.ts";
import type { SiteFormTexts } from "../siteFormTexts.ts";
import { messageDispatch, type AnswerRequest, type Handlers, type ProblemText } from "./messageDispatch.ts";

export interface SiteFormSessionOptions {
  readonly host: SiteFormHost;
  readonly texts: SiteFormTexts;
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
  outcome: Promise<SiteOutcome>;
  settled: SiteOutcome | undefined;
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
    const handlers: Handlers = {
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
      listed: async ({ hosts }) => options.host.listed(hosts),
      submit: (params) => this.#submit(params),
      cancel: async () => this.#attempt?.abort.abort(),
      outcome: () => this.#outcome(),
      copy: ({ text }) => options.copy(text),
      reveal: async () => {
        const settled = this.#attempt?.settled;
        if (settled?.kind === "created" || settled?.kind === "partly" || settled?.kind === "existed")
          await options.host.reveal({ id: settled.siteId, name: settled.siteName });
      },
      restart: async () => {
        if (this.#attempt?.settled !== undefined) this.#attempt = undefined;
      },
      close: async () => options.close(),
    };
    this.receive = messageDispatch(handlers, options.problemText);
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
    const kept = v.safeParse(siteFormState, state);
    if (kept.success && kept.output.panelId === this.#options.host.panel.id) {
      this.#draft = withoutPasswords(kept.output.draft);
      this.#hasDraft ||= isTyped(this.#draft);
    }
    await (this.#resumed ??= this.#resume());
    const draftFrom = this.#isChangedSince ? undefined : this.#draftFrom;
    return {
      panel: this.#options.host.panel,
      texts: this.#options.texts,
      ...(this.#draft === undefined ? {} : { draft: this.#draft }),
      ...(draftFrom === undefined ? {} : { draftFrom }),
      hasOutcome: this.#attempt !== undefined,
    };
  }

  /** Goes on with what an earlier form was closed with. */
  async #takeUp(): Promise<void> {
    const kept = await this.#options.host.keptDraft();
    if (kept === undefined) return;
    this.#draft = kept.draft;
    this.#draftFrom = kept.from;
    this.#hasDraft = true;
  }

  /** A form that comes back may have sent its site before: then it shows what became of it. */
  async #resume(): Promise<void> {
    const { host } = this.#options;
    if (this.#draft === undefined) await this.#takeUp();
    const request = this.#draft === undefined ? undefined : requestOf(this.#draft);
    if (request !== undefined && (await host.wasSent(request)))
      this.#begin("", "looking", ({ abort }) => host.lookFor(request, abort.signal));
  }

  async #submit({ attempt: id, draft, panel }: SiteFormParams<"submit">): Promise<SiteOutcome> {
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

  #begin(id: string, phase: SitePhase, task: (attempt: Attempt) => Promise<SiteOutcome>): void {
    this.#isChangedSince = false;
    const started = Promise.withResolvers<SiteOutcome>();
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
  async #outcome(): Promise<SiteOutcome> {
    const attempt = this.#attempt;
    if (attempt === undefined) return { kind: "notSent" };
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
function mayTryAgain(settled: SiteOutcome | undefined): boolean {
  return settled !== undefined && !wasCreated(settled);
}

function wasCreated(settled: SiteOutcome | undefined): boolean {
  return settled?.kind === "created" || settled?.kind === "partly";
}

function withoutCredentials(outcome: SiteOutcome): SiteOutcome {
  return outcome.kind === "created" || outcome.kind === "partly" ? { ...outcome, credentials: [] } : outcome;
}
