import * as l10n from "@vscode/l10n";
import { bytesText } from "../characters/bytesText.ts";
import { visibleText } from "../characters/plainText.ts";
import { isIncluded, sentences } from "../characters/sentences.ts";
import type { FileAccess, FileInput } from "../resources/files/fileInput.ts";
import { resourceOf } from "../resources/resources.ts";
import type { FileProblem } from "../serverFiles/fileError.ts";
import { directoryOf } from "../serverFiles/filePlace.ts";
import type { Removal } from "../serverFiles/recycleBin.ts";
import { isMisread } from "../wire/answers/exactPath.ts";
import { type ConfiguredService, traitsOf } from "../serverFiles/configuredServices.ts";
import type { FileEntry } from "../serverFiles/serverFiles.ts";
import type { BrokenConfiguration } from "../serverFiles/brokenConfiguration.ts";
import type { FileNode } from "../tree/treeNodes.ts";
import { archiveProblemText, halfUnpackedText, unpackLines } from "./archiveTexts.ts";
import { numberText } from "./numberTexts.ts";
import { momentText } from "./timeTexts.ts";

/** From this number of entries on, the question before a deletion tells them. */
const MANY_ENTRIES = 100;

/** Why a file was not read or changed, and what is so now. */
export function fileProblemText(problem: FileProblem): string {
  const path = visibleText(problem.path);
  switch (problem.kind) {
    case "notFound":
      return l10n.t("“{0}” is not on the server.", path);
    case "isDirectory":
      return l10n.t("“{0}” is a directory.", path);
    case "notDirectory":
      return l10n.t("“{0}” is no directory.", path);
    case "notEmpty":
      return l10n.t("The directory “{0}” is not empty.", path);
    case "exists":
      return l10n.t("“{0}” exists already. Nothing was changed.", path);
    case "changed":
      return l10n.t("“{0}” has changed on the server since it was shown. Nothing was changed.", path);
    case "unread":
      return l10n.t(
        "It is not known whether “{0}” has changed on the server since this editor read it. Nothing was changed.",
        path,
      );
    case "name":
      if (problem.isMisread === undefined)
        return l10n.t("Panels do not handle the name “{0}” exactly. Nothing was changed.", path);
      return l10n.t("Panels take “{0}” for another path. Nothing was changed.", path);
    case "accessChanged":
      return l10n.t("Owner, group or mode of “{0}” are not what was shown any more. Nothing was changed.", path);
    case "accessUnset":
      return l10n.t("The panel reports success, but “{0}” has {1} now.", path, accessText(problem.now));
    case "specialMode":
      return l10n.t(
        "“{0}” has a special mode (setuid, setgid or sticky), which panels would take away. Nothing was changed.",
        path,
      );
    case "link":
      return l10n.t(
        "“{0}” is a link, which would replace a file or lead elsewhere from there. Nothing was changed.",
        path,
      );
    case "locked":
      return l10n.t("“{0}” is locked against changes on the server (lsattr). Nothing was changed.", path);
    case "special":
      return l10n.t("“{0}” is no plain file. Nothing was changed.", path);
    case "noSpace":
      return l10n.t("The server kept nothing of “{0}”: its disk is full or read-only. Nothing was changed.", path);
    case "encoding":
      return l10n.t(
        "“{0}” is not in UTF-8, and this would lose characters of it. Reopen it with its encoding. Nothing was changed.",
        path,
      );
    case "mismatch":
      return l10n.t("The panel reports success, but “{0}” is not as it should be. Look at it on the server.", path);
    case "tooLarge": {
      const [size, limit] = [bytesText(problem.size), bytesText(problem.limit)];
      return l10n.t("“{0}” has {1}; editors open up to {2}. Download it, or show its end.", path, size, limit);
    }
    case "hardLinks":
      return l10n.t(
        "“{0}” has {1} names on the server (hard links), of which the others would keep the old content. Nothing was changed.",
        path,
        numberText(problem.count),
      );
    case "group":
      return l10n.t(
        "Panels cannot keep owner and group of “{0}”: {1} would become {2}. Nothing was changed.",
        path,
        visibleText(problem.from),
        visibleText(problem.to),
      );
    case "archive":
      return archiveProblemText(problem);
    case "halfUnpacked":
      return halfUnpackedText(problem);
    case "halfway":
      if (problem.isMissing)
        return l10n.t(
          "“{0}” is missing now. Its new content is whole at {1} on the server: move it back.",
          path,
          visibleText(problem.stage),
        );
      return l10n.t(
        "The connection was lost while “{0}” was replaced. Its new content is whole at {1} on the server: look there.",
        path,
        visibleText(problem.stage),
      );
    case "local":
      return l10n.t("“{0}” on this computer could not be read or written ({1}).", path, problem.code);
    default:
      return problem satisfies never;
  }
}

/** The name of a service for people. @param name the panel's */
export const serviceName = (name: string): string => resourceOf("service").label({ name });

/** That a service accepts its configuration since a change, and what is left to do. */
export function acceptedText(service: ConfiguredService): string {
  const name = serviceName(service);
  if (traitsOf(service).usesAfter === "restart")
    return l10n.t("{0} accepts its configuration, and uses it from its next restart on.", name);
  return l10n.t("{0} accepts its configuration, and uses it from its next reload on.", name);
}

/** What a service that runs says of its configuration since a change. */
export function brokenText(broken: BrokenConfiguration): string {
  if (broken.startsWithout === true)
    return sentences(refusalText(broken), l10n.t("It starts all the same, without what it does not understand."));
  if (broken.by === undefined)
    return sentences(refusalText(broken), l10n.t("Until it is restarted, it goes on with the old one."));
  return sentences(
    refusalText(broken),
    l10n.t("It goes on with the old one, but does not start with this one after a reload or restart."),
  );
}

/** What a service says of its configuration. */
export function refusalText(broken: BrokenConfiguration): string {
  const words = visibleText(broken.text);
  const { by, place, startsWithout } = broken;
  if (place !== undefined) return refusalAt(broken, place);
  if (by === undefined) return l10n.t("The web server refuses its configuration: “{0}”.", words);
  if (startsWithout === true) return l10n.t("{0} finds a mistake in its configuration: “{1}”.", serviceName(by), words);
  return l10n.t("{0} refuses its configuration: “{1}”.", serviceName(by), words);
}

function refusalAt(
  { by, text, startsWithout }: BrokenConfiguration,
  { line: number, path: told }: NonNullable<BrokenConfiguration["place"]>,
): string {
  const [words, line, path] = [visibleText(text), String(number), visibleText(told)];
  if (by === undefined)
    return l10n.t("The web server refuses its configuration: “{0}”, in line {1} of {2}.", words, line, path);
  const name = serviceName(by);
  if (startsWithout === true)
    return l10n.t("{0} finds a mistake in its configuration: “{1}”, in line {2} of {3}.", name, words, line, path);
  return l10n.t("{0} refuses its configuration: “{1}”, in line {2} of {3}.", name, words, line, path);
}

/** What is done to a file, for the question before it, in lines. */
export function fileLines(input: FileInput | undefined): readonly string[] {
  if (input === undefined) return [];
  const { to, entries, replaces, access, isDirectory, leadsTo, otherNames, unpack } = input;
  return [
    ...(access === undefined ? [] : accessLines(access)),
    isDirectory === true && l10n.t("What is in the directory keeps its own."),
    leadsTo !== undefined && l10n.t("It is a link: {0} is changed.", visibleText(leadsTo)),
    otherNames !== undefined && l10n.t("Other names of the same file: {0}.", numberText(otherNames)),
    to !== undefined && l10n.t("New path: {0}", visibleText(to)),
    to !== undefined && replaces === true && l10n.t("What exists there is replaced."),
    ...(unpack === undefined ? [] : unpackLines(unpack)),
    isMany(entries) && l10n.t("It has {0}.", entriesText(entries)),
    ...riskLines(input),
  ].filter(isIncluded);
}

/** Permissions as people know them: `0644 (rw-r--r--), www:www`. */
export function accessText({ mode, user, group }: FileAccess): string {
  return `${modeText(mode)}, ${visibleText(user)}:${visibleText(group)}`;
}

/** A mode in both ways: `0644 (rw-r--r--)`. @param mode three octal digits */
export function modeText(mode: string): string {
  return `0${mode} (${letters(mode)})`;
}

/** `rw-r--r--` for 644. */
function letters(mode: string): string {
  const of = (digit: string) => ["r", "w", "x"].map((letter, index) => ((Number(digit) << index) & 4 ? letter : "-"));
  return mode.split("").flatMap(of).join("");
}

/** What becomes of permissions. */
function accessLines({ from, to }: NonNullable<FileInput["access"]>): readonly string[] {
  const line = (name: string, before: string, after: string) =>
    before === after ? l10n.t("{0}: {1}", name, after) : l10n.t("{0}: {1} → {2}", name, before, after);
  return [
    line(l10n.t("Mode"), modeText(from.mode), modeText(to.mode)),
    line(l10n.t("Owner"), visibleText(from.user), visibleText(to.user)),
    line(l10n.t("Group"), visibleText(from.group), visibleText(to.group)),
  ];
}

/** What can go wrong, for the question before a change of files. */
export function riskLines(input: FileInput | undefined): readonly string[] {
  if (input?.isRisky === true) return [l10n.t("A mistake there can lock you out or stop the server.")];
  return [];
}

/** Where something is that was deleted, as far as it was seen. */
export function removalText(removal: Removal): string {
  switch (removal) {
    case "binned":
      return l10n.t("It is in the panel's recycle bin.");
    case "forGood":
      return l10n.t("It is deleted for good: it is not in the panel's recycle bin.");
    case "unseen":
      return l10n.t("Whether it is in the panel's recycle bin was not seen.");
    default:
      return removal satisfies never;
  }
}

/** What is done to one of several files, beside its name. */
export function fileNote({ to, bin, entries, replaces }: FileInput = {}): string | undefined {
  if (bin === "tooLong") return l10n.t("deleted for good");
  if (to !== undefined) return l10n.t("→ {0}", visibleText(to));
  if (isMany(entries)) return entriesText(entries);
  if (replaces === true) return l10n.t("exists");
  return undefined;
}

type Entries = NonNullable<FileInput["entries"]>;

function isMany(entries: Entries | undefined): entries is Entries {
  return entries !== undefined && (entries.isCut || entries.count > MANY_ENTRIES);
}

function entriesText({ count, isCut }: Entries): string {
  if (isCut) return l10n.t("more than {0} entries", numberText(count));
  return l10n.t("{0} entries", numberText(count));
}

/** What is said of a file beside its name in a row. */
export function fileDescription(node: FileNode): string {
  return fileFacts(node).join(" · ");
}

/** What a file is, or of a directory that a person opened where that is. */
function fileFacts(node: FileNode): readonly string[] {
  const { path, entry } = node;
  if (entry === undefined) {
    if (path === "/") return [];
    return [visibleText(directoryOf(path))];
  }
  const facts = [entryText(entry)].filter((fact) => fact !== "");
  if (misreadText(node) !== undefined) facts.push(l10n.t("name is misread"));
  return facts;
}

function entryText({ kind, size, linkTo }: FileEntry): string {
  if (linkTo !== undefined) return l10n.t("→ {0}", visibleText(linkTo));
  if (kind === "directory") return "";
  if (kind === "file") return bytesText(size);
  return l10n.t("device or socket");
}

/** That panels take the file for another one, and what can be done; `undefined`: they do not. */
function misreadText({ path, entry }: FileNode): string | undefined {
  if (entry === undefined) return undefined;
  const misread = l10n.t("Panels take its name for another one.");
  if (isMisread("transfer", path))
    return sentences(misread, l10n.t("It can be neither renamed nor deleted here, only in a terminal of the server."));
  if (isMisread("remove", path)) return sentences(misread, l10n.t("It cannot be deleted here: rename it first."));
  if (isMisread("read", path)) return sentences(misread, l10n.t("It cannot be opened here: rename it first."));
  return undefined;
}

/** Everything that is known of a file, in lines. */
export function fileTooltip(node: FileNode): readonly string[] {
  const { path, entry } = node;
  if (entry === undefined) return [visibleText(path)];
  const { mode, user, mtime } = entry;
  return [
    visibleText(path),
    entryText(entry),
    misreadText(node),
    mtime !== undefined && l10n.t("Changed: {0}", momentText(mtime * 1000)),
    l10n.t("Owner and mode: {0}", `${visibleText(user)} ${mode}`),
  ]
    .filter(isIncluded)
    .filter((line) => line !== "");
}

/** A file for screen readers. */
export function fileSpoken(node: FileNode): readonly string[] {
  const { label, entry } = node;
  return [label, entry?.kind === "file" ? l10n.t("file") : l10n.t("directory"), ...fileFacts(node)];
}
