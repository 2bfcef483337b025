import * as l10n from "@vscode/l10n";
import {
  hostsOf,
  planSite,
  requestKey,
  requestOf,
  sitePanelFacts,
  type PlannedSite,
  type SitePlan,
} from "../plannedSite.ts";
import type { ListedSites } from "../listedSites.ts";
import type {
  News,
  ShownOutcome,
  SiteChoices,
  SiteFormInit,
  SiteFormPanel,
  SiteFormState,
  SitePhase,
  SubmitResult,
} from "../protocol.ts";
import { emptySiteDraft, lacksPasswords, withoutPasswords, type SiteDraft, type SiteField } from "../siteDraft.ts";
import { siteFields, type SiteDraftIssue } from "../siteRules.ts";
import { rootOf } from "../siteRoot.ts";
import { tidyAdditionalDomains, tidyMainDomain } from "../tidiedDraft.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { sentences } from "../../characters/sentences.ts";
import { defaultPhp } from "./choices.ts";
import { mayBeSentText, obstacleText, type Banner } from "./banners.tsx";
import { announce, focus } from "./dom.ts";
import { messageOf, type EditorApi, type FormConnection } from "./formConnection.ts";
import { SuggestedNames } from "./suggestedNames.ts";
import { tidyNote } from "./tidyNote.ts";

type Ready = Extract<SitePlan, { readonly kind: "ready" }>;

/** The current step. A site is sent only from `review`. */
export type Step =
  | { readonly kind: "edit" }
  | { readonly kind: "review"; readonly plan: Ready; readonly isRepeated: boolean; readonly isBusy: boolean }
  /** An earlier page of this window sent the site, and its outcome is pending. */
  | { readonly kind: "pending" }
  /** The site exists. */
  | {
      readonly kind: "outcome";
      readonly outcome: Extract<ShownOutcome, { kind: "created" | "partly" | "sent" | "existed" }>;
    };

/** An issue below a field. */
export type ShownIssue = Pick<SiteDraftIssue, "severity" | "text">;

interface FormStateOptions {
  readonly api: EditorApi;
  readonly connection: FormConnection;
  readonly init: SiteFormInit;
  /** Renders the form synchronously. */
  readonly draw: (form: FormState) => void;
}

/** State of the form, and the actions of its controls. */
export class FormState {
  readonly connection: FormConnection;
  readonly #options: FormStateOptions;
  panel: SiteFormPanel;
  draft: SiteDraft;
  step: Step = { kind: "edit" };
  /** Newest first. */
  banners: readonly Banner[] = [];
  /** `undefined` while they load. */
  choices: SiteChoices | undefined;
  /** Explains missing choices; remains during a retry. */
  choicesProblem: string | undefined;
  /** Progress of the submission, as text. */
  status = "";
  /** The review starts when the choices have loaded. */
  isReviewPending = false;
  readonly shownPasswords = new Set<SiteField>();
  readonly #names = new SuggestedNames();
  readonly #touched = new Set<SiteField>();
  /** Fields with visible issues: they were left, or the review was requested. */
  readonly #visible = new Set<SiteField>();
  /** Last announced issues, by field. */
  readonly #announced = new Map<SiteField, string>();
  /** Notes about cleaned-up domains, by field. */
  readonly tidied = new Map<SiteField, string>();
  #refusal: { readonly field: SiteField; readonly text: string } | undefined;
  #listed: ListedSites | undefined;
  #lookedUp = "";
  /** See `SiteFormState`. */
  #unresolved: string;

  constructor(options: FormStateOptions) {
    const { connection, init } = options;
    this.#options = options;
    this.connection = connection;
    this.panel = init.panel;
    const { draft = init.draft ?? emptySiteDraft, unresolved = "" } = init.restored ?? {};
    this.draft = draft;
    this.#unresolved = unresolved;
    this.#remember();
  }

  /** Shows the fields, or the outcome of an earlier submission. */
  async start(): Promise<void> {
    if (this.#options.init.hasOutcome) await this.#showEarlierOutcome();
    else if (this.#mayBeSent()) this.showEdit({ kind: "note", text: mayBeSentText(), goesWith: ["domain", "port"] });
    else this.showEdit();
    // the list may have been loaded or changed meanwhile
    addEventListener("focus", () => void this.#checkAgain(this.step));
    await this.loadChoices();
  }

  /** Handles a notification from the host. */
  receive(news: News): void {
    if (news.news === "panel") this.#setPanel(news.panel);
    else this.#setPhase(news.phase);
  }

  get plan(): SitePlan {
    return planSite(this.draft, sitePanelFacts(this.panel, this.choices, this.#listed));
  }

  /** The name for an account of this website. */
  get suggestedName(): string {
    return this.#names.suggest(this.draft, this.choices?.accountNames);
  }

  /** The typed root directory, or the default one for the domain. */
  get root(): string {
    return this.draft.root ?? rootOf(this.draft);
  }

  issuesOf(field: SiteField): readonly ShownIssue[] {
    const issues = this.plan.issues.filter(
      (issue) => issue.field === field && (this.#visible.has(field) || issue.isAtOnce === true),
    );
    if (this.#refusal?.field === field) return [{ severity: "error", text: this.#refusal.text }, ...issues];
    return issues;
  }

  /** Handles input in a field. */
  type(field: SiteField, value: string): void {
    this.#touched.add(field);
    this.change({ [field]: value });
  }

  change(changes: Partial<SiteDraft>): void {
    const before = this.draft;
    this.#setDraft(this.#names.follow({ ...before, ...changes }, this.choices?.accountNames));
    for (const field of ["domain", "additionalDomains"] as const)
      if (this.draft[field] !== before[field]) this.tidied.delete(field);
    if (this.#refusal !== undefined && isChanged(before, this.draft, [this.#refusal.field])) this.#refusal = undefined;
    void this.#lookUp();
    this.isReviewPending = false;
    this.draw();
  }

  showPassword(field: SiteField, isShown: boolean): void {
    if (isShown) this.shownPasswords.add(field);
    else this.shownPasswords.delete(field);
    this.draw();
  }

  /** Cleans up typed addresses and domains. */
  tidy(field: "domain" | "additionalDomains"): void {
    const tidied = (field === "domain" ? tidyMainDomain : tidyAdditionalDomains)(this.draft);
    if (tidied.draft === this.draft) return;
    const note = tidyNote(tidied);
    this.change(tidied.draft);
    this.tidied.set(field, note);
    this.draw();
    announce(note);
  }

  /** Shows and announces the issues of a field that lost the focus. */
  left(target: EventTarget | null): void {
    const field = siteFields.find((name) => target instanceof HTMLElement && target.id === name);
    // do not report fields that were only passed with Tab
    if (field === undefined || !this.#touched.has(field)) return;
    this.#visible.add(field);
    this.draw();
    const problems = sentences(...this.plan.issues.filter((issue) => issue.field === field).map(({ text }) => text));
    if (problems !== "" && problems !== this.#announced.get(field)) announce(problems);
    this.#announced.set(field, problems);
  }

  /** Shows the review, or the first error. */
  review(): void {
    // a click on the button arrives before the cleanup of the field that was left
    this.tidy("domain");
    this.tidy("additionalDomains");
    this.isReviewPending = this.choices === undefined;
    if (this.isReviewPending) {
      announce(l10n.t("Loading PHP versions and categories from the panel…"));
      return this.draw();
    }
    const { plan } = this;
    for (const field of siteFields) this.#visible.add(field);
    if (plan.kind === "ready") return this.#showReview(plan);
    this.#showIssues(plan.issues);
  }

  showEdit(banner?: Banner): void {
    this.#show({ kind: "edit" });
    void this.#lookAgain();
    // show a banner that takes the focus last, so that screen readers read it
    if (this.#options.init.restored !== undefined && lacksPasswords(this.draft)) {
      const again = l10n.t("Passwords are never stored: enter them again.");
      this.#showBanner({ kind: "note", text: sentences(l10n.t("Your entries were restored."), again) });
    }
    if (banner !== undefined) this.#showBanner(banner);
  }

  back(): void {
    this.showEdit();
    focus("review");
  }

  /** Loads PHP versions and categories. */
  async loadChoices(): Promise<void> {
    this.#setChoices(undefined);
    this.draw();
    // the form also works without choices, like the host's check
    const none = (error: unknown): SiteChoices => ({ problem: messageOf(error) });
    const choices = await this.connection.call("choices").catch(none);
    this.#setChoices(choices);
    const isResolved = this.choicesProblem !== undefined && choices.problem === undefined;
    const hadFocus = isResolved && document.activeElement?.id === "retry";
    this.choicesProblem = choices.problem;
    this.#choosePhp();
    this.draw();
    if (hadFocus) focus("php");
    if (choices.problem !== undefined)
      announce(l10n.t("PHP versions or categories could not be read: {0}", choices.problem));
    if (this.isReviewPending) this.review();
  }

  /** Sends the reviewed site. */
  async create(): Promise<void> {
    const { step, draft } = this;
    if (step.kind !== "review" || step.isBusy || this.panel.obstacle !== undefined) return;
    const { name, address } = this.panel;
    const attempt = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
    this.step = { ...step, isBusy: true };
    // a reload would come before the outcome
    this.#unresolved = requestKey(step.plan.site);
    this.#remember();
    this.#setPhase("starting");
    try {
      this.#settle(await this.connection.call("submit", { attempt, draft, panel: { name, address } }), step.plan.site);
    } catch (error) {
      this.#endBusy(l10n.t("The form failed: {0}", messageOf(error)));
    }
  }

  cancel(): void {
    this.#showStatus(l10n.t("Canceling…"));
    void this.connection.succeeds("cancel");
  }

  async createAnother(): Promise<void> {
    if (!(await this.connection.succeeds("restart"))) return;
    this.#startWith(emptySiteDraft);
    // the panel has more accounts now
    await this.loadChoices();
  }

  draw(): void {
    this.#options.draw(this);
  }

  /** Shows and announces the progress of the submission. */
  #showStatus(text: string): void {
    if (this.status === text) return;
    this.status = text;
    this.draw();
    document.getElementById("status")?.scrollIntoView({ block: "nearest" });
    announce(text);
  }

  #setDraft(draft: SiteDraft): void {
    const before = this.draft;
    this.banners = this.banners.filter(
      ({ goesWith = [] }) => goesWith !== "anything" && !isChanged(before, draft, goesWith),
    );
    this.draft = draft;
    this.#remember();
  }

  /** Saves the draft for a reload, without passwords. */
  #remember(): void {
    const draft = withoutPasswords(this.draft);
    const state: SiteFormState = { panelId: this.panel.id, draft, unresolved: this.#unresolved };
    this.#options.api.setState(state);
  }

  /** Takes over what the panel offers; names that were suggested avoid those that it has. */
  #setChoices(choices: SiteChoices | undefined): void {
    const { draft } = this;
    this.choices = choices;
    const named = this.#names.follow(draft, choices?.accountNames);
    if (named !== draft) this.#setDraft(named);
  }

  /** Preselects a PHP version without saving it, since it is not an entry of the user. */
  #choosePhp(): void {
    if (this.choices !== undefined && this.draft.php === "")
      this.draft = { ...this.draft, php: defaultPhp(this.choices) };
  }

  #show(step: Step): void {
    this.step = step;
    this.banners = [];
    this.status = "";
    this.draw();
    document.querySelector<HTMLElement>("main :is(.step-title, input)")?.focus();
    scrollTo(0, 0);
  }

  /** Adds and announces a banner; an error takes the focus. */
  #showBanner(banner: Banner): void {
    this.banners = [banner, ...this.banners];
    this.draw();
    announce(sentences(banner.text, "words" in banner ? banner.words : ""));
    if (banner.kind === "error") document.querySelector<HTMLElement>(".banner.error")?.focus();
  }

  #startWith(draft: SiteDraft): void {
    this.#forgetMarks();
    this.#setDraft(draft);
    this.#choosePhp();
    this.#show({ kind: "edit" });
    void this.#lookAgain();
  }

  #forgetMarks(): void {
    for (const marks of [this.shownPasswords, this.#touched, this.#visible, this.#announced, this.tidied])
      marks.clear();
    this.#refusal = undefined;
  }

  /** Updates the panel; leaves the review if it shows another server than the one that would receive the site. */
  #setPanel(panel: SiteFormPanel): void {
    const before = this.panel;
    const isMoved = panel.address !== before.address;
    const isOther = isMoved || panel.name !== before.name;
    if (!isOther && panel.obstacle === before.obstacle) return;
    // a running submission carries the panel it was reviewed for
    if (isOther && this.step.kind === "review" && !this.step.isBusy) return this.#changePanel(panel);
    this.panel = panel;
    this.draw();
    if (panel.obstacle !== before.obstacle)
      announce(obstacleText(panel) || l10n.t("Websites can be created on this panel again."));
    const wasLocked = before.obstacle === "keyNeeded" && panel.obstacle === undefined;
    if (isMoved || wasLocked) void this.loadChoices();
  }

  /** Returns to the fields, with all entries, because the panel was renamed or moved. */
  #changePanel(panel: SiteFormPanel): void {
    this.panel = panel;
    this.#forgetMarks();
    const words = l10n.t(
      "It is now “{0}” ({1}). Nothing was sent. Review the website again.",
      panel.name,
      panel.address,
    );
    this.showEdit({ kind: "error", text: l10n.t("The panel was changed"), words });
    void this.loadChoices();
  }

  #setPhase(phase: SitePhase): void {
    const { step } = this;
    const isBusy = step.kind === "pending" || (step.kind === "review" && step.isBusy);
    if (phase === "ended" || !isBusy) return;
    const domain = decodeDomains(step.kind === "review" ? step.plan.site.domain : this.draft.domain);
    if (phase === "waiting") this.#showStatus(l10n.t("Another window is creating “{0}”. Waiting for it…", domain));
    else this.#showStatus(l10n.t("Creating “{0}”. This may take a minute…", domain));
  }

  async #showEarlierOutcome(): Promise<void> {
    this.#show({ kind: "pending" });
    this.#setPhase("sending");
    try {
      this.#settle(await this.connection.call("outcome"), requestOf(this.draft));
    } catch (error) {
      const text = l10n.t("The form failed: {0}", messageOf(error));
      this.showEdit({ kind: "error", text, goesWith: "anything" });
    }
  }

  #showReview(plan: Ready): void {
    const step: Step = { kind: "review", plan, isRepeated: this.#mayBeSent(), isBusy: false };
    this.#show(step);
    void this.#checkAgain(step);
  }

  /** Whether nobody knows what became of a request for this website. */
  #mayBeSent(): boolean {
    const request = requestOf(this.draft);
    return request !== undefined && requestKey(request) === this.#unresolved;
  }

  /** Looks for sites that were listed since the fields were filled in. */
  async #checkAgain(step: Step): Promise<void> {
    const errors = await this.#lookAgain();
    if (this.step !== step || step.kind !== "review" || step.isBusy || errors.length === 0) return;
    this.showEdit();
    this.#showIssues(errors);
  }

  #settle(outcome: SubmitResult, site: Pick<PlannedSite, "domain" | "port"> | undefined): void {
    this.#unresolved = outcome.kind === "uncertain" && site !== undefined ? requestKey(site) : "";
    this.#remember();
    switch (outcome.kind) {
      case "created":
      case "partly":
      case "sent":
        // a restored form must not create the same site again
        this.#setDraft(emptySiteDraft);
        return this.#show({ kind: "outcome", outcome });
      case "existed":
        return this.#show({ kind: "outcome", outcome });
      case "panelChanged":
        return this.#changePanel(outcome.panel);
      case "uncertain":
        return this.#showFailure(outcome, ["domain", "port"]);
      case "notCreated": {
        const { about } = outcome;
        this.#showFailure(outcome, about === undefined ? "anything" : [about.field]);
        if (about === undefined) return;
        this.#refusal = about;
        this.draw();
        return focus(about.field);
      }
      case "invalid":
        this.showEdit();
        return this.#showIssues(outcome.issues);
      case "notSent":
        if (this.step.kind === "review") return this.#endBusy(outcome.title);
        return this.#showFailure(outcome, "anything");
      default:
        outcome satisfies never;
    }
  }

  #showFailure({ title, reason = "" }: ShownOutcome, goesWith: NonNullable<Banner["goesWith"]>): void {
    this.showEdit({ kind: "error", text: title, words: reason, goesWith });
  }

  /** Ends the wait without a site and enables the button. */
  #endBusy(text: string): void {
    if (this.step.kind !== "review") return;
    const hadFocus = document.activeElement?.id === "cancel";
    this.step = { ...this.step, isBusy: false };
    this.#showStatus(text);
    this.draw();
    if (hadFocus) focus("create");
  }

  /** Shows issues and focuses the first error. */
  #showIssues(issues: readonly SiteDraftIssue[]): void {
    for (const { field } of issues) this.#visible.add(field);
    this.draw();
    const fields = [...new Set(issues.filter(({ severity }) => severity === "error").map(({ field }) => field))];
    const [first] = fields;
    if (first === undefined) return;
    announce(
      fields.length === 1
        ? l10n.t("One field needs to be corrected.")
        : l10n.t("{0} fields need to be corrected.", String(fields.length)),
    );
    focus(first);
  }

  /** Looks up the listed sites again and returns the draft's errors. */
  async #lookAgain(): Promise<readonly SiteDraftIssue[]> {
    this.#lookedUp = "";
    await this.#lookUp();
    return this.plan.issues.filter(({ severity }) => severity === "error");
  }

  /** Looks up the draft's hosts and root if they changed; ignores outdated answers. */
  async #lookUp(): Promise<void> {
    const hosts = hostsOf(this.draft);
    const root = rootOf(this.draft);
    const lookedUp = [...hosts, root].join(" ");
    if (lookedUp === this.#lookedUp) return;
    this.#lookedUp = lookedUp;
    const listed = await this.connection.call("listed", { hosts, root }).catch(() => undefined);
    if (lookedUp !== this.#lookedUp) return;
    this.#listed = listed;
    this.draw();
  }
}

function isChanged(before: SiteDraft, after: SiteDraft, fields: readonly SiteField[]): boolean {
  // the root may follow the domain
  const text = (draft: SiteDraft, field: SiteField) => draft[field] ?? `${draft.domain}/`;
  return fields.some((field) => text(before, field) !== text(after, field));
}
