import * as l10n from "@vscode/l10n";
import { cloneElement, type VNode } from "preact";
import { between } from "../../characters/sentences.ts";
import { longestText, type SiteField } from "../siteDraft.ts";
import { announce } from "./dom.ts";
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
  /** Below the control and part of its description; hidden if empty. */
  readonly note?: string;
  /** Replaces the draft's text. */
  readonly value?: string;
  /** Receives id, value and ARIA attributes from the field. */
  readonly control: VNode<object>;
  /** Beside the control. */
  readonly buttons?: VNode | readonly VNode[];
}

/** A control with its label, description and issues, linked for screen readers. */
export function Field({ form, field, label, hint, help, note = "", value, control, buttons }: FieldProps) {
  const issues = form.issuesOf(field);
  const hasError = issues.some(({ severity }) => severity === "error");
  const marks = { error: l10n.t("Error:"), warning: l10n.t("Warning:") };
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
          value: value ?? form.draft[field] ?? "",
          // a longer text could not be stored
          maxLength: longestText(field),
          "aria-invalid": hasError || undefined,
          "aria-describedby": [
            ...(help === undefined ? [] : [`${field}-help`]),
            `${field}-note`,
            `${field}-issues`,
          ].join(" "),
          onInput: ({ currentTarget }: { readonly currentTarget: Control }) => form.type(field, currentTarget.value),
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

/** A drop-down list; `choices` is `undefined` while they load. */
export function Select({ choices, ...props }: { readonly choices: readonly Choice[] | undefined }) {
  const shown: readonly Choice[] = choices ?? [["", l10n.t("Loading…")]];
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
  /** Purpose of the password, as text. */
  readonly owner: string;
}

/** A password with buttons that show and generate it. */
export function PasswordField({ form, field, owner }: PasswordFieldProps) {
  const isShown = form.shownPasswords.has(field);
  const show = isShown ? l10n.t("Hide") : l10n.t("Show");
  return (
    <Field
      form={form}
      field={field}
      label={l10n.t("Password")}
      help={l10n.t("It is never stored here, and is lost when you close this form.")}
      control={isShown ? <input type="text" {...secret} /> : <input type="password" {...secret} />}
      buttons={[
        <button
          type="button"
          class="secondary"
          aria-label={l10n.t("{0}: {1}", show, owner)}
          onClick={() => form.showPassword(field, !isShown)}
        >
          {show}
        </button>,
        <button
          type="button"
          class="secondary"
          aria-label={l10n.t("{0}: {1}", l10n.t("Generate"), owner)}
          onClick={() => fillPassword(form, field)}
        >
          {l10n.t("Generate")}
        </button>,
      ]}
    />
  );
}

/** Fills in a generated password, shows it and announces it. */
function fillPassword(form: FormState, field: "ftpPassword" | "databasePassword"): void {
  const password = generatePassword();
  form.showPassword(field, true);
  form.type(field, password);
  announce(l10n.t("A password of 16 characters was generated."));
}

interface AccountProps {
  readonly form: FormState;
  readonly account: "ftp" | "database";
  readonly label: string;
  readonly help: string;
  readonly children: VNode | VNode[];
}

/** An optional part of a site with its checkbox. */
export function Account({ form, account, label, help, children }: AccountProps) {
  const on = form.draft[account];
  const [name, password] =
    account === "ftp" ? (["ftpUser", "ftpPassword"] as const) : (["databaseName", "databasePassword"] as const);
  const toggle = (isOn: boolean): void => {
    const isUnnamed = isOn && form.draft[name] === "";
    form.change({
      [account]: isOn,
      ...(isUnnamed ? { [name]: form.suggestedName } : {}),
    });
    if (isOn && form.draft[password] === "") fillPassword(form, password);
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

/** A list of names with values, as text. */
export function FactList({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
