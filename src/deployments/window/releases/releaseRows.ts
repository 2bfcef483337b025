import * as l10n from "@vscode/l10n";
import { visibleText } from "../../../characters/plainText.ts";
import { listText } from "../../../texts/listTexts.ts";
import { numberText } from "../../../texts/numberTexts.ts";
import { runPathText } from "../../../texts/releaseTexts.ts";
import type { AddedFiles } from "../../releases/addedFiles.ts";
import { isOfReleases } from "../../releases/pastReleases.ts";
import type { PlannedRelease } from "../../releases/plannedRelease.ts";
import type { UserIni } from "../../releases/userIni.ts";
import { USER_INI } from "../../releases/servedDirectory.ts";
import type { SharedPath } from "../../releases/sharedPaths.ts";

/** What a row of a preview says. */
interface Fact {
  readonly icon: string;
  readonly label: string;
  readonly description: string;
}

/** What a preview says of a release: what the website is to serve, and of its first one what changes in the website. @param root the website's own directory */
export function releaseFacts(release: PlannedRelease, root: string): readonly Fact[] {
  const { from, runPath, shared, userIni, keep } = release;
  return [
    // each is so long that a row has no room for both
    { icon: "circle-outline", label: l10n.t("Run path now"), description: runPathText(from.runPath) },
    { icon: "arrow-swap", label: l10n.t("New run path"), description: runPathText(runPath) },
    ...(isFirstRelease(release) ? firstFacts(release, root) : notTakenOver(release)),
    ...(userIni === undefined || userIni.moves ? [] : [staysBehind(userIni)]),
    ...shared.map(sharedFact),
    {
      icon: "archive",
      label: l10n.t("Kept beside it"),
      description: keep === 1 ? l10n.t("1 older release") : l10n.t("{0} older releases", numberText(keep)),
    },
  ];
}

/** What somebody has added to the release that is served stays in that one. */
function notTakenOver({ added }: Pick<PlannedRelease, "added">): readonly Fact[] {
  if (added === undefined || (added.count === 0 && !added.mayBeMore)) return [];
  return [{ icon: "info", label: l10n.t("Not taken over"), description: addedText(added) }];
}

function addedText({ count, mayBeMore }: AddedFiles): string {
  if (count === 0)
    return l10n.t("files that were added to the release that is served, such as uploads, unless they are shared");
  if (mayBeMore) return l10n.t("{0} or more files that were added to the release that is served", numberText(count));
  if (count === 1) return l10n.t("1 file that was added to the release that is served");
  return l10n.t("{0} files that were added to the release that is served", numberText(count));
}

/** Whether the website serves no release now: much changes in it then. */
export function isFirstRelease({ from }: Pick<PlannedRelease, "from">): boolean {
  return !isOfReleases(from.runPath);
}

/** What keeps PHP to the website stays where it is: whatever happens to the run path at a stop and a start, panels do not move it along. */
function staysBehind(userIni: UserIni): Fact {
  return { icon: "warning", ...staysBehindTexts(userIni) };
}

/** What is said of the panel's own file where it does not come along. */
export function staysBehindTexts({ path }: UserIni) {
  return {
    label: l10n.t("Stays behind"),
    description: l10n.t(
      "{0}, so nothing keeps PHP to the website: set {1} again in the panel",
      visibleText(path),
      "open_basedir",
    ),
  };
}

/** What the first release of a website changes in it, and the way back. */
function firstFacts({ userIni }: PlannedRelease, root: string): readonly Fact[] {
  return [
    {
      icon: "info",
      label: l10n.t("No longer served"),
      description: l10n.t("the present files, which stay where they are"),
    },
    ...(userIni?.moves === true ? [movesAlong(root)] : []),
    {
      icon: "discard",
      label: l10n.t("Way back"),
      description: l10n.t("Roll Back Website…, or an empty run path in the panel"),
    },
  ];
}

function movesAlong(root: string): Fact {
  return {
    icon: "settings-gear",
    label: l10n.t("Moves along"),
    description: l10n.t("{0}, which still allows PHP all of {1}", USER_INI, visibleText(root)),
  };
}

function sharedFact(shared: SharedPath): Fact {
  const path = visibleText(shared.path);
  return { icon: "link", label: l10n.t("Shared: {0}", path), description: becomesText(shared) };
}

/** What becomes of a shared path in the website's own directory. */
function becomesText({ becomes, leftOut }: SharedPath): string {
  switch (becomes) {
    case "made":
      return l10n.t("made in the website's directory");
    case "placed":
      return l10n.t("placed once in the website's directory");
    case "link":
      return listText([l10n.t("a link on the server, which PHP may not follow"), ...leftOutText(leftOut)]);
    case "there":
      return listText([l10n.t("stays in the website's directory"), ...leftOutText(leftOut)]);
    default:
      return becomes satisfies never;
  }
}

function leftOutText(count: number): readonly string[] {
  if (count === 0) return [];
  if (count === 1) return [l10n.t("1 file of the source is not sent")];
  return [l10n.t("{0} files of the source are not sent", numberText(count))];
}
