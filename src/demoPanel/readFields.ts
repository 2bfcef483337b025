import { namedSigns } from "../characters/htmlEntities.ts";

const ENTITY = new RegExp(`&(?:#(\\d{1,7})|#[xX]([\\da-fA-F]{1,6})|(${[...namedSigns.keys()].join("|")}));?`, "g");

/** Unescapes HTML as panels do, without a `;` too; of names, those that need none. */
export function htmlUnescape(text: string): string {
  return text.replace(ENTITY, (_entity, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return namedSigns.get(name) ?? "";
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
    return code === 0 || code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
  });
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
