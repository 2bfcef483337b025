import * as l10n from "@vscode/l10n";
import { findList, type FoundList, type JsonList, type UnusableText } from "./jsonList.ts";
import { withInsertions, type Insertion } from "./jsonText.ts";

/** A text that others may change at any time: a file, or what an editor has of it. */
export interface SharedText {
  /** Resolves to `undefined` if there is none yet. */
  read(): Promise<string | undefined>;
  /** Puts text into it if it still is `before`; whether it was. Changes nothing otherwise. */
  insert(before: string | undefined, insertions: readonly Insertion[]): Promise<boolean>;
}

/** The bytes of a file. */
export interface FileBytes {
  /** Resolves to `undefined` if there is no such file. */
  read(): Promise<Uint8Array | undefined>;
  write(bytes: Uint8Array): Promise<void>;
}

/** A text in which a list cannot be changed; the message says why. */
export class UnusableListError extends Error {
  /** Where the mistake is. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** How often a text is read anew because somebody has changed it in between. */
const MOST_ATTEMPTS = 10;

/** The text of a file on a disk, which VS Code reads as UTF-8. Each byte of it stays. */
export function textOfFile(file: FileBytes): SharedText {
  const read = async () => {
    const bytes = await file.read();
    return bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  };
  return {
    read,
    async insert(before, insertions) {
      if ((await read()) !== before) return false;
      await file.write(new TextEncoder().encode(withInsertions(before ?? "", insertions)));
      return true;
    },
  };
}

/** A list, and the name of its file. */
interface NamedList extends JsonList {
  readonly name: string;
}

/** The number of the first entry of a list that is meant. Throws `UnusableListError` if the text has a mistake. */
export async function numberInList(
  open: () => SharedText,
  list: NamedList,
  isMeant: (entry: unknown) => boolean,
): Promise<number | undefined> {
  const found = findList((await readText(open(), list.name)) ?? "", list);
  if (found.kind === "unusable") throw new UnusableListError(problemText(found, list.name), found.offset);
  const number = found.entries.findIndex(isMeant);
  if (number < 0) return undefined;
  return number;
}

/**
 * Adds an entry to a list, unless the list has one that is the same. `open` is asked anew whenever somebody else has changed
 * the text in between. Throws `UnusableListError` if the text has a mistake.
 */
export async function addToList(
  open: () => SharedText,
  list: NamedList,
  { entry, isSame }: { readonly entry: unknown; readonly isSame: (each: unknown) => boolean },
): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const text = open();
    const before = await readText(text, list.name);
    const found = findList(before ?? "", list);
    if (found.kind === "unusable") throw new UnusableListError(problemText(found, list.name), found.offset);
    if (found.entries.some(isSame)) return;
    if (await text.insert(before, found.insertionsFor(entry))) return;
  }
  throw new Error(l10n.t("{0} keeps changing. Try again.", list.name));
}

/** Whether a list is in a text, or a mistake that has to be corrected first. */
export function mayHaveList(text: string | undefined, list: JsonList): boolean {
  const found: FoundList | UnusableText = findList(text ?? "", list);
  return found.kind === "unusable" || found.isThere;
}

async function readText(text: SharedText, name: string): Promise<string | undefined> {
  try {
    return await text.read();
  } catch (error) {
    // what TextDecoder throws
    if (error instanceof TypeError) throw new UnusableListError(l10n.t("{0} is not in UTF-8.", name), 0);
    throw error;
  }
}

function problemText({ key }: UnusableText, name: string): string {
  if (key === undefined) return l10n.t("{0} is not valid JSON. Correct it first.", name);
  return l10n.t("“{0}” in {1} is not what VS Code expects, or is there twice. Correct it first.", key, name);
}
