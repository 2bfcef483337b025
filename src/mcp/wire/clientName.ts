import { visibleText } from "../../characters/plainText.ts";
import type { ToldByClient } from "./messages.ts";

/** Longest name and version, in characters. */
const LONGEST_NAME = 40;
const LONGEST_VERSION = 20;

/** Quotes, and what looks like them, would let a name end its own quotation, and say something in our voice. */
const QUOTES = /[\p{Quotation_Mark}\u0060\u00b4\u02b9-\u02bf\u02ee\u05f3\u05f4\u2032-\u2037\u275b-\u2760\u3003]/gu;

/** What a client calls itself, fit to be shown in quotes. Nobody has verified it. */
export function toldClient({ name, version }: ToldByClient): ToldByClient {
  return { name: told(name, LONGEST_NAME) || "?", version: told(version, LONGEST_VERSION) };
}

function told(text: string, longest: number): string {
  return visibleText(text.slice(0, 10 * longest).replace(QUOTES, " "), longest);
}
