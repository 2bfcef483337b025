import { unescapeHtml } from "./unescapeHtml.ts";

/** What panels put into the logs of web servers for `<`, `>` and quotes (docs/protocol.md 6.29). */
const SIGNS: Readonly<Record<string, string>> = { "\uff1c": "<", "\uff1e": ">", "\uff02": '"', "\uff07": "'" };

/** A web server's log as its file has it. The result is untrusted text. */
export function plainSigns(log: string): string {
  return unescapeHtml(log).replace(/[\uff02\uff07\uff1c\uff1e]/g, (sign) => SIGNS[sign] ?? sign);
}
