import * as l10n from "@vscode/l10n";
import type { DeploymentEnd, ReleaseProblem } from "../actions/deploymentEnd.ts";
import { isInPlace } from "../actions/deploymentEnds.ts";
import { visibleText } from "../characters/plainText.ts";
import { shortId } from "../deployments/releases/releaseId.ts";
import { numberText } from "./numberTexts.ts";

/** A path in a release: that of the website, the directory of all releases, the release's own and what is below it. */
const IN_RELEASE = /^(.*\/releases-)[\da-f]{16}\/([\da-zA-Z-]+)((?:\/.*)?)$/u;

/** By what people know a release: its time, or of an earlier version the beginning of its random id. */
export function releaseLabel(id: string): string {
  return shortId(id);
}

/** A run path as a question shows it: of a release no more than what tells it from others. */
export function shortRunPath(runPath: string): string {
  return runPathText(runPath).replace(
    IN_RELEASE,
    (_path, releases: string, id: string, below: string) => `${releases}…/${shownId(id)}${below}`,
  );
}

function shownId(id: string): string {
  const label = releaseLabel(id);
  return label === id ? id : `${label}…`;
}

/** What a website serves: a release by its label, any other directory by its path. */
function servedName(root: string): string {
  const label = labelIn(root);
  return label === undefined ? visibleText(root) : l10n.t("release {0}", label);
}

/** The label of the release that a directory is, or lies in. */
function labelIn(directory: string): string | undefined {
  const [, , id] = IN_RELEASE.exec(visibleText(directory)) ?? [];
  return id === undefined ? undefined : releaseLabel(id);
}

/** Why a website cannot have releases, or has not changed to one. */
export function releaseProblemText(problem: ReleaseProblem): string {
  switch (problem.why) {
    case "server":
      if (problem.server === "") return l10n.t("Releases need Nginx, and the panel names no web server.");
      return l10n.t("Releases need Nginx; the website is served by {0}.", visibleText(problem.server));
    case "stopped":
      return l10n.t("The website is stopped. Start it first: only then the panel can change what it serves.");
    case "noFiles":
      return l10n.t("Releases need a website that serves files; this one passes requests on to a program.");
    case "noRoot":
      return l10n.t("The configuration of the website names no directory, or cannot be read: {0}.", path(problem));
    case "roots":
      return l10n.t(
        "The configuration of the website names {0} directories, also in comments, and the panel could change each: {1}.",
        numberText(problem.count),
        path(problem),
      );
    case "rootElsewhere":
      return l10n.t(
        "The panel would replace {0} everywhere in {1}, not only where it names the root.",
        visibleText(problem.root),
        path(problem),
      );
    case "listed":
      return l10n.t(
        "The configuration of the website has directory listings on, which would show all releases to visitors: {0}.",
        path(problem),
      );
    case "otherRoot":
      return l10n.t("The website serves {0}, which is not below its own directory.", visibleText(problem.root));
    case "oddRunPath":
      return l10n.t(
        "The website serves {0}, whose name has characters other than letters, digits, dots, hyphens and underscores.",
        visibleText(problem.root),
      );
    case "servesRelease":
      return l10n.t(
        "The website serves a release ({0}), so that nobody would see these files. Deploy a release, or go back to the website as it was before its first release.",
        labelIn(problem.root) ?? visibleText(problem.root),
      );
    case "notServed":
      return l10n.t(
        "The source has no directory {0} for visitors to see; “{1}” says which one it is.",
        path(problem),
        "served",
      );
    case "userIni":
      return l10n.t("The panel moves a file of its own to {0}; leave that out of the source.", path(problem));
    case "sharedServed":
      return l10n.t("{0} cannot be shared: visitors are to see each release's own.", path(problem));
    case "sharedInFile":
      return l10n.t("{0} cannot be shared: {1} is a file in the source.", path(problem), visibleText(problem.file));
    case "sharedMissing":
      return l10n.t(
        "{0} is to be shared, and neither the website nor what is sent has it. Create it in the website's root, or end it with “/” in the settings if it is a directory.",
        path(problem),
      );
    case "sharedNoDirectory":
      return l10n.t("{0} is to be shared as a directory, and is a file.", path(problem));
    case "sharedNoFile":
      return l10n.t("{0} is a file in the source, and a directory on the server.", path(problem));
    case "sharedBlocked":
      return l10n.t(
        "{0} cannot be shared: {1} on the server stands in the way.",
        path(problem),
        visibleText(problem.by),
      );
    case "changedRoot":
      return l10n.t("Somebody has changed the run path of the website: it serves {0} now.", servedName(problem.root));
    case "noRelease":
      return l10n.t("The directory to serve is not there: {0}.", path(problem));
    case "notReloaded": {
      const { where } = problem;
      if (where === undefined)
        return l10n.t(
          "Nginx was not seen to load the new run path, so the previous one, which visitors still see, was set again.",
        );
      return l10n.t(
        "Nginx refuses its configuration at line {0} of {1}, so the previous run path, which visitors still see, was set again.",
        numberText(where.line),
        path(where),
      );
    }
    case "stillNotLoaded": {
      const root = servedName(problem.root);
      const { where } = problem;
      if (where === undefined)
        return l10n.t(
          "The configuration of the website names {0}, but Nginx was not seen to load it, so visitors may still see something else.",
          root,
        );
      return l10n.t(
        "The configuration of the website names {0}, but Nginx refuses to load it because of line {1} of {2}, so visitors may still see something else.",
        root,
        numberText(where.line),
        path(where),
      );
    }
    case "notSeen":
      return l10n.t(
        "The configuration of the website names {0}; whether Nginx has loaded it was not seen. The release was not removed: it stays among those that can be gone back to.",
        servedName(problem.root),
      );
    default:
      return problem satisfies never;
  }
}

/** What the website serves since, where that is more than what was wanted, or nobody has seen it. */
export function servedText(end: DeploymentEnd): string | undefined {
  const { state, isRelease, served, checked } = end;
  if (isRelease !== true) return undefined;
  if (state === "left")
    return l10n.t(
      "Its release stays among those that can be gone back to. Which directory the website serves has to be looked at.",
    );
  if (served === undefined) {
    const isOpen = state === "held" || state === "unknown";
    return isOpen ? l10n.t("Which directory the website serves has to be looked at.") : undefined;
  }
  const root = servedName(served.root);
  // after a way back, the address was asked before it
  const wasAsked = checked !== undefined && isInPlace(end);
  if (served.isSeen || wasAsked) return l10n.t("The website serves {0}.", root);
  return l10n.t("The website is to serve {0}, but Nginx was not seen to load that.", root);
}

/** A run path as panels show it: below the website's own directory, which is “/”. */
export function runPathText(runPath: string): string {
  return runPath === "" ? "/" : visibleText(runPath);
}

function path(problem: { readonly path: string }): string {
  return visibleText(problem.path);
}

/** What is missing before the first release. @param isHere this computer has it, and its name stays out of deployments */
export function missingSharedText(file: string, root: string, isHere: boolean): string {
  const [name, directory] = [visibleText(file), visibleText(root)];
  if (isHere)
    return l10n.t(
      "{0} is to be shared, and is not in {1} yet: a file of this name stays out of deployments. It has to be there before the first release.",
      name,
      directory,
    );
  return l10n.t(
    "{0} is to be shared, and neither {1} nor what is sent has it. Create it there, or end it with “/” in the settings if it is a directory.",
    name,
    directory,
  );
}
