import { unescapeHtml } from "./unescapeHtml.ts";

/** Characters that panels replace in web server logs (docs/protocol.md 6.29). */
const SIGNS: Readonly<Record<string, string>> = { "\uff1c": "<", "\uff1e": ">", "\uff02": '"', "\uff07": "'" };

/** Restores a web server's log as in its file. The result is untrusted text. */
export function plainSigns(log: string): string {
  return unescapeHtml(log).replace(/[\uff02\uff07\uff1c\uff1e]/g, (character) => SIGNS[character] ?? character);
}
