import * as v from "valibot";
import { requestOf, type PlannedSite, type SiteRequest, type SitePlan } from "../src/siteForm/plannedSite.ts";
import { emptySiteDraft, withoutPasswords, type SiteDraft } from "../src/siteForm/siteDraft.ts";
import {
  siteFormState,
  type SiteChoices,
  type SiteFormInit,
  type SiteFormPanel,
  type SiteFormState,
  type SiteOutcome,
} from "../src/siteForm/siteFormProtocol.ts";
import { filled } from "../src/siteForm/siteFormTextsSchema.ts";
import { DEFAULT_SITES_ROOT } from "../src/siteForm/sitePanelFacts.ts";
import { announce } from "./announce.ts";
import { EditStep } from "./editStep.ts";
import { element } from "./element.ts";
import { existedStep } from "./existedStep.ts";
import { categoryName } from "./fieldChoices.ts";
import { FormConnection, type EditorApi } from "./formConnection.ts";
import { followProgress } from "./followProgress.ts";
import { outcomeBanner, outcomeStep } from "./outcomeStep.ts";
import { reviewStep, type ReviewStep } from "./reviewStep.ts";
import { sendProgress } from "./sendProgress.ts";

declare function acquireVsCodeApi(): EditorApi;

const DRAFT_DELAY_MS = 300;

/** The form of one page: which step is shown, what is kept, and what is asked of the host. */
class SiteForm {
  readonly #api: EditorApi;
  readonly #connection: FormConnection;
  readonly #main: HTMLElement;
  #init: SiteFormInit;
  readonly #isRestored: boolean;
  #draft: SiteDraft;
  #choices: SiteChoices | undefined;
  #edit: EditStep;
  #review: ReviewStep | undefined;
  /** The site that was sent without a known end. */
  #unknown = "";
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(api: EditorApi, connection: FormConnection, main: HTMLElement, init: SiteFormInit) {
    const kept = v.safeParse(siteFormState, api.getState());
    const restored = kept.success && kept.output.panelId === init.panel.id ? kept.output.draft : init.draft;
    this.#api = api;
    this.#connection = connection;
    this.#main = main;
    this.#init = init;
    this.#draft = restored ?? emptySiteDraft;
    this.#isRestored = restored !== undefined;
    this.#edit = this.#newEdit();
    this.#keep();
  }

  /** Shows the form, or what became of the site that it was left with. */
  async start(): Promise<void> {
    this.#main.setAttribute("aria-busy", "false");
    if (this.#init.hasOutcome) await this.#showOutcome();
    else this.#showEdit();
    await this.#loadChoices();
  }

  /** What this page did not send itself, but an earlier one of the form. */
  async #showOutcome(): Promise<void> {
    const texts = this.#init.texts.form;
    const progress = sendProgress(texts, () => void this.#connection.call("cancel", {}).catch(ignored));
    const { domain } = this.#draft;
    const title = element("h2", { id: "busy-title", tabindex: "-1", class: "step-title" }, domain);
    const buttons = element("div", { class: "actions" }, progress.cancel);
    this.#show(
      element("section", { "aria-labelledby": "busy-title", "aria-busy": "true" }, title, buttons, progress.root),
    );
    progress.setBusy(true);
    try {
      void followProgress(this.#connection, texts, domain, progress.say).catch(ignored);
      this.#settle(await this.#connection.call("outcome", {}));
    } catch (error) {
      this.#showEdit(outcomeBanner(filled(texts.formBroken, messageOf(error)), ""));
    }
  }

  #newEdit(): EditStep {
    return new EditStep(this.#init, this.#draft, {
      onChange: (draft) => this.#changed(draft),
      onReview: (plan) => this.#showReview(plan),
      onRetryChoices: () => void this.#loadChoices(),
    });
  }

  async #loadChoices(): Promise<void> {
    this.#edit.setChoices(undefined);
    try {
      this.#choices = await this.#connection.call("choices", {});
    } catch (error) {
      // the form works without: the host's check does not know more either
      this.#choices = { sitesRoot: DEFAULT_SITES_ROOT, problem: messageOf(error) };
    }
    this.#edit.setChoices(this.#choices);
  }

  #changed(draft: SiteDraft): void {
    this.#draft = draft;
    this.#keep();
    clearTimeout(this.#telling);
    this.#telling = setTimeout(() => {
      void this.#connection.call("draftChanged", { draft: withoutPasswords(draft) }).catch(ignored);
    }, DRAFT_DELAY_MS);
  }

  #keep(): void {
    const state: SiteFormState = { panelId: this.#init.panel.id, draft: withoutPasswords(this.#draft) };
    this.#api.setState(state);
  }

  #showReview(plan: Extract<SitePlan, { kind: "ready" }>): void {
    const draft = this.#draft;
    const choices = this.#choices;
    const category =
      choices?.categories === undefined ? undefined : categoryName(this.#init.texts.form, choices, plan.site.typeId);
    const review = reviewStep({
      init: this.#init,
      site: plan.site,
      category,
      warnings: plan.issues,
      isAgain: this.#unknown === requestKey(plan.site),
      onBack: () => this.#back(),
      onCreate: () => void this.#create(draft, plan.site, review),
      onCancel: () => void this.#connection.call("cancel", {}).catch(ignored),
    });
    this.#review = review;
    this.#show(review.root);
    void this.#checkPanel(review).catch(ignored);
  }

  /** What is about to be read must not name another server than the one that it would be sent to. */
  async #checkPanel(review: ReviewStep): Promise<void> {
    const panel = await this.#connection.call("panel", {});
    const { name, address, isReadOnly } = this.#init.panel;
    const isSame = panel.name === name && panel.address === address && panel.isReadOnly === isReadOnly;
    if (!isSame && this.#review === review && !review.isBusy()) this.#changePanel(panel);
  }

  #back(): void {
    this.#showEdit();
    this.#edit.focusReview();
  }

  async #create(draft: SiteDraft, site: PlannedSite, review: ReviewStep): Promise<void> {
    const attempt = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
    const { name, address } = this.#init.panel;
    const texts = this.#init.texts.form;
    try {
      const outcome = this.#connection.call("submit", { attempt, draft, panel: { name, address } });
      void followProgress(this.#connection, texts, site.domain, review.say).catch(ignored);
      this.#settle(await outcome, site);
    } catch (error) {
      review.settle(filled(texts.formBroken, messageOf(error)));
    }
  }

  /** The form of another server, or of this one under another name; nothing that was typed is lost. */
  #changePanel(panel: SiteFormPanel): void {
    const texts = this.#init.texts.form;
    this.#init = { ...this.#init, panel };
    this.#edit = this.#newEdit();
    this.#showEdit(outcomeBanner(texts.panelChangedTitle, filled(texts.panelChanged, panel.name, panel.address)));
    void this.#loadChoices();
  }

  #settle(outcome: SiteOutcome, site = requestOf(this.#draft)): void {
    this.#unknown = outcome.kind === "uncertain" && site !== undefined ? requestKey(site) : "";
    const texts = this.#init.texts.form;
    switch (outcome.kind) {
      case "created":
      case "partly":
        this.#showCreated(outcome);
        break;
      case "existed":
        this.#show(
          existedStep(texts, outcome, {
            onReveal: () => void this.#connection.call("reveal", {}).catch(ignored),
            onBack: () => this.#back(),
            onClose: () => void this.#connection.call("close", {}).catch(ignored),
          }),
        );
        break;
      case "panelChanged":
        this.#changePanel(outcome.panel);
        break;
      case "notCreated":
        this.#showEdit(outcomeBanner(texts.notCreatedTitle, outcome.reason));
        break;
      case "uncertain":
        this.#showEdit(outcomeBanner(texts.uncertainTitle, outcome.reason));
        break;
      case "invalid":
        this.#showEdit();
        this.#edit.showIssues(outcome.issues);
        break;
      case "notSent":
        if (this.#review === undefined) this.#showEdit(outcomeBanner(texts.notSent, ""));
        else this.#review.settle(texts.notSent);
        break;
      default:
        outcome satisfies never;
    }
  }

  #showCreated(outcome: Extract<SiteOutcome, { kind: "created" | "partly" }>): void {
    const connection = this.#connection;
    // what was created must not come back as a form that creates it once more
    this.#changed(emptySiteDraft);
    this.#show(
      outcomeStep(this.#init.texts.form, outcome, {
        onCopy: (text) =>
          connection.call("copy", { text }).then(
            () => true,
            () => false,
          ),
        onReveal: () => void connection.call("reveal", {}).catch(ignored),
        onAnother: () => void this.#another().catch(ignored),
        onClose: () => void connection.call("close", {}).catch(ignored),
      }),
    );
  }

  async #another(): Promise<void> {
    await this.#connection.call("restart", {});
    this.#draft = emptySiteDraft;
    this.#edit = this.#newEdit();
    this.#edit.setChoices(this.#choices);
    this.#showEdit();
  }

  #showEdit(banner?: HTMLElement): void {
    this.#review = undefined;
    this.#show(this.#edit.root);
    const { ftp, database } = this.#draft;
    const isForgotten = (ftp.on && ftp.password === "") || (database.on && database.password === "");
    // a banner that takes the focus comes last, so that it is the one that is read
    if (this.#isRestored && isForgotten)
      this.#showBanner(element("div", { class: "banner" }, this.#init.texts.form.passwordsAgain));
    if (banner !== undefined) this.#showBanner(banner);
  }

  #showBanner(banner: HTMLElement): void {
    this.#main.querySelector("h1")?.parentElement?.after(banner);
    announce(banner.innerText);
    if (banner.tabIndex === -1 && banner.hasAttribute("tabindex")) banner.focus();
  }

  #show(step: HTMLElement): void {
    const texts = this.#init.texts.form;
    const { name, address, isReadOnly } = this.#init.panel;
    const header = element("header", {}, element("h1", {}, filled(texts.title, name)));
    if (step === this.#edit.root) header.append(element("p", { class: "help" }, filled(texts.subtitle, name, address)));
    if (isReadOnly) header.append(element("p", { id: "read-only", class: "banner warning read-only" }, texts.readOnly));
    this.#main.replaceChildren(header, step);
    const title = step.querySelector<HTMLElement>(".step-title");
    if (title === null) step.querySelector<HTMLElement>("input")?.focus();
    else title.focus();
    scrollTo(0, 0);
  }
}

/** Starts the form in the page; resolves when it is ready for a person. */
export async function startSiteForm(): Promise<void> {
  const main = document.getElementById("form");
  if (main === null) return;
  const api = acquireVsCodeApi();
  const connection = new FormConnection(api);
  try {
    const init = await connection.call("ready", {});
    await new SiteForm(api, connection, main, init).start();
  } catch (error) {
    main.setAttribute("aria-busy", "false");
    main.replaceChildren(element("p", { role: "alert" }, messageOf(error)));
  }
}

function requestKey({ domain, port }: SiteRequest): string {
  return `${domain}:${port}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For requests whose failure shows nowhere. */
function ignored(): void {
  // the host has logged it
}

void startSiteForm();
