import * as v from "valibot";
import type { SitePlan } from "../src/shared/plannedSite.ts";
import { emptySiteDraft, withoutPasswords, type SiteDraft } from "../src/shared/siteDraft.ts";
import {
  siteFormState,
  type SiteChoices,
  type SiteFormInit,
  type SiteFormState,
  type SiteOutcome,
} from "../src/shared/siteFormProtocol.ts";
import { filled } from "../src/shared/siteFormTexts.ts";
import { announce } from "./announce.ts";
import { EditStep } from "./editStep.ts";
import { element } from "./element.ts";
import { FormConnection, type EditorApi } from "./formConnection.ts";
import { outcomeBanner, outcomeStep } from "./outcomeStep.ts";
import { reviewStep, type ReviewStep } from "./reviewStep.ts";

declare function acquireVsCodeApi(): EditorApi;

const DRAFT_DELAY_MS = 300;

/** The form of one page: which step is shown, what is kept, and what is asked of the host. */
class SiteForm {
  readonly #api: EditorApi;
  readonly #connection: FormConnection;
  readonly #main: HTMLElement;
  readonly #init: SiteFormInit;
  #draft: SiteDraft;
  #choices: SiteChoices | undefined;
  #edit: EditStep;
  #review: ReviewStep | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(api: EditorApi, connection: FormConnection, main: HTMLElement, init: SiteFormInit) {
    const kept = v.safeParse(siteFormState, api.getState());
    const restored = kept.success && kept.output.panelId === init.panel.id ? kept.output.draft : init.draft;
    this.#api = api;
    this.#connection = connection;
    this.#main = main;
    this.#init = init;
    this.#draft = restored ?? emptySiteDraft;
    this.#edit = this.#newEdit();
    this.#keep();
  }

  /** Shows the form, or what became of the site that it was left with. */
  async start(): Promise<void> {
    const texts = this.#init.texts.form;
    this.#main.setAttribute("aria-busy", "false");
    if (this.#init.hasOutcome) {
      this.#show(element("p", { class: "status" }, filled(texts.creating, this.#draft.domain)));
      this.#settle(await this.#connection.call("outcome", {}));
    } else {
      this.#showEdit();
      const { ftp, database } = this.#draft;
      if (ftp.on || database.on) this.#showBanner(element("div", { class: "banner" }, texts.passwordsAgain));
    }
    await this.#loadChoices();
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
      this.#choices = { sitesRoot: "/www/wwwroot", problem: messageOf(error) };
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
    const category = this.#choices?.categories?.find(({ id }) => id === plan.site.typeId)?.name;
    this.#review = reviewStep({
      init: this.#init,
      site: plan.site,
      category,
      warnings: plan.issues,
      onBack: () => this.#showEdit(),
      onCreate: () => void this.#create(draft),
      onCancel: () => void this.#connection.call("cancel", {}).catch(ignored),
    });
    this.#show(this.#review.root);
  }

  async #create(draft: SiteDraft): Promise<void> {
    const attempt = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
    try {
      this.#settle(await this.#connection.call("submit", { attempt, draft }));
    } catch (error) {
      this.#review?.settle(filled(this.#init.texts.form.formBroken, messageOf(error)));
    }
  }

  #settle(outcome: SiteOutcome): void {
    const texts = this.#init.texts.form;
    switch (outcome.kind) {
      case "created":
      case "partly":
        this.#showCreated(outcome);
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
        if (this.#review === undefined) this.#showEdit();
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
    if (banner !== undefined) this.#showBanner(banner);
  }

  #showBanner(banner: HTMLElement): void {
    this.#main.querySelector("h1")?.parentElement?.after(banner);
    announce(banner.innerText);
    if (banner.tabIndex === -1 && banner.hasAttribute("tabindex")) banner.focus();
  }

  #show(step: HTMLElement): void {
    const texts = this.#init.texts.form;
    const { name, address } = this.#init.panel;
    const header = element("header", {}, element("h1", {}, filled(texts.title, name)));
    if (step === this.#edit.root) header.append(element("p", { class: "help" }, filled(texts.subtitle, name, address)));
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For requests whose failure shows nowhere. */
function ignored(): void {
  // the host has logged it
}

void startSiteForm();
