import { visibleText } from "../characters/plainText.ts";
import type { Redact } from "./redactor.ts";
import { withoutCredentials } from "./withoutCredentials.ts";

/**
 * Makes a text that a server or a person wrote fit for a model: without secrets, markup and hidden characters, on one line,
 * and no longer than `longest` characters.
 */
export function dataText(text: string, redact: Redact, longest: number): string {
  // cut last: half of a secret would not be recognised
  return visibleText(withoutMarkup(withoutCredentials(redact(text))), longest);
}

/**
 * Breaks what a chat would draw as a link, a picture, an element or code, and what models take for the marks of their own
 * conversation; everything else stays as it is.
 */
function withoutMarkup(text: string): string {
  return text
    .replaceAll(/!(?=\[)/g, "! ")
    .replaceAll(/\](?=[([:])/g, "] ")
    .replaceAll(/<(?=[a-z/!?|])/gi, "‹")
    .replaceAll(/`{3,}|~{3,}/g, "'''");
}
