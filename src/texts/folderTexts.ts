import * as l10n from "@vscode/l10n";
import { visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import type { FolderComparison, NotCompared } from "../serverFolders/compareFolders.ts";
import type { FolderJobEnd } from "../serverFolders/folderJob.ts";
import type { UnpackedHere, WhyNotWritten } from "../serverFolders/unpackLocally.ts";
import { listText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** Longest words of a program that are shown. */
const LONGEST_WORDS = 300;

/** How many names of a kind are in a sentence. */
const MOST_NAMES = 3;

/** Why what was asked about a directory has no answer. */
export function folderEndText(end: FolderJobEnd, path: string): string {
  const directory = visibleText(path);
  switch (end.kind) {
    case "said": {
      const [word, ...rest] = end.words;
      if (word === "notFound") return l10n.t("“{0}” is no directory on the server.", directory);
      if (word === "missing") return missingText(rest);
      if (word === "noSpace") return l10n.t("The server's disk has no room for an archive of “{0}”.", directory);
      return l10n.t("The server could not do it: “{0}”.", visibleText(end.words.join(" "), LONGEST_WORDS));
    }
    case "ended":
      return l10n.t("The server could not do it: “{0}”.", visibleText(end.errors, LONGEST_WORDS));
    case "missing":
      return missingText(end.tools);
    case "timedOut":
      return l10n.t("The server took too long with “{0}”, and was made to stop.", directory);
    case "tooMuch":
      return l10n.t("There is too much in “{0}”. Choose a directory in it.", directory);
    case "noSpace":
      return l10n.t("The server's disk is full.");
    case "busy":
      return l10n.t("The server does this for another window or computer. Try again when that is over.");
    case "unknown":
      return l10n.t("How it ended was not seen. The server ends it by itself, and keeps nothing of it.");
    default:
      return end satisfies never;
  }
}

function missingText(tools: readonly string[]): string {
  return l10n.t("The server lacks programs that this needs: {0}.", visibleText(listText(tools)));
}

/** What a comparison has found, in numbers. */
export function comparisonText({
  different,
  onlyHere,
  onlyThere,
  same,
  notCompared,
  leftOut,
}: FolderComparison): string {
  return [
    l10n.t("{0} different", numberText(different.length)),
    l10n.t("{0} only here", numberText(onlyHere.length)),
    l10n.t("{0} only on the server", numberText(onlyThere.length)),
    l10n.t("{0} the same", numberText(same)),
    ...(notCompared.length > 0 ? [l10n.t("{0} not compared", numberText(notCompared.length))] : []),
    ...(leftOut > 0 ? [l10n.t("{0} left out", numberText(leftOut))] : []),
  ].join(" · ");
}

/** Why two things of the same path were not compared. */
export function notComparedText(why: NotCompared["why"]): string {
  return {
    link: l10n.t("a link, which is not followed"),
    kind: l10n.t("not a file at both places"),
    unreadHere: l10n.t("could not be read on this computer"),
    unreadThere: l10n.t("could not be read on the server"),
  }[why];
}

/** What was not written to this computer, and why. */
export function notWrittenText({ notWritten }: UnpackedHere): string {
  const reasons: readonly WhyNotWritten[] = ["link", "special", "outside", "name", "twice"];
  return sentences(
    ...reasons.map((why) => {
      const paths = notWritten.filter((each) => each.why === why).map(({ path }) => visibleText(path, 100));
      return paths.length > 0 && whyText(why, numberText(paths.length), listText(paths.slice(0, MOST_NAMES)));
    }),
  );
}

function whyText(why: WhyNotWritten, count: string, names: string): string {
  return {
    link: l10n.t("Left out, as they are links: {0} ({1}).", count, names),
    special: l10n.t("Left out, as they are no files: {0} ({1}).", count, names),
    outside: l10n.t("Left out, as they lead out of the directory: {0} ({1}).", count, names),
    name: l10n.t("Left out, as this computer's system has no such names: {0} ({1}).", count, names),
    twice: l10n.t("Left out, as another one has the same name here: {0} ({1}).", count, names),
  }[why];
}
