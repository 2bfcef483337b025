import * as v from "valibot";
import { defaultLevel, guardLevels } from "./guardLevel.ts";
import { panelName } from "./panelName.ts";

/** The version that is written. A file with a greater one was written by a newer extension and is left alone. */
const VERSION = 1;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const strings = v.optional(v.pipe(v.array(v.string()), v.readonly()), []);

const fields = v.object({
  version: v.literal(VERSION),
  id: v.pipe(v.string(), v.regex(UUID)),
  name: v.pipe(v.string(), v.nonEmpty()),
  address: v.pipe(v.string(), v.check(isOrigin)),
  keyRef: v.exactOptional(v.pipe(v.string(), v.nonEmpty())),
  entranceRef: v.exactOptional(v.pipe(v.string(), v.nonEmpty())),
  pin: v.exactOptional(v.pipe(v.string(), v.regex(/^([\dA-F]{2}:){31}[\dA-F]{2}$/))),
  pinnedUntil: v.exactOptional(
    v.pipe(
      v.string(),
      v.check((date) => !Number.isNaN(Date.parse(date))),
    ),
  ),
  httpConsent: v.optional(v.boolean(), false),
  guardLevel: v.optional(v.picklist(guardLevels), defaultLevel),
  tags: strings,
  color: v.exactOptional(v.string()),
  order: v.optional(v.number(), 0),
  hiddenGroups: strings,
  ssh: v.exactOptional(v.string()),
  // loose: a newer version may keep more of an entry, which must survive being written by this one
  entries: v.optional(v.pipe(v.array(v.looseObject({ kind: v.string(), key: v.string() })), v.readonly()), []),
});

/** Older versions kept names as they were typed or imported. */
const schema = v.pipe(
  fields,
  v.transform((record) => ({ ...record, name: panelName(record.name) || new URL(record.address).host })),
);

/**
 * The record of a panel in its file, without secrets.
 *
 * `name` is what is shown (`panelName`). `address` is an origin such as `https://192.0.2.1:8888`. `keyRef` and `entranceRef` name secrets and change with
 * each value that is stored, so `keyRef` is also the version of the key. `pin` is the certificate's `fingerprint256`
 * in Node's form, `pinnedUntil` the end of its validity, which is shown but not enforced. `httpConsent`: the user
 * agreed to send signatures over plain http to an address outside this machine. `tags`: the first is its folder in
 * the tree. `order`: any number, the lowest stands first. `hiddenGroups`: kinds whose group is
 * not shown. `ssh`: the SSH login as typed (`root@192.0.2.1:22`); never a password. `entries`: resources that a
 * person named because the panel does not list them.
 */
export type PanelRecord = Readonly<v.InferOutput<typeof schema>>;

/** The part of a record that a person sets; the store sets the rest. */
export type PanelSettings = Omit<PanelRecord, "version" | "id" | "keyRef" | "entranceRef">;

/** Values of a new panel; all but name and address have defaults. `id` is fresh unless given. */
export type PanelDraft = Pick<PanelSettings, "name" | "address"> &
  Partial<Omit<PanelSettings, "order">> & { readonly id?: string };

/** A panel with defaults for missing values; also for panels that are not stored. */
export function newPanelRecord(draft: PanelDraft & Pick<PanelRecord, "id" | "keyRef">): PanelRecord {
  return {
    version: VERSION,
    httpConsent: false,
    guardLevel: defaultLevel,
    tags: [],
    order: 0,
    hiddenGroups: [],
    entries: [],
    ...draft,
  };
}

/** New values; `undefined` removes an optional one. */
export type PanelPatch = { readonly [K in keyof PanelSettings]?: PanelSettings[K] | undefined };

/** The result of reading a panel's file. `fields` are dotted paths, never values. */
export type PanelFile =
  | { readonly kind: "ok"; readonly record: PanelRecord; readonly content: FileContent }
  | { readonly kind: "newer"; readonly version: number }
  | { readonly kind: "notJson" }
  | { readonly kind: "malformed"; readonly fields: readonly string[] };

/** All fields of a panel's file, also fields of newer versions of the extension. */
export type FileContent = Readonly<Record<string, unknown>>;

/** Reads the text of `<id>.json`. */
export function readPanelFile(id: string, text: string): PanelFile {
  const content = parseJson(text);
  if (content === undefined) return { kind: "notJson" };
  if (typeof content["version"] === "number" && content["version"] > VERSION)
    return { kind: "newer", version: content["version"] };
  const parsed = v.safeParse(schema, content);
  if (!parsed.success) return { kind: "malformed", fields: pathsOf(parsed.issues) };
  // a copied file would give two panels one identity
  if (parsed.output.id !== id) return { kind: "malformed", fields: ["id"] };
  return { kind: "ok", record: parsed.output, content };
}

/**
 * The content with changes; unknown fields stay. @throws TypeError naming the fields, if the result would not be
 * readable
 */
export function changedContent(content: FileContent, changes: FileContent): FileContent {
  const changed = Object.fromEntries(
    Object.entries({ ...content, version: VERSION, ...changes }).filter(([, value]) => value !== undefined),
  );
  const parsed = v.safeParse(schema, changed);
  if (!parsed.success) throw new TypeError(`not a panel: ${pathsOf(parsed.issues).join(", ")}`);
  return { ...changed, ...parsed.output };
}

/** Compares panels by their order on the screen. */
export function comparePanels(a: PanelRecord, b: PanelRecord): number {
  return a.order - b.order || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);
}

/** The id of the panel with this file name; `undefined` for other files. */
export function panelIdOf(fileName: string): string | undefined {
  const id = fileName.replace(/\.json$/, "");
  if (id !== fileName && isUuid(id)) return id;
  return undefined;
}

/** Whether a text is an id as this extension makes them. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

function isOrigin(address: string): boolean {
  return /^https?:/.test(address) && URL.parse(address)?.origin === address;
}

function parseJson(text: string): FileContent | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isContent = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isContent) return value as FileContent;
    return undefined;
  } catch {
    return undefined;
  }
}

function pathsOf(issues: readonly v.BaseIssue<unknown>[]): readonly string[] {
  return [...new Set(issues.map((issue) => v.getDotPath(issue) ?? "(whole)"))];
}
