import { unescapeHtml } from "./unescapeHtml.ts";

/** Longest sentence of a panel that is shown, in characters. */
const LONGEST_SENTENCE = 400;

/** Longest text that is shown on one line, in characters. */
const LONGEST_SHOWN = 1_000;

/** Part of a text that is read, as a multiple of the part shown: tags and invisible characters take room. */
const LOOKED_AT = 20;

/**
 * What nobody sees, or what changes how its neighbours are read: control and format characters (zero width,
 * directions of writing), separators of lines, fillers that look like blanks, and half characters.
 */
const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`;
const HIDDEN_OR_BLANKS = new RegExp(String.raw`[\s${HIDDEN}]+`, "gu");
const ANY_HIDDEN = new RegExp(`[${HIDDEN}]`, "u");

/** More marks on one letter than any language writes cover the lines above and below. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

const TRACEBACK = "Traceback (most recent call last)";

/**
 * A panel's own words as one line of plain text: tags and hidden characters removed, the few entities that panels
 * write decoded, cut at 400 characters; of a Python traceback what was thrown. The result is still untrusted: show it
 * as text, never as Markdown or HTML.
 */
export function plainText(html: string): string {
  const words = html.includes(TRACEBACK) ? thrownIn(html) : html;
  const withoutTags = words
    .slice(0, LONGEST_SENTENCE * LOOKED_AT)
    // one that does not end takes the rest along
    .replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, " ")
    .replace(/<\/?[a-z!][^>]*>?/gi, " ")
    .replaceAll("&nbsp;", " ");
  return visibleText(unescapeHtml(withoutTags), LONGEST_SENTENCE);
}

/**
 * The one gate for a text of a panel's that is shown: on one line, without what cannot be seen or changes how the
 * rest is read, and no longer than `longest`. A blank stands for what was taken out: nothing becomes the name of
 * something else.
 */
export function visibleText(text: string, longest = LONGEST_SHOWN): string {
  const line = text
    .slice(0, longest * LOOKED_AT)
    .replace(HIDDEN_OR_BLANKS, " ")
    .replace(PILED_MARKS, "$1")
    .trim();
  return cutText(line, longest);
}

/** Whether a text of one line or several holds what nobody sees in it; line breaks and tabs do not count. */
export function hasHiddenCharacters(text: string): boolean {
  return ANY_HIDDEN.test(text.replace(/\r?\n|\t/g, " "));
}

/** A text that ends in "…" where it is longer; never within a character outside the basic plane. */
export function cutText(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The last line says what was thrown; the files of the server are nobody's business in a message. */
function thrownIn(traceback: string): string {
  const end = traceback.slice(-LONGEST_SENTENCE * LOOKED_AT).trimEnd();
  return end.slice(end.lastIndexOf("\n") + 1).replace(/(?:\/[^\s/'"<>()]+){2,}\/?/g, "…");
}
