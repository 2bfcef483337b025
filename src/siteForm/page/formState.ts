import { hostsOf, planSite, requestKey, requestOf, type PlannedSite, type SitePlan } from "../plannedSite.ts";
import { filled } from "../filled.ts";
import type { ListedSites } from "../listedSites.ts";
import {
  MOST_HOSTS,
  type News,
  type SiteChoices,
  type SiteFormInit,
  type SiteFormPanel,
  type SiteFormState,
  type SiteOutcome,
  type SitePhase,
  type SiteRefusal,
} from "../protocol.ts";
import { withFollowingNames } from "../siteAccounts.ts";
import { emptySiteDraft, lacksPasswords, withoutPasswords, type SiteDraft } from "../siteDraft.ts";
import { fieldText, siteFields, toldAtOnce, type SiteDraftIssue, type SiteField } from "../siteDraftRules.ts";
import { DEFAULT_SITES_ROOT, sitePanelFacts } from "../sitePanelFacts.ts";
import { tidyAdditionalDomains, tidyMainDomain, type TidiedDraft } from "../tidiedDraft.ts";
import { decodeDomains } from "../../characters/decodeDomains.ts";
import { sentences } from "../../characters/sentences.ts";
import { announce } from "./announce.ts";
import { isChanged, untilTyped, type Banner } from "./banners.tsx";
import { usualPhp } from "./choices.ts";
import { messageOf, type EditorApi, type FormConnection } from "./formConnection.ts";
import { issueText } from "./issueText.ts";
import { tidyNote } from "./tidyNote.ts";

type Ready = Extract<SitePlan, { readonly kind: "ready" }>;

/** The step that is shown. `review` is the only one from which anything is sent. */
export type Step =
  | { readonly kind: "edit" }
  | { readonly kind: "review"; readonly plan: Ready; readonly isBusy: boolean }
  /** An earlier page sent the site, and its outcome is not known yet. */
  | { readonly kind: "looking" }
  | { readonly kind: "created"; readonly outcome: Extract<SiteOutcome, { kind: "created" | "partly" }> }
  | { readonly kind: "existed"; readonly outcome: Extract<SiteOutcome, { kind: "existed" }> };

/** An issue as a field shows it. */
export interface ShownIssue {
  readonly severity: "error" | "warning";
  readonly text: string;
}

interface FormStateOptions {
  readonly api: EditorApi;
  readonly connection: FormConnection;
  readonly init: SiteFormInit;
  /** Draws the form before it returns. */
  readonly draw: (form: FormState) => void;
}

/** The host gets what is typed after a pause, VS Code's state of the page at once. */
const KEEP_DELAY_MS = 300;

/** Everything that a form shows, and what its controls do. */
export class FormState {
  readonly connection: FormConnection;
  readonly texts: SiteFormInit["texts"];
  readonly #init: SiteFormInit;
  readonly #options: FormStateOptions;
  panel: SiteFormPanel;
  draft: SiteDraft;
  step: Step = { kind: "edit" };
  /** The boxes above the fields, the newest first. */
  banners: readonly Banner[] = [];
  /** `undefined` while the panel is asked. */
  choices: SiteChoices | undefined;
  /** Why choices are absent, in words; stays while they are asked for again. */
  choicesProblem: string | undefined;
  /** Where the submission stands, in words. */
  status = "";
  /** The review was asked for, and begins as soon as the choices are there. */
  isAwaited = false;
  readonly shownPasswords = new Set<SiteField>();
  readonly #touched = new Set<SiteField>();
  /** Fields whose issues are shown: they were left, or the review was asked for. */
  readonly #visible = new Set<SiteField>();
  /** The issues of each field that were announced last. */
  readonly #announced = new Map<SiteField, string>();
  readonly #tidied = new Map<SiteField, string>();
  #refusal: SiteRefusal | undefined;
  #listed: ListedSites | undefined;
  #askedFor = "";
  #keeping: ReturnType<typeof setTimeout> | undefined;
  /** The key of the request that was sent without a known end. */
  #unknown = "";

  constructor(options: FormStateOptions) {
    const { connection, init } = options;
    this.#options = options;
    this.#init = init;
    this.connection = connection;
    this.texts = init.texts;
    this.panel = init.panel;
    this.draft = init.draft ?? emptySiteDraft;
    this.#remember();
  }

  /** Shows the form, or the outcome of the site that it was left with. */
  async start(): Promise<void> {
    const { hasOutcome, draftFrom } = this.#init;
    if (hasOutcome) await this.#showEarlierOutcome();
    else this.showEdit();
    if (draftFrom !== undefined && this.step.kind === "edit") this.#offerFresh(draftFrom);
    // a list that was opened meanwhile may have what was typed
    addEventListener("focus", () => void this.#checkAgain(this.step));
    await this.loadChoices();
  }

  /** Takes news from the host. */
  receive(news: News): void {
    if (news.news === "panel") this.#setPanel(news.panel);
    else this.#setPhase(news.phase);
  }

  get facts() {
    return sitePanelFacts(this.panel, this.choices, this.#listed);
  }

  /** Whether the same request was sent before, and its outcome is not known. */
  isAgain(site: PlannedSite): boolean {
    return this.#unknown === requestKey(site);
  }

  get obstacleText(): string {
    const { readOnly, keyNeeded, removed } = this.texts.form;
    return this.panel.obstacle === undefined ? "" : { readOnly, keyNeeded, removed }[this.panel.obstacle];
  }

  issuesOf(field: SiteField): readonly ShownIssue[] {
    const issues = this.#issues()
      .filter((issue) => issue.field === field && (this.#visible.has(field) || toldAtOnce.has(issue.rule)))
      .map((issue) => ({ severity: issue.severity, text: issueText(this.texts, issue) }));
    return this.#refusal?.field === field ? [{ severity: "error", text: this.#refusal.text }, ...issues] : issues;
  }

  /** How a domain was put in order when it was typed; empty: it was not. */
  tidied(field: SiteField): string {
    return this.#tidied.get(field) ?? "";
  }

  /** A person changed a field. */
  type(field: SiteField, change: (draft: SiteDraft) => SiteDraft): void {
    this.#touched.add(field);
    this.change(change);
  }

  change(change: (draft: SiteDraft) => SiteDraft): void {
    const before = this.draft;
    this.#setDraft(withFollowingNames(before, change(before)));
    for (const field of ["domain", "additionalDomains"] as const)
      if (this.draft[field] !== before[field]) this.#tidied.delete(field);
    const refused = this.#refusal?.field;
    if (refused !== undefined && fieldText(before, refused) !== fieldText(this.draft, refused))
      this.#refusal = undefined;
    void this.#lookUp();
    this.isAwaited = false;
    this.draw();
  }

  showPassword(field: SiteField, isShown: boolean): void {
    if (isShown) this.shownPasswords.add(field);
    else this.shownPasswords.delete(field);
    this.draw();
  }

  /** Cuts addresses down to domains, and moves domains to their field. */
  tidy(field: "domain" | "additionalDomains"): void {
    const tidied: TidiedDraft = (field === "domain" ? tidyMainDomain : tidyAdditionalDomains)(this.draft);
    if (tidied.draft === this.draft) return;
    const note = tidyNote(this.texts.form, tidied);
    this.change(() => tidied.draft);
    this.#tidied.set(field, note);
    this.draw();
    announce(note);
  }

  /** A field lost the focus: what is wrong with it is shown and announced. */
  left(target: EventTarget | null): void {
    const field = siteFields.find((name) => target instanceof HTMLElement && target.id === name);
    // no field that a person only passes by is at fault
    if (field === undefined || !this.#touched.has(field)) return;
    this.#visible.add(field);
    this.draw();
    const own = this.#issues().filter((issue) => issue.field === field);
    const words = sentences(...own.map((issue) => issueText(this.texts, issue)));
    if (words !== "" && words !== this.#announced.get(field)) announce(words);
    this.#announced.set(field, words);
  }

  /** Goes to the review, or to the first error. */
  review(): void {
    // the button takes the focus from a field before its domains were put in order
    this.tidy("domain");
    this.tidy("additionalDomains");
    this.isAwaited = this.choices === undefined;
    if (this.isAwaited) announce(this.texts.form.waiting);
    else {
      const plan = planSite(this.draft, this.facts);
      for (const field of siteFields) this.#visible.add(field);
      if (plan.kind === "ready") return this.#showReview(plan);
      this.#focusFirst(plan.issues);
    }
    this.draw();
  }

  showEdit(banner?: Banner): void {
    const { restored, passwordsAgain } = this.texts.form;
    this.#show({ kind: "edit" });
    void this.#lookAgain();
    // a banner that takes the focus comes last, so that it is the one that is read
    if (this.#init.draft !== undefined && this.#init.draftFrom === undefined && lacksPasswords(this.draft))
      this.#showBanner({ kind: "note", text: sentences(restored, passwordsAgain) });
    if (banner !== undefined) this.#showBanner(banner);
  }

  back(): void {
    this.showEdit();
    focus("review");
  }

  /** Loads PHP versions and categories. */
  async loadChoices(): Promise<void> {
    this.choices = undefined;
    this.draw();
    let choices: SiteChoices;
    try {
      choices = await this.connection.call("choices", {});
    } catch (error) {
      // the form works without: the host's check does not know more either
      choices = { sitesRoot: DEFAULT_SITES_ROOT, problem: messageOf(error) };
    }
    this.choices = choices;
    const isSolved = this.choicesProblem !== undefined && choices.problem === undefined;
    const hadFocus = isSolved && document.activeElement?.id === "retry";
    this.choicesProblem = choices.problem;
    // without keeping it: nobody has typed it
    if (this.draft.php === "") this.draft = { ...this.draft, php: usualPhp(choices) };
    this.draw();
    if (hadFocus) focus("php");
    if (choices.problem !== undefined) announce(filled(this.texts.form.choicesFailed, choices.problem));
    if (this.isAwaited) this.review();
  }

  /** Sends the site of the review, once for a press. */
  async create(): Promise<void> {
    const { step, draft } = this;
    if (step.kind !== "review" || step.isBusy || this.panel.obstacle !== undefined) return;
    const { name, address } = this.panel;
    const attempt = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
    this.step = { ...step, isBusy: true };
    this.say(filled(this.texts.form.creating, decodeDomains(step.plan.site.domain)));
    try {
      this.#settle(await this.connection.call("submit", { attempt, draft, panel: { name, address } }), step.plan.site);
    } catch (error) {
      this.#endBusy(filled(this.texts.form.formBroken, messageOf(error)));
    }
  }

  cancel(): void {
    this.say(this.texts.form.cancelling);
    void this.connection.succeeds("cancel", {});
  }

  async createAnother(): Promise<void> {
    if (await this.connection.succeeds("restart", {})) this.#startWith(emptySiteDraft);
  }

  /** Shows and announces where the submission stands. */
  say(text: string): void {
    if (this.status === text) return;
    this.status = text;
    this.draw();
    document.getElementById("status")?.scrollIntoView({ block: "nearest" });
    announce(text);
  }

  draw(): void {
    this.#options.draw(this);
  }

  #issues(): readonly SiteDraftIssue[] {
    return planSite(this.draft, this.facts).issues;
  }

  #setDraft(draft: SiteDraft): void {
    const before = this.draft;
    this.banners = this.banners.filter(({ goesWith }) => goesWith?.(before, draft) !== true);
    this.draft = draft;
    this.#remember();
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => {
      // the host has logged what fails
      void this.connection.succeeds("draftChanged", { draft: withoutPasswords(draft) });
    }, KEEP_DELAY_MS);
  }

  /** Keeps the draft over a reload, without passwords. */
  #remember(): void {
    const state: SiteFormState = { panelId: this.panel.id, draft: withoutPasswords(this.draft) };
    this.#options.api.setState(state);
  }

  #show(step: Step): void {
    this.step = step;
    this.banners = [];
    this.status = "";
    this.draw();
    document.querySelector<HTMLElement>("main :is(.step-title, input)")?.focus();
    scrollTo(0, 0);
  }

  /** Shows a box above the others and announces it; an error takes the focus. */
  #showBanner(banner: Banner): void {
    this.banners = [banner, ...this.banners];
    this.draw();
    announce(sentences(banner.text, "words" in banner ? banner.words : ""));
    if (banner.kind === "error") document.querySelector<HTMLElement>(".banner.error")?.focus();
  }

  /** Offers to clear the entries of an earlier form. */
  #offerFresh(from: string): void {
    const { draftRestored, passwordsAgain, startFresh, startedFresh, undo } = this.texts.form;
    const text = sentences(filled(draftRestored, from), lacksPasswords(this.draft) ? passwordsAgain : "");
    const clear = () => {
      const { draft } = this;
      this.#startWith(emptySiteDraft);
      const press = () => this.#startWith(draft);
      this.#showBanner({ kind: "offer", text: startedFresh, button: undo, press, goesWith: untilTyped });
    };
    this.#showBanner({ kind: "offer", text, button: startFresh, press: clear });
  }

  #startWith(draft: SiteDraft): void {
    this.#forgetMarks();
    this.#setDraft(draft);
    if (this.choices !== undefined && draft.php === "") this.draft = { ...draft, php: usualPhp(this.choices) };
    this.#show({ kind: "edit" });
    void this.#lookAgain();
  }

  #forgetMarks(): void {
    for (const marks of [this.shownPasswords, this.#touched, this.#visible, this.#announced, this.#tidied])
      marks.clear();
    this.#refusal = undefined;
  }

  /** The person must not read the name of another server than the one that the site would be sent to. */
  #setPanel(panel: SiteFormPanel): void {
    const before = this.panel;
    const isMoved = panel.address !== before.address;
    const isOther = isMoved || panel.name !== before.name;
    if (!isOther && panel.obstacle === before.obstacle) return;
    // a submission names its panel itself
    if (isOther && this.step.kind === "review" && !this.step.isBusy) return this.#changePanel(panel);
    this.panel = panel;
    this.draw();
    if (panel.obstacle !== before.obstacle) announce(this.obstacleText || this.texts.form.unlocked);
    const wasLocked = before.obstacle === "keyNeeded" && panel.obstacle === undefined;
    if (isMoved || wasLocked) void this.loadChoices();
  }

  /** The form of another server, or of this one under another name; nothing that was typed is lost. */
  #changePanel(panel: SiteFormPanel): void {
    const { panelChanged, panelChangedTitle } = this.texts.form;
    this.panel = panel;
    this.#forgetMarks();
    const words = filled(panelChanged, panel.name, panel.address);
    this.showEdit({ kind: "error", text: panelChangedTitle, words });
    void this.loadChoices();
  }

  #setPhase(phase: SitePhase): void {
    const { creating, otherWindow, lookingFor } = this.texts.form;
    const { step } = this;
    if (phase === "ended" || !(step.kind === "looking" || (step.kind === "review" && step.isBusy))) return;
    const texts = { starting: creating, sending: creating, waiting: otherWindow, looking: lookingFor };
    const domain = step.kind === "review" ? step.plan.site.domain : this.draft.domain;
    this.say(filled(texts[phase], decodeDomains(domain)));
  }

  async #showEarlierOutcome(): Promise<void> {
    this.#show({ kind: "looking" });
    this.#setPhase("looking");
    try {
      this.#settle(await this.connection.call("outcome", {}), requestOf(this.draft));
    } catch (error) {
      this.showEdit({
        kind: "error",
        text: filled(this.texts.form.formBroken, messageOf(error)),
        goesWith: untilTyped,
      });
    }
  }

  #showReview(plan: Ready): void {
    const step: Step = { kind: "review", plan, isBusy: false };
    this.#show(step);
    void this.#checkAgain(step);
  }

  /** The list of sites may have changed since the fields were filled in. */
  async #checkAgain(step: Step): Promise<void> {
    const errors = await this.#lookAgain();
    if (this.step !== step || step.kind !== "review" || step.isBusy || errors.length === 0) return;
    this.showEdit();
    this.#showIssues(errors);
  }

  #settle(outcome: SiteOutcome, site: Pick<PlannedSite, "domain" | "port"> | undefined): void {
    const { uncertainTitle, notCreatedTitle, notSent } = this.texts.form;
    this.#unknown = outcome.kind === "uncertain" && site !== undefined ? requestKey(site) : "";
    switch (outcome.kind) {
      case "created":
      case "partly":
        // what was created must not come back as a form that creates it once more
        this.#setDraft(emptySiteDraft);
        return this.#show({ kind: "created", outcome });
      case "existed":
        return this.#show({ kind: "existed", outcome });
      case "panelChanged":
        return this.#changePanel(outcome.panel);
      case "uncertain":
        return this.showEdit({
          kind: "error",
          text: uncertainTitle,
          words: outcome.reason,
          goesWith: isChanged("domain", "port"),
        });
      case "notCreated": {
        const { reason, about } = outcome;
        const goesWith = about === undefined ? untilTyped : isChanged(about.field);
        this.showEdit({ kind: "error", text: notCreatedTitle, words: reason, goesWith });
        if (about === undefined) return;
        this.#refusal = about;
        this.draw();
        return focus(about.field);
      }
      case "invalid":
        this.showEdit();
        return this.#showIssues(outcome.issues);
      case "notSent":
        if (this.step.kind === "review") return this.#endBusy(notSent);
        return this.showEdit({ kind: "error", text: notSent, goesWith: untilTyped });
      default:
        outcome satisfies never;
    }
  }

  /** The wait is over without a site: the button works again. */
  #endBusy(text: string): void {
    if (this.step.kind !== "review") return;
    const hadFocus = document.activeElement?.id === "cancel";
    this.step = { ...this.step, isBusy: false };
    this.say(text);
    this.draw();
    if (hadFocus) focus("create");
  }

  /** Shows what the host found wrong, and goes to the first of it. */
  #showIssues(issues: readonly SiteDraftIssue[]): void {
    for (const { field } of issues) this.#visible.add(field);
    this.draw();
    this.#focusFirst(issues);
  }

  #focusFirst(issues: readonly SiteDraftIssue[]): void {
    const errors = issues.filter(({ severity }) => severity === "error");
    const count = new Set(errors.map(({ field }) => field)).size;
    const { problemsFound, oneProblemFound } = this.texts.form;
    if (count > 0) announce(count === 1 ? oneProblemFound : filled(problemsFound, String(count)));
    if (errors[0] !== undefined) focus(errors[0].field);
  }

  /** Asks for the listed sites again, which may have changed; gives the draft's errors. */
  async #lookAgain(): Promise<readonly SiteDraftIssue[]> {
    this.#askedFor = "";
    await this.#lookUp();
    return this.#issues().filter(({ severity }) => severity === "error");
  }

  /** Asks about the hosts of the draft, unless that was just done; an answer to an earlier question is dropped. */
  async #lookUp(): Promise<void> {
    const hosts = hostsOf(this.draft).slice(0, MOST_HOSTS);
    const asked = hosts.join(" ");
    if (asked === this.#askedFor) return;
    this.#askedFor = asked;
    const listed = await this.connection.call("listed", { hosts }).catch(() => undefined);
    if (asked !== this.#askedFor) return;
    this.#listed = listed;
    this.draw();
  }
}

function focus(id: string): void {
  document.getElementById(id)?.focus();
}
