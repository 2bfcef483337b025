import { l10n } from "vscode";

const MINUTE_MS = 60_000;

/** How long ago something was, roughly. */
export function ageText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return l10n.t("just now");
  if (minutes < 60) return l10n.t("{0} min ago", minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? l10n.t("{0} h ago", hours) : l10n.t("{0} days ago", Math.floor(hours / 24));
}
