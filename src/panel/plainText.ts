import { unescapeHtml } from "./unescapeHtml.ts";

/** A panel's sentence is rarely longer; a traceback is, and helps nobody in a notification. */
const MAXIMUM_LENGTH = 400;

/**
 * A panel's own words as one line of plain text: tags and control characters removed, the few entities that panels
 * write decoded, cut at 400 characters. The result is still untrusted: show it as text, never as Markdown or HTML.
 */
export function plainText(html: string): string {
  const withoutTags = html
    .slice(0, MAXIMUM_LENGTH * 20)
    .replace(/<(script|style)\b[^]*?<\/\1\s*>/gi, " ")
    .replace(/<\/?[a-z!][^>]*>?/gi, " ")
    .replaceAll("&nbsp;", " ");
  const text = visibleText(unescapeHtml(withoutTags));
  if (text.length <= MAXIMUM_LENGTH) return text;
  // not within a character outside the basic plane
  return `${text.slice(0, MAXIMUM_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A text on one line without control characters and overrides of direction, which could make it read differently from what it says. */
export function visibleText(text: string): string {
  return text
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
