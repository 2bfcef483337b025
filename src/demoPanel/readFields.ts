import { decodeHTML } from "entities/decode";

/** Unescapes HTML as panels do, without a `;` too. */
export function htmlUnescape(text: string): string {
  return decodeHTML(text.replaceAll("&quot", '"').replaceAll("&#x27", "'"));
}

const slashed = (path: string) => path.replaceAll("//", "/").replaceAll("\\", "/");

/** What a panel makes of some fields before it calls a handler (docs/protocol.md 16.21). */
const READ: Readonly<Record<string, (text: string) => string>> = {
  path(text) {
    const path = slashed(text);
    return htmlUnescape(path.includes("->") ? (path.split("->")[0] ?? "").trim() : path);
  },
  filename: htmlUnescape,
  sfile: (text) => htmlUnescape(slashed(text)),
  dfile: (text) => htmlUnescape(slashed(text)),
};

/** The fields of a request as a handler of a panel gets them. */
export function readFields(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, READ[name]?.(text) ?? text]));
}
