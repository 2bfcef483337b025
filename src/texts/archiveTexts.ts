import * as l10n from "@vscode/l10n";
import { bytesText } from "../characters/bytesText.ts";
import { visibleText } from "../characters/plainText.ts";
import { isIncluded, sentences } from "../characters/sentences.ts";
import type { UnpackInput } from "../resources/files/fileInput.ts";
import type { ArchiveProblem, FileProblem } from "../serverFiles/fileError.ts";
import { numberText } from "./numberTexts.ts";

/** Longest words of a program that are shown. */
const LONGEST_WORDS = 300;

/** Why an archive was not unpacked; nothing was changed. */
export function archiveProblemText({ path, why, detail = "" }: Extract<FileProblem, { kind: "archive" }>): string {
  return sentences(
    reasonText(visibleText(path), why, visibleText(detail, LONGEST_WORDS)),
    why !== "stageLeft" && l10n.t("Nothing was changed."),
  );
}

function reasonText(path: string, why: ArchiveProblem, detail: string): string {
  const reasons: Readonly<Record<ArchiveProblem, () => string>> = {
    changed: () => l10n.t("“{0}”, or its directory, has changed on the server since it was shown.", path),
    notFound: () => l10n.t("“{0}” is not on the server, or is a link.", path),
    unreadable: () => l10n.t("“{0}” is unpacked by the owner of its directory, {1}, who cannot read it.", path, detail),
    notWritable: () => l10n.t("The owner of the directory of “{0}”, {1}, cannot write into it.", path, detail),
    noOwner: () =>
      l10n.t(
        "The directory of “{0}” belongs to a user that the server does not have ({1}). Give it an owner.",
        path,
        detail,
      ),
    unsafe: () =>
      l10n.t("The directory of “{0}” is root's, and others can change it: they could have root write elsewhere.", path),
    inTheWay: () => l10n.t("What “{0}” was to be unpacked into exists by now.", path),
    other: () => l10n.t("“{0}” has something else in it than its own list says.", path),
    tooLarge: () => l10n.t("“{0}” takes more than its own list says.", path),
    noSpace: () => l10n.t("The server's disk has no room for what is in “{0}”.", path),
    failed: () => l10n.t("“{0}” could not be unpacked: “{1}”.", path, detail),
    damaged: () => l10n.t("“{0}” is damaged, or no archive of its name's kind.", path),
    outside: () => l10n.t("“{0}” has paths that lead out of its directory: “{1}”.", path, detail),
    longPath: () => l10n.t("A path in “{0}” is too long for the server.", path),
    encrypted: () => l10n.t("“{0}” is encrypted. Unpack it on your computer.", path),
    encoding: () =>
      l10n.t(
        "Names in “{0}” are in an encoding that it does not tell, as a Chinese Windows writes them (GBK). Unpack it on your computer and upload its files.",
        path,
      ),
    twice: () => l10n.t("“{0}” has the same path as a file, a directory or a link: “{1}”.", path, detail),
    empty: () => l10n.t("There is no file in “{0}” that could be unpacked.", path),
    tooMany: () => l10n.t("There is too much in “{0}” or in its directory to be looked through.", path),
    missing: () => l10n.t("The server lacks what “{0}” needs: {1}.", path, detail),
    busy: () => l10n.t("The server unpacks another archive. Try again when that is over."),
    timedOut: () => l10n.t("The server took too long with “{0}”, and was made to stop.", path),
    unknown: () => l10n.t("How it ended with “{0}” was not seen.", path),
    stageLeft: () => sentences(l10n.t("It was ended."), leftText(detail, path)),
  };
  return reasons[why]();
}

function leftText(stage: string, path: string): string {
  return l10n.t(
    "What it has unpacked so far may still be in the directory {0} beside “{1}”: remove that.",
    stage,
    path,
  );
}

/** What is there of an archive that may not have been unpacked whole. */
export function halfUnpackedText(problem: Extract<FileProblem, { kind: "halfUnpacked" }>): string {
  const { stage } = problem;
  const archive = visibleText(problem.path);
  return sentences(
    placedText(archive, visibleText(problem.into), problem.isWhole),
    stage !== undefined && leftText(visibleText(stage), archive),
  );
}

function placedText(archive: string, into: string, isWhole: boolean | undefined): string {
  if (isWhole === undefined)
    return l10n.t("How unpacking “{0}” ended was not seen. All of it may be in “{1}”: look there.", archive, into);
  if (isWhole) return l10n.t("All files and directories of “{0}” are in “{1}”.", archive, into);
  return l10n.t("“{1}” has something else in it than “{0}”: look there.", archive, into);
}

/** What is in an archive, for the question before it is unpacked, in lines. */
export function unpackLines(input: UnpackInput): readonly string[] {
  const { files, directories, bytes, into, links, special } = input;
  return [
    l10n.t("Files: {0}, directories: {1}, together {2}", numberText(files), numberText(directories), bytesText(bytes)),
    l10n.t("They come into a new directory: {0}", visibleText(into)),
    links + special > 0 &&
      l10n.t("Not unpacked: {0} links, and {1} that are no files.", numberText(links), numberText(special)),
  ].filter(isIncluded);
}
