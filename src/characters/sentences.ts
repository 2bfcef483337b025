/** Marks that bring their own space: those who write them have none between sentences. */
const FULL_WIDTH_END = /[。！？；：）]$/u;
const FULL_WIDTH_START = /^（/u;

/** A part of a text, or what stands for it where it is left out, as in `isStopped && l10n.t("…")`. */
export type TextPart = string | false | undefined;

/** Whether a part of a text is there, and not left out. */
export function isIncluded(part: TextPart): part is string {
  return typeof part === "string";
}

/** Joins sentences without absent and empty ones. Each may be in another language, like a panel's own words. */
export function sentences(...parts: readonly TextPart[]): string {
  const [first = "", ...others] = parts.filter(isIncluded).filter((part) => part !== "");
  return others.reduce((text, part) => `${text}${between(text, part)}${part}`, first);
}

/** Returns the separator between two texts: none beside full-width punctuation, otherwise a space. */
export function between(before: string, after: string): "" | " " {
  if (FULL_WIDTH_END.test(before) || FULL_WIDTH_START.test(after)) return "";
  return " ";
}
