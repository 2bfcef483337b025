import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import { isIncluded, sentences } from "../characters/sentences.ts";
import type { ActionInput, Part, PartAfter, PartKind } from "../resources/resource.ts";
import { capitalized } from "./failureTexts.ts";
import { listText, namedText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** The most websites that are named; the others are counted. */
const MOST_NAMED = 20;

/** A part of a website, within a sentence. */
function partKindText(kind: PartKind): string {
  const texts: Readonly<Record<PartKind, string>> = {
    root: l10n.t("root directory"),
    ftp: l10n.t("FTP user"),
    database: l10n.t("database"),
  };
  return texts[kind];
}

/** A part in a list of choices. */
export function partChoice(part: Part): {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
} {
  const others = othersText([part]);
  return {
    label: capitalized(partKindText(part.kind)),
    description: visibleText(part.name),
    ...(others !== undefined && { detail: others }),
  };
}

/** The other websites with files in the root directory among these parts. */
function othersText(parts: readonly Part[]): string | undefined {
  const others = parts.flatMap((part) => part.others ?? []);
  if (others.length === 0) return undefined;
  const unnamed = others.length - MOST_NAMED;
  const names = others.slice(0, MOST_NAMED).map((name) => visibleText(name));
  if (unnamed > 0) names.push(l10n.t("… and {0} more", numberText(unnamed)));
  return l10n.t("Other websites with files in the root directory: {0}", listText(names));
}

/** The parts that are deleted with a website and the parts that stay, in lines. */
export function partLines({ with: parts = [], kept = [] }: ActionInput): readonly string[] {
  const knownParts = kept.filter((part) => typeof part !== "string");
  const unknown = kept.filter((part) => typeof part === "string");
  const shared = knownParts.filter(({ isShared }) => isShared === true);
  const free = knownParts.filter((part) => !shared.includes(part));
  const isRootGone = parts.some(({ kind }) => kind === "root");
  const lines = [
    parts.length > 0 && l10n.t("Also deleted:"),
    ...parts.map((part) => l10n.t("• {0}", partText(part))),
    isRootGone &&
      (othersText(parts) ?? l10n.t("No other website that the panel lists has files in the root directory.")),
    free.length > 0 && l10n.t("Kept: {0}", namesText(free)),
    shared.length > 0 && l10n.t("Kept, since other websites use it too: {0}", namesText(shared)),
    othersText(shared),
    unknown.length > 0 && l10n.t("Kept, since it could not be read: {0}", listText(unknown.map(partKindText))),
  ];
  return lines.filter(isIncluded);
}

/** The parts that are deleted with a website, in sentences. */
export function partSentences(parts: readonly Part[]): string {
  if (parts.length === 0) return "";
  return sentences(
    withFullStop(l10n.t("Also deleted: {0}", listText(parts.map(partText)))),
    withFullStop(othersText(parts)),
  );
}

/** The parts that would be deleted now, after a person was shown others. */
export function partsNowText(parts: readonly Part[]): string {
  if (parts.length === 0) return l10n.t("There is nothing to delete with it now.");
  return sentences(
    withFullStop(l10n.t("Now it is: {0}", listText(parts.map(partText)))),
    withFullStop(othersText(parts)),
  );
}

/** The parts after their website was deleted, a line for each state. */
export function afterLines(parts: readonly PartAfter[]): readonly string[] {
  const lineOf = (name: string, isIt: (part: PartAfter) => boolean) => {
    const foundParts = parts.filter(isIt);
    if (foundParts.length === 0) return [];
    return [namedText(name, namesText(foundParts))];
  };
  return [
    ...lineOf(l10n.t("Still there"), ({ state }) => state === "there"),
    ...lineOf(l10n.t("Could not be checked"), ({ state }) => state === "unknown"),
    ...lineOf(l10n.t("Gone"), ({ state, kind }) => state === "gone" && kind === "root"),
    // only the panel's own table was read
    ...lineOf(l10n.t("No longer listed by the panel"), ({ state, kind }) => state === "gone" && kind !== "root"),
  ];
}

export function afterSentences(parts: readonly PartAfter[]): string {
  return sentences(...afterLines(parts).map(withFullStop));
}

function namesText(parts: readonly Part[]): string {
  return listText(parts.map(nameText));
}

function nameText({ kind, name }: Part): string {
  return l10n.t("{0} “{1}”", partKindText(kind), visibleText(name));
}

/** A part that is deleted, with its user and its destination. */
function partText(part: Part): string {
  const { user, isRecycled } = part;
  let text = nameText(part);
  if (user !== undefined) text = l10n.t("{0} with its user “{1}”", text, visibleText(user));
  if (isRecycled === true) text = l10n.t("{0} (to the panel's recycle bin)", text);
  return text;
}

function withFullStop(line: string | undefined): string | undefined {
  if (line === undefined) return undefined;
  return l10n.t("{0}.", line);
}
