import { planSite, type SitePlan } from "../src/siteForm/plannedSite.ts";
import { domainLines, readSiteDomain } from "../src/siteForm/siteDomain.ts";
import type { SiteDraft } from "../src/siteForm/siteDraft.ts";
import { siteFields, type SiteDraftIssue, type SiteField } from "../src/siteForm/siteDraftRules.ts";
import type { SiteFormInit } from "../src/siteForm/siteFormProtocol.ts";
import { sitePanelFacts } from "../src/siteForm/sitePanelFacts.ts";
import { filled } from "../src/siteForm/siteFormTextsSchema.ts";
import { rootOf } from "../src/siteForm/siteRoot.ts";
import { databaseFields, ftpFields, onInput, type DraftAccess } from "./accountFields.ts";
import { afterPress } from "./afterPress.ts";
import { announce } from "./announce.ts";
import { categoryField, phpField, usualPhp, type FieldChoices } from "./fieldChoices.ts";
import { button, element } from "./element.ts";
import type { FormField } from "./formField.ts";
import { issueText } from "./issueText.ts";
import { siteFieldset } from "./siteFieldset.ts";

/** What the form's first step tells the others. */
export interface EditStepEvents {
  readonly onChange: (draft: SiteDraft) => void;
  readonly onReview: (plan: Extract<SitePlan, { kind: "ready" }>) => void;
  readonly onRetryChoices: () => void;
}

/** The step in which everything is typed. It keeps the draft; what is wrong is shown once a field was left or sent. */
export class EditStep {
  readonly root: HTMLFormElement;
  readonly #init: SiteFormInit;
  readonly #events: EditStepEvents;
  readonly #fields = new Map<SiteField, FormField>();
  readonly #touched = new Set<SiteField>();
  readonly #visible = new Set<SiteField>();
  /** What was last said of each field. */
  readonly #announced = new Map<SiteField, string>();
  readonly #notice = element("div", { class: "banner warning", hidden: true });
  readonly #status = element("p", { class: "status", hidden: true });
  readonly #follow: HTMLButtonElement;
  readonly #submit: HTMLButtonElement;
  readonly #choiceSlots = { php: element("div"), category: element("div") };
  #choices: FieldChoices;
  #isAwaited = false;
  #draft: SiteDraft;

  constructor(init: SiteFormInit, draft: SiteDraft, events: EditStepEvents) {
    const texts = init.texts.form;
    const marks = this.#marks(init);
    this.#init = init;
    this.#events = events;
    this.#draft = draft;
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
      this.#notice,
      site.root,
      ...accounts.map(({ root }) => root),
      element("div", { class: "actions" }, this.#submit, this.#status),
    );
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#review();
    });
    this.root.addEventListener("focusout", ({ target }) => afterPress(() => this.#left(target)));
    this.setChoices(undefined);
  }

  /** Shows what the panel offers; `undefined` while it is being asked. */
  setChoices(choices: FieldChoices): void {
    this.#choices = choices;
    if (choices !== undefined && this.#draft.php === "") this.#setQuietly({ php: usualPhp(choices) });
    const texts = this.#init.texts.form;
    const marks = this.#marks(this.#init);
    const php = phpField(texts, marks, choices, this.#draft);
    onInput(php, (value) => this.#change((now) => ({ ...now, php: value })));
    const category = categoryField(texts, marks, choices, this.#draft);
    this.#place("php", php);
    this.#place("category", category);
    if (category !== undefined)
      onInput(category, (value) => this.#change((now) => ({ ...now, category: Number(value) })));
    if (choices !== undefined) this.#showNotice(choices.problem);
    this.#refresh();
    if (choices !== undefined && this.#isAwaited) this.#review();
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
    this.#draft = change(this.#draft);
    this.#setAwaited(false);
    this.#events.onChange(this.#draft);
    this.#refresh();
  }

  /** Without telling anybody: nobody has typed it. */
  #setQuietly(values: Partial<SiteDraft>): void {
    this.#draft = { ...this.#draft, ...values };
  }

  #facts() {
    return sitePanelFacts(this.#init.panel, this.#choices);
  }

  #refresh(): void {
    const facts = this.#facts();
    const { issues } = planSite(this.#draft, facts);
    for (const [field, made] of this.#fields) {
      const shown = this.#visible.has(field) ? issues.filter((issue) => issue.field === field) : [];
      made.show(shown.map((issue) => ({ severity: issue.severity, text: issueText(this.#init.texts.rules, issue) })));
    }
    const root = this.#fields.get("root");
    if (root !== undefined && this.#draft.root === null) root.control.value = rootOf(this.#draft, facts.sitesRoot);
    this.#follow.hidden = this.#draft.root === null;
    this.#fields.get("domain")?.note(this.#domainNote(this.#init.texts.form.domainPunycode, [this.#draft.domain]));
    this.#fields
      .get("additionalDomains")
      ?.note(this.#domainNote(this.#init.texts.form.domainsPunycode, domainLines(this.#draft.additionalDomains)));
  }

  /** What the panel makes of names in other scripts. */
  #domainNote(text: string, typed: readonly string[]): string {
    const hosts = typed.flatMap((line) => {
      const read = readSiteDomain(line);
      const isAsTyped = read.kind === "invalid" || /^[\p{ASCII}]*$/u.test(line);
      return isAsTyped ? [] : [read.domain.host];
    });
    return hosts.length === 0 ? "" : filled(text, hosts.join(", "));
  }

  #left(target: EventTarget | null): void {
    const field = siteFields.find((name) => this.#fields.get(name)?.control === target);
    // whoever only passes by is not told off
    if (field === undefined || !this.#touched.has(field)) return;
    this.#visible.add(field);
    this.#refresh();
    const { issues } = planSite(this.#draft, this.#facts());
    const said = issues
      .filter((issue) => issue.field === field)
      .map((issue) => issueText(this.#init.texts.rules, issue))
      .join(" ");
    if (said !== "" && said !== this.#announced.get(field)) announce(said);
    this.#announced.set(field, said);
  }

  #review(): void {
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

  #showNotice(problem: string | undefined): void {
    const texts = this.#init.texts.form;
    const hadFocus = this.#notice.contains(document.activeElement);
    const retry = button("secondary", texts.retry, () => this.#events.onRetryChoices());
    const text = problem === undefined ? "" : filled(texts.choicesFailed, problem);
    if (hadFocus && problem === undefined) this.#fields.get("php")?.control.focus();
    this.#notice.hidden = problem === undefined;
    this.#notice.replaceChildren(element("p", {}, text), retry);
    if (problem === undefined) return;
    if (hadFocus) retry.focus();
    announce(text);
  }

  #marks({ texts }: SiteFormInit) {
    return { error: texts.form.error, warning: texts.form.warning };
  }
}
