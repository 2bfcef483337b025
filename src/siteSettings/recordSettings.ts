import * as l10n from "@vscode/l10n";
import { unescapeHtml } from "../characters/unescapeHtml.ts";
import { LONGEST_REMARK } from "../siteForm/siteRules.ts";
import type { SiteSetting } from "./siteSetting.ts";

const NEVER = "0000-00-00";

/** Whether a text is a day of the calendar, as `2027-01-31`. */
function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // JavaScript would turn the 31st of February into one of March
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The last day on which the panel serves a website (docs/protocol.md 6.55). */
export const lastDay: SiteSetting = {
  label: () => l10n.t("Last Day"),
  operation: "site.setLastDay",
  read: async (_call, { lastDay: value }) => ({ value }),
  text: (value) => (value === NEVER ? l10n.t("never ends") : value),
  asking: {
    choices: () => [NEVER],
    typed: {
      label: () => l10n.t("A Day…"),
      prompt: () => l10n.t("The last day on which it is served, as year, month and day."),
      placeholder: "2030-12-31",
      begin: ({ value }) => (value === NEVER ? undefined : value),
      read(typed) {
        const value = typed.trim();
        return isDay(value) ? { value } : { problem: l10n.t("Enter a day such as 2030-12-31.") };
      },
    },
  },
  send: (call, { id }, value) => call("site.setLastDay", { id, lastDay: value }),
  effect: ({ value }) =>
    value === NEVER
      ? l10n.t("The panel no longer stops it by itself.")
      : l10n.t("The panel stops it when that day is over, and soon if it is over already."),
};

/** What people have noted about a website. */
export const note: SiteSetting = {
  label: () => l10n.t("Note"),
  operation: "site.setNote",
  text: (value) => (value === "" ? l10n.t("empty") : value),
  read: async (_call, { note: escaped }) => ({ value: escaped === undefined ? undefined : unescapeHtml(escaped) }),
  asking: {
    typed: {
      prompt: () => l10n.t("What the panel's list shows beside the website."),
      begin: ({ value }) => value,
      read(typed) {
        const value = typed.trim();
        if (value.length > LONGEST_REMARK) return { problem: l10n.t("The note is longer than 255 characters.") };
        return { value };
      },
    },
  },
  send: (call, { id }, value) => call("site.setNote", { id, note: value }),
  effect: () => l10n.t("The website itself does not change."),
};
