import * as l10n from "@vscode/l10n";
import { sentences } from "../../characters/sentences.ts";
import { databaseCharsets } from "../siteDraft.ts";
import { domainLines } from "../siteDomain.ts";
import { afterPress, focus } from "./dom.ts";
import { categoryChoices, phpChoices } from "./choices.ts";
import { Account, Field, PasswordField, Select } from "./fields.tsx";
import type { FormState } from "./formState.ts";
import { punycodeNote } from "./tidyNote.ts";

const plain = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false } as const;

/** The step with the fields. Issues are shown after a field was left or the review was requested. */
export function EditStep({ form }: { readonly form: FormState }) {
  const charsets = databaseCharsets.map((charset) => [charset, charset] as const);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.review();
      }}
      onFocusOut={({ target }) => afterPress(() => form.left(target))}
    >
      {form.choicesProblem !== undefined && (
        <div class="banner warning">
          <p>{l10n.t("PHP versions or categories could not be read: {0}", form.choicesProblem)}</p>
          <button type="button" class="secondary" id="retry" onClick={() => void form.loadChoices()}>
            {l10n.t("Try Again")}
          </button>
        </div>
      )}
      <SiteFields form={form} />
      <Account
        form={form}
        account="ftp"
        label={l10n.t("Create an FTP user")}
        help={l10n.t("The user has access to the root directory. The server needs Pure-FTPd.")}
      >
        <Field
          form={form}
          field="ftpUser"
          label={l10n.t("FTP user")}
          control={<input {...plain} aria-required="true" />}
        />
        <PasswordField form={form} field="ftpPassword" owner={l10n.t("FTP user")} />
      </Account>
      <Account
        form={form}
        account="database"
        label={l10n.t("Create a database")}
        help={l10n.t("In the server's MySQL or MariaDB.")}
      >
        <Field
          form={form}
          field="databaseName"
          label={l10n.t("Database and user name")}
          help={l10n.t("The database and its user share this name of at most 16 characters.")}
          control={<input {...plain} aria-required="true" />}
        />
        <PasswordField form={form} field="databasePassword" owner={l10n.t("Database")} />
        <Field
          form={form}
          field="databaseCharset"
          label={l10n.t("Character set")}
          control={<Select choices={charsets} />}
        />
      </Account>
      <div class="actions">
        <button type="submit" class="primary" id="review">
          {l10n.t("Review…")}
        </button>
        <p class="status" hidden={!form.isReviewPending}>
          {form.isReviewPending && l10n.t("Loading PHP versions and categories from the panel…")}
        </p>
      </div>
    </form>
  );
}

/** Fields of every site. */
function SiteFields({ form }: { readonly form: FormState }) {
  const { draft, choices } = form;
  const categories = choices && categoryChoices(choices, draft);
  return (
    <fieldset>
      <legend>{l10n.t("Website")}</legend>
      <Field
        form={form}
        field="domain"
        label={l10n.t("Main domain")}
        help={l10n.t("For example, shop.example.com. Enter the port in its own field.")}
        note={sentences(form.tidied.get("domain") ?? "", punycodeNote([draft.domain]))}
        control={<input {...plain} {...tidying(form, "domain")} aria-required="true" onPaste={pasteLines} />}
      />
      <Field
        form={form}
        field="additionalDomains"
        label={l10n.t("Additional domains")}
        hint={l10n.t("(optional)")}
        help={l10n.t(
          "One per line, or separated by commas or spaces, as host or host:port. The default port is 80. A name that starts with *. covers all its subdomains.",
        )}
        note={sentences(form.tidied.get("additionalDomains") ?? "", punycodeNote(domainLines(draft.additionalDomains)))}
        control={<textarea rows={3} spellcheck={false} autocapitalize="off" {...tidying(form, "additionalDomains")} />}
      />
      <Field
        form={form}
        field="root"
        label={l10n.t("Root directory")}
        help={l10n.t("On the server. It follows the main domain until you change it.")}
        value={form.root}
        control={<input {...plain} aria-required="true" />}
        buttons={
          <button
            type="button"
            class="secondary"
            hidden={draft.root === null}
            onClick={() => {
              form.change({ root: null });
              focus("root");
            }}
          >
            {l10n.t("Follow the Domain")}
          </button>
        }
      />
      <PhpField form={form} />
      <Field
        form={form}
        field="port"
        label={l10n.t("Port")}
        help={l10n.t("The web server listens on this port, which is opened in the server's firewall.")}
        control={<input {...plain} class="short" inputmode="numeric" aria-required="true" />}
      />
      {(choices === undefined || categories !== undefined) && (
        <Field form={form} field="category" label={l10n.t("Category")} control={<Select choices={categories} />} />
      )}
      <Field
        form={form}
        field="remark"
        label={l10n.t("Note")}
        hint={l10n.t("(optional)")}
        control={<input type="text" autocomplete="off" />}
      />
    </fieldset>
  );
}

/** A list of the panel's versions, or a text field if the panel did not list any. */
function PhpField({ form }: { readonly form: FormState }) {
  const { choices, draft } = form;
  const offered = choices && phpChoices(choices, draft);
  const isTyped = choices !== undefined && offered === undefined;
  return (
    <Field
      form={form}
      field="php"
      label={l10n.t("PHP version")}
      help={
        isTyped
          ? l10n.t("Two digits without a dot, such as 82 for PHP 8.2; 00 for a static website.")
          : l10n.t("The versions installed on the server.")
      }
      control={
        isTyped ? (
          <input type="text" class="short" inputmode="numeric" autocomplete="off" maxLength={4} aria-required="true" />
        ) : (
          <Select choices={offered} aria-required="true" />
        )
      }
    />
  );
}

/** Cleans up domains after a paste or when the field is left. */
function tidying(form: FormState, field: "domain" | "additionalDomains") {
  return {
    onInput: (event: InputEvent & { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      const { value } = event.currentTarget;
      form.type(field, value);
      if (event.inputType === "insertFromPaste") form.tidy(field);
    },
    onChange: () => afterPress(() => form.tidy(field)),
  };
}

/** Separates pasted lines by spaces, since a single-line field would join them. */
function pasteLines(event: ClipboardEvent): void {
  const { target } = event;
  const text = event.clipboardData?.getData("text/plain").trim();
  if (!(target instanceof HTMLInputElement) || text === undefined || !/[\r\n]/.test(text)) return;
  event.preventDefault();
  const line = text.replaceAll(/\s+/g, " ").slice(0, target.maxLength);
  target.setRangeText(line, target.selectionStart ?? 0, target.selectionEnd ?? 0, "end");
  target.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}
