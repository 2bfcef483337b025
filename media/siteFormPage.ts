import { requestKey, requestOf, type PlannedSite, type SitePlan } from "../src/siteForm/plannedSite.ts";
import { emptySiteDraft, lacksPasswords, type SiteDraft } from "../src/siteForm/siteDraft.ts";
import {
  isSamePanel,
  type SiteChoices,
  type SiteFormInit,
  type SiteFormPanel,
  type SiteOutcome,
} from "../src/siteForm/siteFormProtocol.ts";
import { filled } from "../src/siteForm/siteFormTextsSchema.ts";
import { DEFAULT_SITES_ROOT } from "../src/siteForm/sitePanelFacts.ts";
import { announce } from "./parts/announce.ts";
import { EditStep } from "./editStep.ts";
import { element } from "./parts/element.ts";
import { Banners, errorBanner, errorBox, offerBanner, outcomeBanner, untilTyped, type Banner } from "./banners.ts";
import { DraftKeeper } from "./draftKeeper.ts";
import { existedStep } from "./existedStep.ts";
import { categoryShown } from "./parts/fieldChoices.ts";
import { messageOf, type EditorApi, type FormConnection } from "./formConnection.ts";
import { followProgress } from "./followProgress.ts";
import { formHeader, obstacleText } from "./parts/formHeader.ts";
import { outcomeStep } from "./outcomeStep.ts";
import { reviewStep, type ReviewStep } from "./reviewStep.ts";
import { lookingStep } from "./lookingStep.ts";
import { sentences } from "../src/characters/sentences.ts";

/** The form of one page: which step is shown, what is kept, and what is asked of the host. */
export class SiteFormPage {
  readonly #keeper: DraftKeeper;
  readonly #connection: FormConnection;
  readonly #main: HTMLElement;
  #init: SiteFormInit;
  #isRestored: boolean;
  #draft: SiteDraft;
  #choices: SiteChoices | undefined;
  #edit: EditStep;
  #review: ReviewStep | undefined;
  readonly #banners = new Banners();
  /** Of the step that is shown; `undefined`: nothing can be sent from it. */
  #step: HTMLElement | undefined;
  /** The site that was sent without a known end. */
  #unknown = "";

  constructor(api: EditorApi, connection: FormConnection, main: HTMLElement, init: SiteFormInit) {
    this.#keeper = new DraftKeeper(api, connection, init.panel.id);
    const restored = this.#keeper.remembered ?? init.draft;
    this.#connection = connection;
    this.#main = main;
    this.#init = init;
    this.#draft = restored ?? emptySiteDraft;
    this.#isRestored = restored !== undefined;
    this.#edit = this.#newEdit();
    this.#keeper.remember(this.#draft);
  }

  /** Shows the form, or what became of the site that it was left with. */
  async start(): Promise<void> {
    this.#main.setAttribute("aria-busy", "false");
    if (this.#init.hasOutcome) await this.#showOutcome();
    else this.#showEdit();
    if (this.#init.draftFrom !== undefined && this.#step === this.#edit.root) this.#offerFresh(this.#init.draftFrom);
    void this.#followPanel().catch(ignored);
    // a list that was opened meanwhile may have what was typed
    addEventListener("focus", () => void this.#lookAgain().catch(ignored));
    await this.#loadChoices();
  }

  /** Says that an earlier form's entries are there, and how to be rid of them. */
  #offerFresh(from: string): void {
    const texts = this.#init.texts.form;
    const words = [filled(texts.draftRestored, from), lacksPasswords(this.#draft) ? texts.passwordsAgain : ""];
    const root = offerBanner(sentences(...words), texts.startFresh, () => {
      const draft = this.#draft;
      this.#startWith(emptySiteDraft);
      const undo = offerBanner(texts.startedFresh, texts.undo, () => this.#startWith(draft));
      this.#banners.show(this.#main, { root: undo, goesWith: untilTyped });
    });
    this.#banners.show(this.#main, { root });
  }

  #startWith(draft: SiteDraft): void {
    this.#isRestored = false;
    this.#changed(draft);
    this.#edit = this.#newEdit();
    this.#edit.setChoices(this.#choices);
    this.#showEdit();
  }

  /** Shows the panel as it becomes, as long as the page is there. */
  async #followPanel(): Promise<void> {
    for (;;) this.#panelIs(await this.#connection.call("otherPanel", { panel: this.#init.panel }));
  }

  /** What is about to be read must not name another server than the one that it would be sent to. */
  #panelIs(panel: SiteFormPanel): void {
    const { panel: before, texts } = this.#init;
    if (isSamePanel(panel, before)) return;
    const isMoved = panel.address !== before.address;
    const isOther = isMoved || panel.name !== before.name;
    // what is being sent names its panel itself
    if (isOther && this.#review !== undefined && !this.#review.isBusy()) {
      this.#changePanel(panel);
      return;
    }
    this.#init = { ...this.#init, panel };
    this.#edit.setPanel(this.#init);
    const { obstacle } = panel;
    const text = obstacle === undefined ? "" : obstacleText(texts.form, obstacle);
    this.#review?.setObstacle(text);
    this.#showHeader();
    if (obstacle !== before.obstacle) announce(text || texts.form.unlocked);
    const wasLocked = before.obstacle === "keyNeeded" && obstacle === undefined;
    if (isMoved || wasLocked) void this.#loadChoices();
  }

  /** What this page did not send itself, but an earlier one of the form. */
  async #showOutcome(): Promise<void> {
    const texts = this.#init.texts.form;
    const { domain } = this.#draft;
    const looking = lookingStep(texts, domain, () => void this.#connection.succeeds("cancel", {}));
    this.#show(looking.root);
    try {
      void followProgress(this.#connection, texts, domain, looking.say).catch(ignored);
      this.#settle(await this.#connection.call("outcome", {}));
    } catch (error) {
      this.#showEdit(errorBanner(filled(texts.formBroken, messageOf(error))));
    }
  }

  #newEdit(): EditStep {
    return new EditStep(this.#init, this.#draft, {
      onChange: (draft) => this.#changed(draft),
      onReview: (plan) => this.#showReview(plan),
      onRetryChoices: () => void this.#loadChoices(),
      lookUp: (hosts) => this.#connection.call("listed", { hosts: [...hosts] }),
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
    this.#banners.changed(this.#draft, draft);
    this.#draft = draft;
    this.#keeper.keep(draft);
  }

  #showReview(plan: Extract<SitePlan, { kind: "ready" }>): void {
    const draft = this.#draft;
    const review = reviewStep({
      init: this.#init,
      site: plan.site,
      category: categoryShown(this.#init.texts.form, this.#choices, plan.site.typeId),
      warnings: plan.issues,
      isAgain: this.#unknown === requestKey(plan.site),
      onBack: () => this.#back(),
      onCreate: () => void this.#create(draft, plan.site, review),
      onCancel: () => void this.#connection.succeeds("cancel", {}),
    });
    this.#review = review;
    this.#show(review.root);
    void this.#checkAgain(review).catch(ignored);
  }

  async #lookAgain(): Promise<void> {
    await (this.#review === undefined ? this.#edit.lookAgain() : this.#checkAgain(this.#review));
  }

  /** The panel and its list may have changed since the fields were filled in. */
  async #checkAgain(review: ReviewStep): Promise<void> {
    const [panel, errors] = await Promise.all([this.#connection.call("panel", {}), this.#edit.lookAgain()]);
    if (this.#review !== review || review.isBusy()) return;
    this.#panelIs(panel);
    if (this.#review !== review || errors.length === 0) return;
    this.#showEdit();
    this.#edit.showIssues(errors);
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
    const words = filled(texts.panelChanged, panel.name, panel.address);
    this.#showEdit({ root: errorBox(texts.panelChangedTitle, words) });
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
            onReveal: () => void this.#connection.succeeds("reveal", {}),
            onBack: () => this.#back(),
            onClose: () => void this.#connection.succeeds("close", {}),
          }),
        );
        break;
      case "panelChanged":
        this.#changePanel(outcome.panel);
        break;
      case "notCreated":
      case "uncertain":
        this.#showEdit(outcomeBanner(texts, outcome));
        if ("about" in outcome) this.#edit.showRefusal(outcome.about);
        break;
      case "invalid":
        this.#showEdit();
        this.#edit.showIssues(outcome.issues);
        break;
      case "notSent":
        if (this.#review === undefined) this.#showEdit(errorBanner(texts.notSent));
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
        onCopy: (text) => connection.succeeds("copy", { text }),
        onReveal: () => void connection.succeeds("reveal", {}),
        onAnother: () => void connection.call("restart", {}).then(() => this.#startWith(emptySiteDraft), ignored),
        onClose: () => void connection.succeeds("close", {}),
      }),
    );
  }

  #showEdit(banner?: Banner): void {
    this.#review = undefined;
    this.#show(this.#edit.root);
    void this.#edit.lookAgain();
    const { restored, passwordsAgain } = this.#init.texts.form;
    const root = element("div", { class: "banner" }, sentences(restored, passwordsAgain));
    // a banner that takes the focus comes last, so that it is the one that is read
    if (this.#isRestored && this.#init.draftFrom === undefined && lacksPasswords(this.#draft))
      this.#banners.show(this.#main, { root });
    if (banner !== undefined) this.#banners.show(this.#main, banner);
  }

  #show(step: HTMLElement): void {
    this.#banners.clear();
    this.#step = step;
    this.#main.replaceChildren(element("header"), step);
    this.#showHeader();
    const title = step.querySelector<HTMLElement>(".step-title");
    if (title === null) step.querySelector<HTMLElement>("input")?.focus();
    else title.focus();
    scrollTo(0, 0);
  }

  #showHeader(): void {
    const header = formHeader({
      texts: this.#init.texts.form,
      panel: this.#init.panel,
      isOpen: this.#step === this.#edit.root || this.#step === this.#review?.root,
      withSubtitle: this.#step === this.#edit.root,
      onRemoveObstacle: () => void this.#connection.succeeds("removeObstacle", {}),
    });
    this.#main.querySelector("header")?.replaceWith(header);
  }
}

/** For requests whose failure shows nowhere. */
function ignored(): void {
  // the host has logged it
}
