import { sentences } from "../../characters/sentences.ts";
import { filled } from "../filled.ts";
import { databaseCharsets } from "../siteDraft.ts";
import { domainLines } from "../siteDomain.ts";
import { rootOf } from "../siteRoot.ts";
import { afterPress } from "./afterPress.ts";
import { categoryChoices, phpChoices } from "./choices.ts";
import { Account, Field, PasswordField, Select } from "./fields.tsx";
import type { FormState } from "./formState.ts";
import { punycodeNote } from "./tidyNote.ts";

const plain = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false } as const;

/** The step in which everything is typed; issues are shown once a field was left or the review was asked for. */
export function EditStep({ form }: { readonly form: FormState }) {
  const { texts } = form;
  const { ftpSection, ftpHelp, ftpUser, databaseSection, databaseHelp, partDatabase, ...others } = texts.form;
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
          <p>{filled(others.choicesFailed, form.choicesProblem)}</p>
          <button type="button" class="secondary" id="retry" onClick={() => void form.loadChoices()}>
            {others.retry}
          </button>
        </div>
      )}
      <SiteFields form={form} />
      <Account form={form} account="ftp" label={ftpSection} help={ftpHelp}>
        <Field form={form} field="ftpUser" label={ftpUser} control={<input {...plain} aria-required="true" />} />
        <PasswordField form={form} field="ftpPassword" owner={ftpUser} />
      </Account>
      <Account form={form} account="database" label={databaseSection} help={databaseHelp}>
        <Field
          form={form}
          field="databaseName"
          label={others.databaseName}
          help={others.databaseNameHelp}
          control={<input {...plain} aria-required="true" />}
        />
        <PasswordField form={form} field="databasePassword" owner={partDatabase} />
        <Field
          form={form}
          field="databaseCharset"
          label={others.databaseCharset}
          control={<Select form={form} choices={charsets} />}
        />
      </Account>
      <div class="actions">
        <button type="submit" class="primary" id="review">
          {others.review}
        </button>
        <p class="status" hidden={!form.isAwaited}>
          {form.isAwaited && others.waiting}
        </p>
      </div>
    </form>
  );
}

/** The fields that every site has. */
function SiteFields({ form }: { readonly form: FormState }) {
  const { draft, choices } = form;
  const texts = form.texts.form;
  const { lang } = document.documentElement;
  const categories = choices && categoryChoices(texts, choices, draft);
  return (
    <fieldset>
      <legend>{texts.siteSection}</legend>
      <Field
        form={form}
        field="domain"
        label={texts.domain}
        help={texts.domainHelp}
        note={sentences(form.tidied("domain"), punycodeNote(texts.domainPunycode, [draft.domain], lang))}
        control={<input {...plain} {...tidying(form, "domain")} aria-required="true" onPaste={pasteLines} />}
      />
      <Field
        form={form}
        field="additionalDomains"
        label={texts.additionalDomains}
        hint={texts.optional}
        help={texts.additionalDomainsHelp}
        note={sentences(
          form.tidied("additionalDomains"),
          punycodeNote(texts.domainsPunycode, domainLines(draft.additionalDomains), lang),
        )}
        control={<textarea rows={3} spellcheck={false} autocapitalize="off" {...tidying(form, "additionalDomains")} />}
      />
      <Field
        form={form}
        field="root"
        label={texts.root}
        help={texts.rootHelp}
        value={draft.root ?? rootOf(draft, form.facts.sitesRoot)}
        control={<input {...plain} aria-required="true" />}
        buttons={
          <button
            type="button"
            class="secondary"
            hidden={draft.root === null}
            onClick={() => {
              form.change((now) => ({ ...now, root: null }));
              document.getElementById("root")?.focus();
            }}
          >
            {texts.rootFollow}
          </button>
        }
      />
      <PhpField form={form} />
      <Field
        form={form}
        field="port"
        label={texts.port}
        help={texts.portHelp}
        control={<input {...plain} class="short" inputmode="numeric" aria-required="true" />}
      />
      {(choices === undefined || categories !== undefined) && (
        <Field
          form={form}
          field="category"
          label={texts.category}
          control={<Select form={form} choices={categories} />}
        />
      )}
      <Field
        form={form}
        field="remark"
        label={texts.remark}
        hint={texts.optional}
        control={<input type="text" autocomplete="off" />}
      />
    </fieldset>
  );
}

/** A list where the panel gave its versions, a two-digit field where it did not. */
function PhpField({ form }: { readonly form: FormState }) {
  const { choices, draft } = form;
  const texts = form.texts.form;
  const offered = choices && phpChoices(texts, choices, draft);
  const isTyped = choices !== undefined && offered === undefined;
  return (
    <Field
      form={form}
      field="php"
      label={texts.php}
      help={isTyped ? texts.phpUnknownHelp : texts.phpHelp}
      control={
        isTyped ? (
          <input type="text" class="short" inputmode="numeric" autocomplete="off" maxLength={4} aria-required="true" />
        ) : (
          <Select form={form} choices={offered} aria-required="true" />
        )
      }
    />
  );
}

/** Puts domains in order as soon as they were pasted or the field was left. */
function tidying(form: FormState, field: "domain" | "additionalDomains") {
  return {
    onInput: (event: InputEvent & { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      const { value } = event.currentTarget;
      form.type(field, (draft) => ({ ...draft, [field]: value }));
      if (event.inputType === "insertFromPaste") form.tidy(field);
    },
    onChange: () => afterPress(() => form.tidy(field)),
  };
}

/** A field of one line would join the lines that are pasted. */
function pasteLines(event: ClipboardEvent): void {
  const { target } = event;
  const text = event.clipboardData?.getData("text/plain").trim();
  if (!(target instanceof HTMLInputElement) || text === undefined || !/[\r\n]/.test(text)) return;
  event.preventDefault();
  const line = text.replaceAll(/\s+/g, " ").slice(0, target.maxLength);
  target.setRangeText(line, target.selectionStart ?? 0, target.selectionEnd ?? 0, "end");
  target.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}
