import * as l10n from "@vscode/l10n";
import type { Change } from "../resources/resource.ts";
import { groupKindOf, groups, listedKinds, resourceOf } from "../resources/resources.ts";
import type { SubjectKind } from "../resources/subjects.ts";
import type { Trouble } from "../resources/resource.ts";
import { searchOf } from "../tree/searchOf.ts";
import type { EmptyNode, GroupNode } from "../tree/treeNodes.ts";
import { fileProblemText } from "./fileTexts.ts";
import { numberText } from "./numberTexts.ts";
import { asOfText } from "./timeTexts.ts";

/** The age of a row's content; times in milliseconds since the epoch. */
export interface Aged {
  /** When it was read, if it may be outdated. */
  readonly asOf?: number;
  readonly now: number;
}

/** The counts of a group that was opened: its size and the loaded rows by trouble, or the matches of its filter. */
function groupParts({ count, filter }: GroupNode): readonly string[] {
  if (count === undefined) return [];
  const { loaded, shown, total = loaded, troubles = [] } = count;
  if (filter !== undefined) {
    const searched = l10n.t("“{0}”", filter.text);
    if (searchOf(filter) !== undefined) return [foundCountText(searched, count)];
    const [found, among] = [numberText(shown), numberText(loaded)];
    if (total > loaded)
      return [l10n.t("{0}: {1} among the {2} loaded of {3}", searched, found, among, numberText(total))];
    return [l10n.t("{0}: {1} of {2}", searched, found, among)];
  }
  return [
    countOfText(loaded, total),
    ...troubles.map(([trouble, troubled]) => troubleText(trouble, numberText(troubled))),
  ];
}

/** "200 of 1,250", or only the number if these are all. */
function countOfText(count: number, total: number): string {
  if (total <= count) return numberText(count);
  return l10n.t("{0} of {1}", numberText(count), numberText(total));
}

/** The parts of a group's row after its name: its age, and its counts if it is a list. */
export function groupRowParts(node: GroupNode, { asOf, now }: Aged): readonly string[] {
  const parts: string[] = [];
  if (asOf !== undefined) parts.push(asOfText(asOf, now));
  if (listedKinds.includes(node.kind)) parts.push(...groupParts(node));
  return parts;
}

/** The matches of a filter that the panel has searched for. */
function foundCountText(
  searched: string,
  { loaded, total, among }: { readonly loaded: number; readonly total: number | undefined; readonly among?: number },
): string {
  const foundCount = countOfText(loaded, total ?? loaded);
  if (among === undefined) return l10n.t("{0}: {1} on the panel", searched, foundCount);
  return l10n.t("{0}: {1} among all {2}", searched, foundCount, numberText(among));
}

/** "2 stopped" */
function troubleText(trouble: Trouble, count: string): string {
  const texts: Readonly<Record<Trouble, string>> = {
    dead: l10n.t("{0} dead", count),
    failed: l10n.t("{0} failed", count),
    misconfigured: l10n.t("{0} misconfigured", count),
    restarting: l10n.t("{0} restarting", count),
    stopped: l10n.t("{0} stopped", count),
    paused: l10n.t("{0} paused", count),
    expired: l10n.t("{0} expired", count),
    expiring: l10n.t("{0} expiring", count),
    outdated: l10n.t("{0} to reload", count),
  };
  return texts[trouble];
}

/** The row of an empty group, or of an empty directory. */
export function emptyRowText({ kind, filtered, among, problem }: EmptyNode): string {
  if (problem !== undefined) return fileProblemText(problem);
  if (!filtered) return noneText(kind);
  if (among === undefined) return l10n.t("No match");
  return noMatchText(among.loaded, among.total ?? among.loaded);
}

function noneText(kind: SubjectKind): string {
  if (kind === "file") return l10n.t("No files");
  return (groups[groupKindOf(kind)]?.none ?? resourceOf(kind).words.none)();
}

/** The row of a filter without matches. */
export function noMatchText(loaded: number, total: number): string {
  if (total > loaded) return l10n.t("No match among the {0} loaded of {1}", numberText(loaded), numberText(total));
  return l10n.t("No match among all {0}", numberText(loaded));
}

/** What a person can do about an empty group. */
export function emptyRowHint({ kind, filtered }: EmptyNode, changes: readonly Change[]): string | undefined {
  if (filtered) return l10n.t("click to change the filter");
  if (changes.includes("create")) return l10n.t("create one with +");
  if (kind === "file") return undefined;
  return resourceOf(kind).words.whereMade?.();
}
