import { suggestedAccountName } from "../siteAccounts.ts";
import { databaseCharsets, type SiteDraft } from "../siteDraft.ts";
import type { SiteField } from "../siteDraftRules.ts";
import type { SiteFormTexts } from "../siteFormTextsSchema.ts";
import { element } from "./element.ts";
import { formField, type FormField, type FormFieldOptions } from "./formField.ts";
import { passwordField } from "./passwordField.ts";

type Texts = SiteFormTexts["form"];
type Marks = FormFieldOptions["marks"];

/** A part of a site that is created only if its box is checked. */
export interface AccountFields {
  readonly root: HTMLElement;
  readonly fields: readonly (readonly [SiteField, FormField])[];
}

/** What an account section reads and changes. */
export interface DraftAccess {
  readonly read: () => SiteDraft;
  readonly change: (change: (draft: SiteDraft) => SiteDraft) => void;
}

export function ftpFields(texts: Texts, marks: Marks, { read, change }: DraftAccess): AccountFields {
  const user = formField({ field: "ftpUser", label: texts.ftpUser, control: nameInput(), marks });
  const password = passwordField("ftpPassword", texts, marks, texts.ftpUser);
  const draft = read().ftp;
  user.control.value = draft.user;
  password.control.value = draft.password;
  onInput(user, (value) => change((now) => ({ ...now, ftp: { ...now.ftp, user: value } })));
  onInput(password, (value) => change((now) => ({ ...now, ftp: { ...now.ftp, password: value } })));
  const root = section("ftp", texts.ftpSection, texts.ftpHelp, draft.on, [user.root, password.root], (on) => {
    const { ftp } = read();
    const name = on && ftp.user === "" ? suggestedAccountName(read()) : ftp.user;
    user.control.value = name;
    change((now) => ({ ...now, ftp: { ...now.ftp, on, user: name } }));
    if (on && ftp.password === "") password.generate();
  });
  return {
    root,
    fields: [
      ["ftpUser", user],
      ["ftpPassword", password],
    ],
  };
}

export function databaseFields(texts: Texts, marks: Marks, { read, change }: DraftAccess): AccountFields {
  const name = formField({
    field: "databaseName",
    label: texts.databaseName,
    help: texts.databaseNameHelp,
    control: nameInput(),
    marks,
  });
  const password = passwordField("databasePassword", texts, marks, texts.partDatabase);
  const options = databaseCharsets.map((charset) => element("option", { value: charset }, charset));
  const charset = formField({
    field: "databaseCharset",
    label: texts.databaseCharset,
    control: element("select", {}, ...options),
    marks,
  });
  const draft = read().database;
  name.control.value = draft.name;
  password.control.value = draft.password;
  charset.control.value = draft.charset;
  const set = (values: Partial<SiteDraft["database"]>) =>
    change((now) => ({ ...now, database: { ...now.database, ...values } }));
  onInput(name, (value) => set({ name: value }));
  onInput(password, (value) => set({ password: value }));
  onInput(charset, (value) => set({ charset: value }));
  const fields = [name.root, password.root, charset.root];
  const root = section("database", texts.databaseSection, texts.databaseHelp, draft.on, fields, (on) => {
    const { database } = read();
    const suggested = on && database.name === "" ? suggestedAccountName(read()) : database.name;
    name.control.value = suggested;
    set({ on, name: suggested });
    if (on && database.password === "") password.generate();
  });
  return {
    root,
    fields: [
      ["databaseName", name],
      ["databasePassword", password],
      ["databaseCharset", charset],
    ],
  };
}

/** Calls back for every change, also those that a program makes. */
export function onInput({ control }: FormField, changed: (value: string) => void): void {
  control.addEventListener("input", () => changed(control.value));
}

function nameInput(): HTMLInputElement {
  return element("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-required": "true",
  });
}

function section(
  id: string,
  label: string,
  help: string,
  isOn: boolean,
  fields: readonly HTMLElement[],
  onToggle: (on: boolean) => void,
): HTMLElement {
  const box = element("input", { type: "checkbox", id: `${id}-on`, "aria-describedby": `${id}-on-help` });
  const body = element("div", { class: "nested", id: `${id}-fields` }, ...fields);
  const show = (on: boolean): void => {
    body.hidden = !on;
    box.setAttribute("aria-expanded", String(on));
  };
  box.setAttribute("aria-controls", body.id);
  box.checked = isOn;
  show(isOn);
  box.addEventListener("change", () => {
    show(box.checked);
    onToggle(box.checked);
  });
  return element(
    "fieldset",
    {},
    element("legend", { class: "visually-hidden" }, label),
    element("div", { class: "toggle" }, box, element("label", { for: box.id }, label)),
    element("p", { class: "help toggle-help", id: `${id}-on-help` }, help),
    body,
  );
}
