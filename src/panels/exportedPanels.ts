import * as v from "valibot";
import { hasHiddenCharacters, visibleText } from "../characters/plainText.ts";
import { cleanAddress, originOf } from "./address.ts";
import { isApiKey, KEY_LENGTH } from "./apiKey.ts";
import { defaultLevel, guardLevels } from "./guardLevel.ts";
import { panelName } from "./panelName.ts";
import type { PanelRecord } from "./panelRecord.ts";

/** Marks an exported file. */
const TYPE = "serverPanel.panels";

/** The version that is written; newer extensions write a greater one. */
const VERSION = 1;

/** A file that is larger is not read. */
export const LARGEST_EXPORT = 2 ** 20;

const MOST_PANELS = 1_000;
const MOST_TAGS = 20;
const MOST_ENTRIES = 200;
const LONGEST = 200;
const LONGEST_SECRET = 1_000;

/** An entry of a file that is no panel: its best name that may be shown, and the fields at fault. */
export interface UnreadablePanel {
  readonly name: string;
  readonly fields: readonly string[];
}

export type ExportedPanels =
  | {
      readonly kind: "ok";
      readonly panels: readonly ExportedPanel[];
      readonly unreadable: readonly UnreadablePanel[];
      /** Whether its panels have API keys or security entrances. */
      readonly hasSecrets: boolean;
      /** Whether something else in it looks like a key or a password; it is not read. */
      readonly hasOtherSecrets: boolean;
    }
  | { readonly kind: "notJson" | "other" | "newer" | "tooMany" };

const line = (longest: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => visibleText(text, longest)),
    v.nonEmpty(),
  );

const shownName = v.pipe(v.string(), v.transform(panelName), v.nonEmpty());

/** Field names of secrets, in various spellings. */
const SECRET_NAME = /(api|access|private|secret)[\W_]*key|^key$|token|secret|passw|pwd|密钥|密码/i;

/** Values of secrets, which may be part of a note. */
const SECRET_VALUE = new RegExp(`(?<![a-z\\d])[a-z\\d]{${KEY_LENGTH}}(?![a-z\\d])`, "i");

const word = v.pipe(v.string(), v.regex(/^[\w.-]{1,50}$/));

/** A name that is sent to the panel unchanged, so invisible characters are refused. */
const exactName = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.maxLength(LONGEST),
  v.check((key) => !hasHiddenCharacters(key)),
);

const panelSchema = v.object({
  name: shownName,
  address: v.pipe(v.string(), v.maxLength(LONGEST_SECRET), v.check(isAddress)),
  guardLevel: v.optional(v.picklist(guardLevels), defaultLevel),
  tags: v.optional(v.pipe(v.array(line(LONGEST)), v.maxLength(MOST_TAGS), v.readonly()), []),
  color: v.exactOptional(word),
  hiddenGroups: v.optional(v.pipe(v.array(word), v.maxLength(LONGEST), v.readonly()), []),
  pin: v.exactOptional(v.pipe(v.string(), v.regex(/^([\dA-F]{2}:){31}[\dA-F]{2}$/))),
  pinnedUntil: v.exactOptional(v.pipe(v.string(), v.isoTimestamp())),
  entries: v.optional(
    v.pipe(v.array(v.object({ kind: word, key: exactName })), v.maxLength(MOST_ENTRIES), v.readonly()),
    [],
  ),
  /** Only in a file that somebody wrote by hand. */
  apiKey: v.exactOptional(v.pipe(v.string(), v.trim(), v.check(isApiKey))),
});

/** A panel in an exported file. Consent to plain http is not part of it: people give it on the computer that calls. */
export interface ExportedPanel extends Readonly<v.InferOutput<typeof panelSchema>> {
  /** A secret: the security entrance, if the file's address has one. */
  readonly entrance?: string;
}

const fileSchema = v.object({ type: v.literal(TYPE), version: v.number(), panels: v.array(v.unknown()) });

/** The text of a file with these panels, in their order. No secret is in it. */
export function exportedText(panels: readonly PanelRecord[]): string {
  const exported = panels.map(
    ({ name, address, guardLevel, tags, color, hiddenGroups, entries, pin, pinnedUntil }) => ({
      name,
      address,
      guardLevel,
      tags,
      color,
      hiddenGroups,
      entries: entries.map(({ kind, key }) => ({ kind, key })),
      pin,
      pinnedUntil,
    }),
  );
  return `${JSON.stringify({ type: TYPE, version: VERSION, panels: exported }, undefined, 2)}\n`;
}

/** Reads a file by `exportedText` or by a person, each panel on its own. Never throws. */
export function readExported(text: string): ExportedPanels {
  const content = parseJson(text.replace(/^\uFEFF/, ""));
  if (content === undefined) return { kind: "notJson" };
  const file = v.safeParse(fileSchema, content);
  if (!file.success) return { kind: "other" };
  const { version, panels: givenPanels } = file.output;
  if (version > VERSION) return { kind: "newer" };
  if (version !== VERSION) return { kind: "other" };
  if (givenPanels.length > MOST_PANELS) return { kind: "tooMany" };
  const panels: ExportedPanel[] = [];
  const unreadable: UnreadablePanel[] = [];
  for (const [index, entry] of givenPanels.entries()) {
    const parsed = v.safeParse(panelSchema, entry);
    if (parsed.success) panels.push({ ...parsed.output, ...placeOf(parsed.output.address) });
    else unreadable.push({ name: nameOf(entry, index), fields: fieldsOf(parsed.issues) });
  }
  const hasSecrets = panels.some(({ apiKey, entrance }) => apiKey !== undefined || entrance !== undefined);
  return { kind: "ok", panels, unreadable, hasSecrets, hasOtherSecrets: hasOtherSecrets(content, panels) };
}

function isAddress(text: string): boolean {
  const address = cleanAddress(text);
  // without a scheme it has several meanings, and an import asks nobody
  return address.kind === "ok" && address.scheme !== undefined;
}

function placeOf(text: string): { readonly address: string; readonly entrance?: string } {
  const cleaned = cleanAddress(text);
  if (cleaned.kind === "invalid") throw new TypeError("not an address");
  const { scheme = "https", host, port, entrance } = cleaned;
  return { address: originOf(scheme, host, port), ...(entrance !== undefined && { entrance }) };
}

/** The name by which a person finds an entry in the file; the address could hold the entrance. */
function nameOf(entry: unknown, index: number): string {
  const parsed = v.safeParse(v.object({ name: shownName }), entry);
  if (parsed.success) return parsed.output.name;
  return `#${index + 1}`;
}

/** Searches the rest of a file for secrets. Not recursive: a hostile file nests deeper than the stack. */
function hasOtherSecrets(content: unknown, panels: readonly ExportedPanel[]): boolean {
  const readSecrets = new Set(
    panels.flatMap(({ apiKey, entrance, entries }) => [apiKey, entrance, ...entries.map(({ key }) => key)]),
  );
  const open: (readonly [name: string, value: unknown])[] = [["", content]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [name, value] = next;
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) open.push([Array.isArray(value) ? name : key, inner]);
    } else if (typeof value === "string" || typeof value === "number") {
      const text = String(value).trim();
      if (text !== "" && secretsIn(name, text).some((secret) => !readSecrets.has(secret))) return true;
    }
  }
  return false;
}

function secretsIn(name: string, text: string): readonly string[] {
  if (SECRET_NAME.test(name) || SECRET_VALUE.test(text)) return [text];
  if (name !== "address") return [];
  const address = cleanAddress(text);
  if (address.kind === "ok") {
    if (address.entrance === undefined) return [];
    return [address.entrance];
  }
  if (address.reason === "userinfo") return [text];
  return [];
}

function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): readonly string[] {
  return [...new Set(issues.map((issue) => v.getDotPath(issue)?.split(".")[0] ?? "(whole)"))];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
