import type { SiteDraft } from "../siteDraft.ts";
import type { SiteField } from "../siteDraftRules.ts";
import type { SiteFormTexts } from "../siteFormTextsSchema.ts";
import { element } from "./element.ts";
import { formField, type FormField, type FormFieldOptions } from "./formField.ts";

/** The fields that every site has. Those whose choices the panel tells are placed into `slots` later. */
export function siteFieldset(
  texts: SiteFormTexts["form"],
  marks: FormFieldOptions["marks"],
  draft: SiteDraft,
  follow: HTMLButtonElement,
  slots: { readonly php: HTMLElement; readonly category: HTMLElement },
): { readonly root: HTMLElement; readonly fields: readonly (readonly [SiteField, FormField])[] } {
  const plain = { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
  const domain = formField({
    field: "domain",
    label: texts.domain,
    help: texts.domainHelp,
    control: element("input", { ...plain, "aria-required": "true" }),
    marks,
  });
  const additionalDomains = formField({
    field: "additionalDomains",
    label: texts.additionalDomains,
    hint: texts.optional,
    help: texts.additionalDomainsHelp,
    control: element("textarea", { rows: "3", spellcheck: "false", autocapitalize: "off" }),
    marks,
  });
  const root = formField({
    field: "root",
    label: texts.root,
    help: texts.rootHelp,
    control: element("input", { ...plain, "aria-required": "true" }),
    buttons: [follow],
    marks,
  });
  const port = formField({
    field: "port",
    label: texts.port,
    help: texts.portHelp,
    control: element("input", { ...plain, class: "short", inputmode: "numeric", "aria-required": "true" }),
    marks,
  });
  const remark = formField({
    field: "remark",
    label: texts.remark,
    hint: texts.optional,
    control: element("input", { type: "text", autocomplete: "off" }),
    marks,
  });
  domain.control.addEventListener("paste", pasteLines);
  domain.control.value = draft.domain;
  additionalDomains.control.value = draft.additionalDomains;
  root.control.value = draft.root ?? "";
  port.control.value = draft.port;
  remark.control.value = draft.remark;
  return {
    root: element(
      "fieldset",
      {},
      element("legend", {}, texts.siteSection),
      domain.root,
      additionalDomains.root,
      root.root,
      slots.php,
      port.root,
      slots.category,
      remark.root,
    ),
    fields: [
      ["domain", domain],
      ["additionalDomains", additionalDomains],
      ["root", root],
      ["port", port],
      ["remark", remark],
    ],
  };
}

/** A field of one line would join the lines that are pasted. */
function pasteLines(event: Event): void {
  const { target } = event;
  const text = event instanceof ClipboardEvent ? event.clipboardData?.getData("text/plain").trim() : undefined;
  if (!(target instanceof HTMLInputElement) || text === undefined || !/[\r\n]/.test(text)) return;
  event.preventDefault();
  const line = text.replaceAll(/\s+/g, " ").slice(0, target.maxLength);
  target.setRangeText(line, target.selectionStart ?? 0, target.selectionEnd ?? 0, "end");
  target.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}
