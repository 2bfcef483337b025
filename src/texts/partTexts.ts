import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import type { ActionInput, Part, PartAfter, PartKind } from "../resources/resource.ts";
import { capitalized } from "./failureTexts.ts";
import { listText, namedText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** More websites than this are counted. */
const MOST_NAMED = 20;

/** A part of a website, as it stands in the middle of a sentence. */
function partKindText(kind: PartKind): string {
  const texts: Readonly<Record<PartKind, string>> = {
    root: l10n.t("root directory"),
    ftp: l10n.t("FTP user"),
    database: l10n.t("database"),
  };
  return texts[kind];
}

/** A part in a list: "FTP user", and beside it what it is called. */
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

/** Which other websites have files in the directory among these parts; `undefined`: none that the panel lists. */
function othersText(parts: readonly Part[]): string | undefined {
  const others = parts.flatMap((part) => part.others ?? []);
  if (others.length === 0) return undefined;
  const more = others.length - MOST_NAMED;
  const names = others.slice(0, MOST_NAMED).map((name) => visibleText(name));
  return l10n.t(
    "Other websites with files in the root directory: {0}",
    listText(more > 0 ? [...names, l10n.t("… and {0} more", numberText(more))] : names),
  );
}

/** What goes with a website and what stays, a line each. */
export function partLines({ with: parts = [], kept = [] }: ActionInput): readonly string[] {
  const known = kept.filter((part) => typeof part !== "string");
  const unknown = kept.filter((part) => typeof part === "string");
  const shared = known.filter(({ isShared }) => isShared === true);
  const free = known.filter((part) => !shared.includes(part));
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
  return lines.filter((line) => typeof line === "string");
}

/** What goes with a website, in sentences; empty where nothing does. */
export function partSentences(parts: readonly Part[]): string {
  if (parts.length === 0) return "";
  return sentences(ended(l10n.t("Also deleted: {0}", listText(parts.map(partText)))), ended(othersText(parts)));
}

/** What would go with a website now, where a person was shown something else, in sentences. */
export function partsNowText(parts: readonly Part[]): string {
  if (parts.length === 0) return l10n.t("There is nothing to delete with it now.");
  return sentences(ended(l10n.t("Now it is: {0}", listText(parts.map(partText)))), ended(othersText(parts)));
}

/** What was seen of each part after its website was deleted, a line for all that are in the same state. */
export function afterLines(parts: readonly PartAfter[]): readonly string[] {
  const lineOf = (name: string, isIt: (part: PartAfter) => boolean) => {
    const found = parts.filter(isIt);
    return found.length === 0 ? [] : [namedText(name, namesText(found))];
  };
  return [
    ...lineOf(l10n.t("Still there"), ({ state }) => state === "there"),
    ...lineOf(l10n.t("Could not be checked"), ({ state }) => state === "unknown"),
    ...lineOf(l10n.t("Gone"), ({ state, kind }) => state === "gone" && kind === "root"),
    // the panel's own table is all that tells of them
    ...lineOf(l10n.t("No longer listed by the panel"), ({ state, kind }) => state === "gone" && kind !== "root"),
  ];
}

/** The same in sentences. */
export function afterSentences(parts: readonly PartAfter[]): string {
  return sentences(...afterLines(parts).map(ended));
}

function namesText(parts: readonly Part[]): string {
  return listText(parts.map(nameText));
}

function nameText({ kind, name }: Part): string {
  return l10n.t("{0} “{1}”", partKindText(kind), visibleText(name));
}

/** A part that is deleted, with what goes along and where it goes. */
function partText(part: Part): string {
  const { user, isRecycled } = part;
  const name = nameText(part);
  const whole = user === undefined ? name : l10n.t("{0} with its user “{1}”", name, visibleText(user));
  return isRecycled === true ? l10n.t("{0} (to the panel's recycle bin)", whole) : whole;
}

function ended(line: string | undefined): string | undefined {
  return line === undefined ? undefined : l10n.t("{0}.", line);
}
