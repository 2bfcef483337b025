import { planSite } from "../shared/plannedSite.ts";
import { withoutPasswords, type SiteDraft } from "../shared/siteDraft.ts";
import type { SitePanelFacts } from "../shared/siteDraftRules.ts";
import {
  siteFormRequests,
  type SiteChoices,
  type SiteFormInit,
  type SiteFormProtocol,
  type SiteOutcome,
} from "../shared/siteFormProtocol.ts";
import type { SiteFormHost } from "../shared/siteFormHost.ts";
import type { SiteFormTexts } from "../shared/siteFormTexts.ts";
import { messageDispatch, type AnswerRequest, type HandlersOf, type ProblemText } from "./messageDispatch.ts";

export interface SiteFormSessionOptions {
  readonly host: SiteFormHost;
  readonly texts: SiteFormTexts;
  readonly draft: SiteDraft | undefined;
  readonly copy: (text: string) => Promise<void>;
  readonly close: () => void;
  readonly problemText: ProblemText;
}

/** Where sites are on panels that do not tell. */
const DEFAULT_SITES_ROOT = "/www/wwwroot";

interface Attempt {
  readonly id: string;
  readonly abort: AbortController;
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
  /** Counts the pages: an answer to an earlier page is seen by nobody. */
  #page = 0;

  constructor(options: SiteFormSessionOptions) {
    this.#options = options;
    this.#draft = options.draft === undefined ? undefined : withoutPasswords(options.draft);
    const handlers: HandlersOf<SiteFormProtocol> = {
      ready: async () => this.#init(),
      choices: async () => (this.#choices = await options.host.loadChoices(this.#closed.signal)),
      draftChanged: async ({ draft }) => {
        this.#draft = withoutPasswords(draft);
        return null;
      },
      submit: ({ attempt, draft }) => this.#submit(attempt, draft),
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
        if (settled?.kind === "created" || settled?.kind === "partly")
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

  /** Ends the reads. What was sent goes on, and its outcome is told to the host. */
  dispose(): void {
    const { onUnseen, onClosed } = this.#options.host;
    this.#closed.abort();
    this.#page += 1;
    const attempt = this.#attempt;
    if (attempt === undefined) return onClosed();
    const told = attempt.seen ? attempt.outcome : attempt.outcome.then(onUnseen);
    void told.then(onClosed, onClosed);
  }

  #init(): SiteFormInit {
    const { host, texts } = this.#options;
    this.#page += 1;
    return {
      panel: host.panel,
      texts,
      ...(this.#draft === undefined ? {} : { draft: this.#draft }),
      hasOutcome: this.#attempt !== undefined,
    };
  }

  async #submit(id: string, draft: SiteDraft): Promise<SiteOutcome> {
    // a second press, a second message or a page that was made anew must not become a second site
    if (this.#attempt !== undefined && (this.#attempt.id === id || !mayTryAgain(this.#attempt.settled)))
      return this.#outcome();
    const plan = planSite(draft, this.#facts());
    if (plan.kind === "invalid") return { kind: "invalid", issues: plan.issues };
    const abort = new AbortController();
    const attempt: Attempt = {
      id,
      abort,
      outcome: this.#options.host.submit(plan.site, abort.signal),
      settled: undefined,
      seen: false,
    };
    this.#attempt = attempt;
    attempt.outcome.then(
      (settled) => (attempt.settled = settled),
      // it is shown as a problem, and the button works again
      () => (this.#attempt = undefined),
    );
    return this.#outcome();
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

  #facts(): SitePanelFacts {
    const { panel } = this.#options.host;
    return {
      sitesRoot: this.#choices?.sitesRoot ?? DEFAULT_SITES_ROOT,
      panelPort: panel.port,
      phpVersions: this.#choices?.phpVersions,
      categories: this.#choices?.categories?.map((category) => category.id),
    };
  }
}

/** Only where no site can have come of it, or where a person decides to try again knowing that one may have. */
function mayTryAgain(settled: SiteOutcome | undefined): boolean {
  return settled !== undefined && settled.kind !== "created" && settled.kind !== "partly";
}

function withoutCredentials(outcome: SiteOutcome): SiteOutcome {
  return outcome.kind === "created" || outcome.kind === "partly" ? { ...outcome, credentials: [] } : outcome;
}
