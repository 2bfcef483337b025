import { unescapeHtml } from "./unescapeHtml.ts";

/** Longest sentence of a panel that is shown, in characters. */
const LONGEST_SENTENCE = 400;

/** Longest text that is shown on one line, in characters. */
const LONGEST_SHOWN = 1_000;

/** How much of a text is read, as a multiple of what is shown: tags and invisible characters take room. */
const LOOKED_AT = 20;

/**
 * Characters that are invisible or change how others are read: control and format characters (zero width, writing
 * direction), line separators, fillers that look like blanks, and lone surrogates.
 */
const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`;
const HIDDEN_OR_BLANKS = new RegExp(String.raw`[\s${HIDDEN}]+`, "gu");
const ANY_HIDDEN = new RegExp(`[${HIDDEN}]`, "u");

/** More marks on one letter than any language writes, which would cover the lines above and below. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

const TRACEBACK = "Traceback (most recent call last)";

/**
 * Converts a panel's words to one line of plain text: removes tags and hidden characters, decodes the few entities
 * that panels write, reduces a Python traceback to its error, and cuts at 400 characters. The result is untrusted:
 * show it as text, never as Markdown or HTML.
 */
export function plainText(html: string): string {
  const words = html.includes(TRACEBACK) ? errorIn(html) : html;
  const withoutTags = words
    .slice(0, LONGEST_SENTENCE * LOOKED_AT)
    // an unclosed element is removed up to the end of the text
    .replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, " ")
    .replace(/<\/?[a-z!][^>]*>?/gi, " ")
    .replaceAll("&nbsp;", " ");
  return visibleText(unescapeHtml(withoutTags), LONGEST_SENTENCE);
}

/**
 * Makes a panel's text fit to be shown: on one line, without hidden characters, and no longer than `longest`. Blanks
 * replace removed characters, so that no name turns into another one.
 */
export function visibleText(text: string, longest = LONGEST_SHOWN): string {
  const line = text
    .slice(0, longest * LOOKED_AT)
    .replace(HIDDEN_OR_BLANKS, " ")
    .replace(PILED_MARKS, "$1")
    .trim();
  return cutText(line, longest);
}

/** What {@link exactText} writes out, and what it writes with. */
const WRITTEN_OUT = new RegExp(String.raw`[^\S ]|[${HIDDEN}\\␣]`, "gu");

/** Blanks that nobody would see, or count. */
const ODD_BLANKS = /^ +| {2,}| +$/g;

/**
 * Makes a text fit to be agreed to: on one line, and another one for each text, however alike they look. Hidden characters and blanks
 * of other kinds stand as `\u{a0}`, blanks at its ends and beside each other as `␣`.
 */
export function exactText(text: string): string {
  const writtenOut = (sign: string) => `\\u{${sign.codePointAt(0)?.toString(16)}}`;
  return text
    .replace(WRITTEN_OUT, writtenOut)
    .replace(PILED_MARKS, (all: string, few: string) => few + all.slice(few.length).replace(/./gu, writtenOut))
    .replace(ODD_BLANKS, (blanks) => "␣".repeat(blanks.length));
}

/** Whether a text has hidden characters, line breaks and tabs aside. */
export function hasHiddenCharacters(text: string): boolean {
  return ANY_HIDDEN.test(text.replace(/\r?\n|\t/g, " "));
}

/** Cuts a text that is longer than `longest` and ends it with "…". Never cuts within a surrogate pair. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The error of a traceback: its last line, without paths, because the server's files do not belong in a message. */
function errorIn(traceback: string): string {
  const end = traceback.slice(-LONGEST_SENTENCE * LOOKED_AT).trimEnd();
  return end.slice(end.lastIndexOf("\n") + 1).replace(/(?:\/[^\s/'"<>()]+){2,}\/?/g, "…");
}
