import { planSite, requestOf } from "../plannedSite.ts";
import { isTyped, withoutPasswords, type SiteDraft } from "../siteDraft.ts";
import {
  isSamePanel,
  siteFormRequests,
  type SiteChoices,
  type SiteFormInit,
  type SiteFormPanel,
  type SiteFormProtocol,
  type SiteFormParams,
  type SiteOutcome,
  type SitePhase,
} from "../siteFormProtocol.ts";
import type { SiteFormHost } from "../siteFormHost.ts";
import { sitePanelFacts } from "../sitePanelFacts.ts";
import type { SiteFormTexts } from "../siteFormTextsSchema.ts";
import { messageDispatch, type AnswerRequest, type HandlersOf, type ProblemText } from "./messageDispatch.ts";

export interface SiteFormSessionOptions {
  readonly host: SiteFormHost;
  readonly texts: SiteFormTexts;
  readonly draft: SiteDraft | undefined;
  readonly copy: (text: string) => Promise<void>;
  readonly close: () => void;
  /** Called with the panel's name each time the form asks for it. */
  readonly onPanel?: (name: string) => void;
  readonly problemText: ProblemText;
}

interface Attempt {
  readonly id: string;
  readonly abort: AbortController;
  phase: SitePhase;
  phaseChanged: PromiseWithResolvers<void>;
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
  #panelChanged = Promise.withResolvers<void>();
  /** Counts the pages: nobody sees an answer to an earlier one. */
  #page = 0;

  constructor(options: SiteFormSessionOptions) {
    this.#options = options;
    this.#draft = options.draft === undefined ? undefined : withoutPasswords(options.draft);
    this.#hasDraft = options.draft !== undefined;
    const handlers: HandlersOf<SiteFormProtocol> = {
      ready: async () => this.#init(),
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
        return null;
      },
      panel: async () => this.#panel(),
      otherPanel: ({ panel }) => this.#otherPanel(panel),
      removeObstacle: async () => {
        await options.host.removeObstacle();
        return null;
      },
      listed: async ({ hosts }) => {
        const { names, isOneADomain } = options.host.listed(hosts);
        return { names: [...names], isOneADomain };
      },
      submit: (params) => this.#submit(params),
      progress: ({ phase }) => this.#progress(phase),
      cancel: async () => {
        this.#attempt?.abort.abort();
        return null;
      },
      outcome: () => this.#outcome(),
      copy: async ({ text }) => {
        await options.copy(text);
        return null;
      },
      reveal: async () => {
        const settled = this.#attempt?.settled;
        if (settled?.kind === "created" || settled?.kind === "partly" || settled?.kind === "existed")
          await options.host.reveal({ id: settled.siteId, name: settled.siteName });
        return null;
      },
      restart: async () => {
        if (this.#attempt?.settled !== undefined) this.#attempt = undefined;
        return null;
      },
      close: async () => {
        options.close();
        return null;
      },
    };
    this.receive = messageDispatch(siteFormRequests, handlers, options.problemText);
  }

  /** The panel may be another one now: the page is told. */
  panelChanged(): void {
    this.#panelChanged.resolve();
    this.#panelChanged = Promise.withResolvers();
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

  async #init(): Promise<SiteFormInit> {
    this.#page += 1;
    await (this.#resumed ??= this.#resume());
    const draftFrom = this.#isChangedSince ? undefined : this.#draftFrom;
    return {
      panel: this.#panel(),
      texts: this.#options.texts,
      ...(this.#draft === undefined ? {} : { draft: this.#draft }),
      ...(draftFrom === undefined ? {} : { draftFrom }),
      hasOutcome: this.#attempt !== undefined,
    };
  }

  #panel(): SiteFormInit["panel"] {
    const { panel } = this.#options.host;
    this.#options.onPanel?.(panel.name);
    return panel;
  }

  /** Goes on with what an earlier form was closed with. */
  async #takeUp(): Promise<void> {
    const kept = await this.#options.host.keptDraft();
    if (kept === undefined) return;
    this.#draft = kept.draft;
    this.#draftFrom = kept.from;
    this.#hasDraft = true;
  }

  async #otherPanel(known: SiteFormPanel): Promise<SiteFormPanel> {
    for (;;) {
      const { promise } = this.#panelChanged;
      const panel = this.#panel();
      if (!isSamePanel(panel, known)) return panel;
      await promise;
    }
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
    if (now.name !== panel.name || now.address !== panel.address) return { kind: "panelChanged", panel: this.#panel() };
    const plan = planSite(draft, sitePanelFacts(now, this.#choices));
    if (plan.kind === "invalid") return { kind: "invalid", issues: plan.issues };
    this.#begin(id, "starting", (attempt) =>
      host.submit({
        site: plan.site,
        panel,
        signal: attempt.abort.signal,
        onPhase: (phase) => setPhase(attempt, phase),
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
      phaseChanged: Promise.withResolvers(),
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
    setPhase(attempt, "ended");
  }

  async #progress(known: SitePhase): Promise<{ readonly phase: SitePhase }> {
    const attempt = this.#attempt;
    if (attempt !== undefined && attempt.phase === known && known !== "ended") await attempt.phaseChanged.promise;
    return { phase: attempt?.phase ?? "ended" };
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

function setPhase(attempt: Attempt, phase: SitePhase): void {
  if (attempt.phase === phase) return;
  attempt.phase = phase;
  attempt.phaseChanged.resolve();
  attempt.phaseChanged = Promise.withResolvers();
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
