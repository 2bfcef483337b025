import { hostsOf, planSite, type SitePlan } from "../plannedSite.ts";
import { domainLines } from "../siteDomain.ts";
import type { ListedSites } from "../listedSites.ts";
import type { SiteDraft } from "../siteDraft.ts";
import { fieldText, siteFields, toldAtOnce, type SiteDraftIssue, type SiteField } from "../siteDraftRules.ts";
import { MOST_HOSTS, type SiteFormInit, type SiteRefusal } from "../siteFormProtocol.ts";
import { withFollowingNames } from "../siteAccounts.ts";
import { sitePanelFacts } from "../sitePanelFacts.ts";
import { filled } from "../siteFormTextsSchema.ts";
import { tidyAdditionalDomains, tidyMainDomain, type TidiedDraft } from "../tidiedDraft.ts";
import { rootOf } from "../siteRoot.ts";
import { databaseFields, ftpFields, onInput, type DraftAccess } from "./accountFields.ts";
import { afterPress } from "./afterPress.ts";
import { announce } from "./announce.ts";
import { choicesNotice, type ChoicesNotice } from "./choicesNotice.ts";
import { categoryField, phpField, usualPhp, type FieldChoices } from "./fieldChoices.ts";
import { button, element } from "./element.ts";
import type { FormField } from "./formField.ts";
import { issueText } from "./issueText.ts";
import { punycodeNote, tidyNote } from "../tidyNote.ts";
import { siteFieldset } from "./siteFieldset.ts";
import { sentences } from "../../characters/sentences.ts";

/** What the form's first step tells the others. */
export interface EditStepEvents {
  readonly onChange: (draft: SiteDraft) => void;
  readonly onReview: (plan: Extract<SitePlan, { kind: "ready" }>) => void;
  readonly onRetryChoices: () => void;
  /** What the panel's open list has about hosts. */
  readonly lookUp: (hosts: readonly string[]) => Promise<ListedSites>;
}

/** The step in which everything is typed. It keeps the draft; what is wrong is shown once a field was left or sent. */
export class EditStep {
  readonly root: HTMLFormElement;
  #init: SiteFormInit;
  readonly #events: EditStepEvents;
  readonly #fields = new Map<SiteField, FormField>();
  readonly #touched = new Set<SiteField>();
  readonly #visible = new Set<SiteField>();
  /** What was last said of each field. */
  readonly #announced = new Map<SiteField, string>();
  readonly #notice: ChoicesNotice;
  readonly #status = element("p", { class: "status", hidden: true });
  readonly #follow: HTMLButtonElement;
  readonly #submit: HTMLButtonElement;
  readonly #choiceSlots = { php: element("div"), category: element("div") };
  #choices: FieldChoices;
  #isAwaited = false;
  #listed: ListedSites | undefined;
  #askedFor = "";
  #refusal: SiteRefusal | undefined;
  /** What was done to domains as they were typed. */
  readonly #tidied = new Map<SiteField, string>();
  #draft: SiteDraft;

  constructor(init: SiteFormInit, draft: SiteDraft, events: EditStepEvents) {
    const texts = init.texts.form;
    const marks = this.#marks(init);
    this.#init = init;
    this.#events = events;
    this.#draft = draft;
    this.#notice = choicesNotice(texts, events.onRetryChoices, () => this.#fields.get("php")?.control.focus());
    this.#follow = button("secondary", texts.rootFollow, () => {
      this.#change((now) => ({ ...now, root: null }));
      this.#fields.get("root")?.control.focus();
    });
    const access: DraftAccess = { read: () => this.#draft, change: (change) => this.#change(change) };
    const site = siteFieldset(texts, marks, draft, this.#follow, this.#choiceSlots);
    const accounts = [ftpFields(texts, marks, access), databaseFields(texts, marks, access)];
    for (const [field, made] of [...site.fields, ...accounts.flatMap(({ fields }) => fields)]) this.#add(field, made);
    this.#bindSiteFields();
    this.#submit = element("button", { type: "submit", class: "primary" }, texts.review);
    this.root = element(
      "form",
      { novalidate: true },
      this.#notice.root,
      site.root,
      ...accounts.map(({ root }) => root),
      element("div", { class: "actions" }, this.#submit, this.#status),
    );
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#review();
    });
    this.#tidyOn("domain", tidyMainDomain);
    this.#tidyOn("additionalDomains", tidyAdditionalDomains);
    this.root.addEventListener("focusout", ({ target }) => afterPress(() => this.#left(target)));
    this.setChoices(undefined);
  }

  /** Shows what the panel offers; `undefined` while it is being asked. */
  setChoices(choices: FieldChoices): void {
    this.#choices = choices;
    // without telling anybody: nobody has typed it
    if (choices !== undefined && this.#draft.php === "") this.#draft = { ...this.#draft, php: usualPhp(choices) };
    const texts = this.#init.texts.form;
    const marks = this.#marks(this.#init);
    const php = phpField(texts, marks, choices, this.#draft);
    onInput(php, (value) => this.#change((now) => ({ ...now, php: value })));
    const category = categoryField(texts, marks, choices, this.#draft);
    this.#place("php", php);
    this.#place("category", category);
    if (category !== undefined)
      onInput(category, (value) => this.#change((now) => ({ ...now, category: Number(value) })));
    if (choices !== undefined) this.#notice.show(choices.problem);
    this.#refresh();
    if (choices !== undefined && this.#isAwaited) this.#review();
  }

  /** The panel has another name or address. */
  setPanel(init: SiteFormInit): void {
    this.#init = init;
    this.#refresh();
  }

  /** Looks into the list again, which may have changed; the errors of the draft by what it tells. */
  async lookAgain(): Promise<readonly SiteDraftIssue[]> {
    this.#askedFor = "";
    await this.#lookUp();
    return planSite(this.#draft, this.#facts()).issues.filter(({ severity }) => severity === "error");
  }

  /** Shows what the panel has refused at its field, and goes there. */
  showRefusal(refusal: SiteRefusal): void {
    this.#refusal = refusal;
    this.#refresh();
    this.#fields.get(refusal.field)?.control.focus();
  }

  /** Shows what the host found wrong, and goes to the first of it. */
  showIssues(issues: readonly SiteDraftIssue[]): void {
    for (const { field } of issues) this.#visible.add(field);
    this.#refresh();
    this.#focusFirst(issues);
  }

  /** For whoever comes back from the review. */
  focusReview(): void {
    this.#submit.focus();
  }

  #bindSiteFields(): void {
    const bind = (field: SiteField, change: (draft: SiteDraft, value: string) => SiteDraft): void => {
      const made = this.#fields.get(field);
      if (made !== undefined) onInput(made, (value) => this.#change((now) => change(now, value)));
    };
    bind("domain", (now, domain) => ({ ...now, domain }));
    bind("additionalDomains", (now, additionalDomains) => ({ ...now, additionalDomains }));
    bind("root", (now, root) => ({ ...now, root }));
    bind("port", (now, port) => ({ ...now, port }));
    bind("remark", (now, remark) => ({ ...now, remark }));
  }

  #add(field: SiteField, made: FormField): void {
    this.#fields.set(field, made);
    made.control.addEventListener("input", () => this.#touched.add(field));
  }

  #place(field: "php" | "category", made: FormField | undefined): void {
    const hadFocus = document.activeElement !== null && document.activeElement === this.#fields.get(field)?.control;
    this.#fields.delete(field);
    if (made !== undefined) this.#add(field, made);
    this.#choiceSlots[field].replaceChildren(...(made === undefined ? [] : [made.root]));
    if (hadFocus) made?.control.focus();
  }

  #change(change: (draft: SiteDraft) => SiteDraft): void {
    const before = this.#draft;
    this.#draft = withFollowingNames(before, change(before));
    for (const field of ["domain", "additionalDomains"] as const)
      if (this.#draft[field] !== before[field]) this.#tidied.delete(field);
    const refused = this.#refusal?.field;
    if (refused !== undefined && fieldText(before, refused) !== fieldText(this.#draft, refused))
      this.#refusal = undefined;
    void this.#lookUp();
    this.#setAwaited(false);
    this.#events.onChange(this.#draft);
    this.#refresh();
  }

  #facts() {
    return sitePanelFacts(this.#init.panel, this.#choices, this.#listed);
  }

  /** Asks about the hosts as they are now, unless that was just done; an answer to an earlier question is dropped. */
  async #lookUp(): Promise<void> {
    const hosts = hostsOf(this.#draft).slice(0, MOST_HOSTS);
    const asked = hosts.join(" ");
    if (asked === this.#askedFor) return;
    this.#askedFor = asked;
    const listed = await this.#events.lookUp(hosts).catch(() => undefined);
    if (asked !== this.#askedFor) return;
    this.#listed = listed;
    this.#refresh();
  }

  /** Puts domains in order as soon as they were pasted or the field was left. */
  #tidyOn(field: "domain" | "additionalDomains", tidy: (draft: SiteDraft) => TidiedDraft): void {
    const control = this.#fields.get(field)?.control;
    control?.addEventListener("input", (event) => {
      if (event instanceof InputEvent && event.inputType === "insertFromPaste") this.#tidy(field, tidy);
    });
    control?.addEventListener("change", () => afterPress(() => this.#tidy(field, tidy)));
  }

  #tidy(field: "domain" | "additionalDomains", tidy: (draft: SiteDraft) => TidiedDraft): void {
    const tidied = tidy(this.#draft);
    if (tidied.draft === this.#draft) return;
    const note = tidyNote(this.#init.texts.form, tidied);
    this.#change(() => tidied.draft);
    this.#tidied.set(field, note);
    this.#refresh();
    announce(note);
  }

  #refresh(): void {
    const facts = this.#facts();
    const { issues } = planSite(this.#draft, facts);
    for (const [field, made] of this.#fields) {
      const said = issues
        .filter((issue) => issue.field === field && (this.#visible.has(field) || toldAtOnce.has(issue.rule)))
        .map((issue) => ({ severity: issue.severity, text: issueText(this.#init.texts, issue) }));
      const refused = this.#refusal?.field === field ? [{ severity: "error" as const, text: this.#refusal.text }] : [];
      made.show([...refused, ...said]);
    }
    const root = this.#fields.get("root");
    if (root !== undefined && this.#draft.root === null) root.control.value = rootOf(this.#draft, facts.sitesRoot);
    this.#follow.hidden = this.#draft.root === null;
    // what the form itself changes
    for (const field of ["domain", "additionalDomains", "port", "ftpUser", "databaseName"] as const) {
      const control = this.#fields.get(field)?.control;
      if (control !== undefined) control.value = fieldText(this.#draft, field);
    }
    const { domainPunycode, domainsPunycode } = this.#init.texts.form;
    const { lang } = document.documentElement;
    this.#note("domain", punycodeNote(domainPunycode, [this.#draft.domain], lang));
    this.#note("additionalDomains", punycodeNote(domainsPunycode, domainLines(this.#draft.additionalDomains), lang));
  }

  #note(field: SiteField, note: string): void {
    this.#fields.get(field)?.note(sentences(this.#tidied.get(field), note));
  }

  #left(target: EventTarget | null): void {
    const field = siteFields.find((name) => this.#fields.get(name)?.control === target);
    // whoever only passes by is not told off
    if (field === undefined || !this.#touched.has(field)) return;
    this.#visible.add(field);
    this.#refresh();
    const { issues } = planSite(this.#draft, this.#facts());
    const own = issues.filter((issue) => issue.field === field);
    const said = sentences(...own.map((issue) => issueText(this.#init.texts, issue)));
    if (said !== "" && said !== this.#announced.get(field)) announce(said);
    this.#announced.set(field, said);
  }

  #review(): void {
    // a press of the button leaves a field without its having been put in order
    this.#tidy("domain", tidyMainDomain);
    this.#tidy("additionalDomains", tidyAdditionalDomains);
    this.#setAwaited(this.#choices === undefined);
    if (this.#choices === undefined) return;
    const plan = planSite(this.#draft, this.#facts());
    for (const field of siteFields) this.#visible.add(field);
    this.#refresh();
    if (plan.kind === "ready") this.#events.onReview(plan);
    else this.#focusFirst(plan.issues);
  }

  /** Whether the review was asked for and begins as soon as the panel has told its choices. */
  #setAwaited(isAwaited: boolean): void {
    this.#isAwaited = isAwaited;
    this.#status.hidden = !isAwaited;
    this.#status.textContent = isAwaited ? this.#init.texts.form.waiting : "";
    if (isAwaited) announce(this.#init.texts.form.waiting);
  }

  #focusFirst(issues: readonly SiteDraftIssue[]): void {
    const errors = issues.filter(({ severity }) => severity === "error");
    const count = new Set(errors.map(({ field }) => field)).size;
    const { problemsFound, oneProblemFound } = this.#init.texts.form;
    if (count > 0) announce(count === 1 ? oneProblemFound : filled(problemsFound, String(count)));
    const first = errors[0];
    if (first !== undefined) this.#fields.get(first.field)?.control.focus();
  }

  #marks({ texts }: SiteFormInit) {
    return { error: texts.form.error, warning: texts.form.warning };
  }
}
