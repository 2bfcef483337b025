import { cloneElement, type VNode } from "preact";
import { between } from "../../characters/sentences.ts";
import { filled } from "../filled.ts";
import { longestTexts, type SiteDraft } from "../siteDraft.ts";
import { fieldText, type SiteField } from "../siteDraftRules.ts";
import { suggestedAccountName } from "../siteAccounts.ts";
import { announce } from "./announce.ts";
import type { Choice } from "./choices.ts";
import type { FormState } from "./formState.ts";
import { generatePassword } from "./generatePassword.ts";

/** A control of a form. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface FieldProps {
  readonly form: FormState;
  readonly field: SiteField;
  readonly label: string;
  /** Beside the label: "(optional)". */
  readonly hint?: string;
  readonly help?: string;
  /** Below the control, read with the description; empty: none. */
  readonly note?: string;
  /** Shown in place of the draft's own text. */
  readonly value?: string;
  /** Gets the field's name as its id, its value, and what describes it. */
  readonly control: VNode<object>;
  /** Beside the control. */
  readonly buttons?: VNode | readonly VNode[];
}

/** A control with its label, its description and what is wrong with it, bound together for screen readers. */
export function Field({ form, field, label, hint, help, note = "", value, control, buttons }: FieldProps) {
  const issues = form.issuesOf(field);
  const hasError = issues.some(({ severity }) => severity === "error");
  const marks = { error: form.texts.form.error, warning: form.texts.form.warning };
  return (
    <div class={!hasError && issues.length > 0 ? "field has-warning" : "field"}>
      <label for={field}>
        {label}
        {hint !== undefined && <span class="hint">{`${between(label, hint)}${hint}`}</span>}
      </label>
      {help !== undefined && (
        <p id={`${field}-help`} class="help">
          {help}
        </p>
      )}
      <div class="control">
        {cloneElement(control, {
          id: field,
          value: value ?? fieldText(form.draft, field),
          // what is longer could not be kept
          maxLength: control.type === "textarea" ? longestTexts.lines : longestTexts.line,
          "aria-invalid": hasError || undefined,
          "aria-describedby": [
            ...(help === undefined ? [] : [`${field}-help`]),
            `${field}-note`,
            `${field}-issues`,
          ].join(" "),
          onInput: ({ currentTarget }: { readonly currentTarget: Control }) =>
            form.type(field, (draft) => withField(draft, field, currentTarget.value)),
          ...control.props,
        })}
        {buttons}
      </div>
      <p id={`${field}-note`} class="note" hidden={note === ""}>
        {note}
      </p>
      <div id={`${field}-issues`} class="issues">
        {issues.map(({ severity, text }) => (
          <p class={`issue ${severity}`}>
            <strong>{marks[severity]}</strong>
            {`${between(marks[severity], text)}${text}`}
          </p>
        ))}
      </div>
    </div>
  );
}

/** A list to choose from; `undefined` while it is loaded. */
export function Select({
  form,
  choices,
  ...props
}: {
  readonly form: FormState;
  readonly choices: readonly Choice[] | undefined;
}) {
  const shown: readonly Choice[] = choices ?? [["", form.texts.form.loading]];
  return (
    <select {...props} disabled={choices === undefined}>
      {shown.map(([value, text]) => (
        <option value={value} key={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

const secret = { autocomplete: "new-password", "aria-required": "true" } as const;

interface PasswordFieldProps {
  readonly form: FormState;
  readonly field: "ftpPassword" | "databasePassword";
  /** What the password is for, in words. */
  readonly owner: string;
}

/** A password, with a button that shows it and one that makes a new one up. */
export function PasswordField({ form, field, owner }: PasswordFieldProps) {
  const texts = form.texts.form;
  const isShown = form.shownPasswords.has(field);
  const show = isShown ? texts.hidePassword : texts.showPassword;
  return (
    <Field
      form={form}
      field={field}
      label={texts.password}
      help={texts.passwordHelp}
      control={isShown ? <input type="text" {...secret} /> : <input type="password" {...secret} />}
      buttons={[
        <button
          type="button"
          class="secondary"
          aria-label={filled(texts.pair, show, owner)}
          onClick={() => form.showPassword(field, !isShown)}
        >
          {show}
        </button>,
        <button
          type="button"
          class="secondary"
          aria-label={filled(texts.pair, texts.generatePassword, owner)}
          onClick={() => makePassword(form, field)}
        >
          {texts.generatePassword}
        </button>,
      ]}
    />
  );
}

/** Makes a password up, shows it and says so. */
function makePassword(form: FormState, field: "ftpPassword" | "databasePassword"): void {
  const password = generatePassword();
  form.showPassword(field, true);
  form.type(field, (draft) => withField(draft, field, password));
  announce(form.texts.form.passwordGenerated);
}

interface AccountProps {
  readonly form: FormState;
  readonly account: "ftp" | "database";
  readonly label: string;
  readonly help: string;
  readonly children: VNode | VNode[];
}

/** A part of a site that is created only if its box is checked. */
export function Account({ form, account, label, help, children }: AccountProps) {
  const { on } = form.draft[account];
  const [name, password] =
    account === "ftp" ? (["ftpUser", "ftpPassword"] as const) : (["databaseName", "databasePassword"] as const);
  const toggle = (isOn: boolean): void => {
    const suggested = isOn && fieldText(form.draft, name) === "" ? suggestedAccountName(form.draft) : undefined;
    form.change((draft) => {
      const toggled = { ...draft, [account]: { ...draft[account], on: isOn } };
      return suggested === undefined ? toggled : withField(toggled, name, suggested);
    });
    if (isOn && fieldText(form.draft, password) === "") makePassword(form, password);
  };
  return (
    <fieldset>
      <legend class="visually-hidden">{label}</legend>
      <div class="toggle">
        <input
          type="checkbox"
          id={`${account}-on`}
          aria-describedby={`${account}-on-help`}
          aria-controls={`${account}-fields`}
          aria-expanded={on}
          checked={on}
          onChange={({ currentTarget }) => toggle(currentTarget.checked)}
        />
        <label for={`${account}-on`}>{label}</label>
      </div>
      <p class="help toggle-help" id={`${account}-on-help`}>
        {help}
      </p>
      <div class="nested" id={`${account}-fields`} hidden={!on}>
        {children}
      </div>
    </fieldset>
  );
}

/** The draft with another text in a field. */
function withField(draft: SiteDraft, field: SiteField, value: string): SiteDraft {
  return FIELDS_WITHIN[field]?.(draft, value) ?? { ...draft, [field]: value };
}

/** For fields that are no texts of the draft itself. */
const FIELDS_WITHIN: Readonly<Partial<Record<SiteField, (draft: SiteDraft, value: string) => SiteDraft>>> = {
  category: (draft, value) => ({ ...draft, category: Number(value) }),
  ftpUser: (draft, user) => ({ ...draft, ftp: { ...draft.ftp, user } }),
  ftpPassword: (draft, password) => ({ ...draft, ftp: { ...draft.ftp, password } }),
  databaseName: (draft, name) => ({ ...draft, database: { ...draft.database, name } }),
  databasePassword: (draft, password) => ({ ...draft, database: { ...draft.database, password } }),
  databaseCharset: (draft, charset) => ({ ...draft, database: { ...draft.database, charset } }),
};
