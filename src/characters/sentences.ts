/** Marks that bring their own space: those who write them have none between sentences. */
const FULL_WIDTH_END = /[。！？；：）]$/u;
const FULL_WIDTH_START = /^（/u;

/** What a text ends with that another one may follow. */
const END = /[.!?…:;,。！？：；，、]["'\p{Pe}\p{Pf}]*$/u;
const HAN_END = /\p{Script=Han}["'\p{Pe}\p{Pf}]*$/u;
const BRACKET_START = /^[(（]/u;

/** A part of a text, or what stands for it where it is left out, as in `isStopped && l10n.t("…")`. */
export type TextPart = string | false | undefined;

/** Whether a part of a text is there, and not left out. */
export function isIncluded(part: TextPart): part is string {
  return typeof part === "string";
}

/**
 * Joins sentences without absent and empty ones. Each may be in another language, like a panel's own words, and lack its full stop, as
 * those do.
 */
export function sentences(...parts: readonly TextPart[]): string {
  const [first = "", ...others] = parts.filter(isIncluded).filter((part) => part !== "");
  return others.reduce((text, part) => {
    const before = BRACKET_START.test(part) ? text : withFullStop(text);
    return `${before}${between(before, part)}${part}`;
  }, first);
}

/** A text with the mark that ends a sentence where it has none, as its own language writes it. */
function withFullStop(text: string): string {
  if (END.test(text)) return text;
  return HAN_END.test(text) ? `${text}。` : `${text}.`;
}

/** Returns the separator between two texts: none beside full-width punctuation, otherwise a space. */
export function between(before: string, after: string): "" | " " {
  if (FULL_WIDTH_END.test(before) || FULL_WIDTH_START.test(after)) return "";
  return " ";
}
