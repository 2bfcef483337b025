import * as l10n from "@vscode/l10n";
import { cutText, visibleText } from "../../characters/plainText.ts";
import { isIncluded, sentences } from "../../characters/sentences.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { listText } from "../../texts/listTexts.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { type LeftOut, MOST_UNREAD, type SearchEnd } from "../searchEnd.ts";
import type { QueryProblem } from "../searchQuery.ts";
import type { AskedSearch, SearchedPlace } from "./searchedPlaces.ts";
import type { SearchRun } from "./searchRun.ts";

/** How much of what is searched for stands beside the view's title. */
const LONGEST_TITLE = 40;

/** What is searched, in a few words. */
export function placesText(places: readonly SearchedPlace[]): string {
  const [first, ...others] = places;
  if (first === undefined) return "";
  const { panel, name, directory } = first;
  if (others.length === 0) return l10n.t("“{0}” on “{1}”", visibleText(name ?? directory), panel.name);
  const panels = new Set(places.map((place) => place.panel.id)).size;
  const count = numberText(places.length);
  if (panels === 1) return l10n.t("{0} places on “{1}”", count, panel.name);
  if (places.every((place) => place.name === undefined && place.directory === directory))
    return l10n.t("“{0}” on {1} panels", visibleText(directory), numberText(panels));
  return l10n.t("{0} places on {1} panels", count, numberText(panels));
}

/** Why a text cannot be searched for. */
export function queryProblemText(problem: QueryProblem): string {
  switch (problem.kind) {
    case "empty":
      return l10n.t("There is nothing to find.");
    case "tooLong":
      return l10n.t("A text of more than {0} characters is not searched for.", numberText(problem.most));
    case "lineBreak":
      return l10n.t("Servers are searched line by line: a text with a line break is not found.");
    case "nul":
      return l10n.t("The text has a character that no text file has.");
    case "glob":
      return l10n.t("“{0}” is no pattern of files.", visibleText(problem.glob));
    default:
      return problem satisfies never;
  }
}

/** What stands beside the title of the view: what is searched for, and where. */
export function descriptionText({ query, places }: AskedSearch): string {
  return l10n.t("“{0}” in {1}", cutText(visibleText(query.text), LONGEST_TITLE), placesText(places));
}

/** What stands above the results: whether the search goes on, how much it has found, and where it has stopped early. */
export function messageText(run: SearchRun, nameOf: (panelId: string) => string): string {
  const { servers } = run.results;
  const isOne = servers.length === 1 && run.readOnly.length === 0;
  const about = (panelIds: readonly string[], text: string) =>
    isOne ? text : l10n.t("{0}: {1}", listText(panelIds.map((id) => l10n.t("“{0}”", nameOf(id)))), text);
  const bounds = servers.map(({ panelId, end }) => [panelId, end && boundText(end)] as const);
  const byText = Map.groupBy(bounds, ([, text]) => text ?? "");
  const bounded = [...byText].map(
    ([text, all]) =>
      text !== "" &&
      about(
        all.map(([id]) => id),
        text,
      ),
  );
  const left = [...run.leftTasks].map(([panelId, names]) => about([panelId], leftTasksText([...names])));
  return sentences(stateText(run), ...bounded, leftOutText(run), ...left);
}

function stateText(run: SearchRun): string {
  const { isRunning, isCanceled, results } = run;
  const found = countText(results.lineCount, results.fileCount);
  if (isRunning && isCanceled) return sentences(l10n.t("Canceling…"), found);
  if (isRunning) return sentences(l10n.t("Searching…"), found);
  if (found !== undefined) return found;
  if (results.servers.every(({ end }) => end?.kind === "whole")) return l10n.t("No results found in text files.");
  return l10n.t("Nothing was found as far as it was searched.");
}

/** How much was found; `undefined`: nothing. */
function countText(lines: number, files: number): string | undefined {
  if (lines === 0) return undefined;
  if (lines === 1) return l10n.t("1 result in 1 file.");
  if (files === 1) return l10n.t("{0} results in 1 file.", numberText(lines));
  return l10n.t("{0} results in {1} files.", numberText(lines), numberText(files));
}

/** What the end of a search says of a server: that it was ended early, or that it was not searched as asked. */
interface EndText {
  readonly kind: "bound" | "problem";
  readonly text: string;
}

function boundText(end: SearchEnd): string | undefined {
  const said = endText(end);
  return said?.kind === "bound" ? said.text : undefined;
}

/** Why a server was not searched as asked, or nobody knows how far; `undefined` for all other ends. */
export function problemText(end: SearchEnd, address?: string): string | undefined {
  const said = endText(end, address);
  return said?.kind === "problem" ? said.text : undefined;
}

function endText(end: SearchEnd, address?: string): EndText | undefined {
  const bound = (text: string) => ({ kind: "bound", text }) as const;
  const problem = (text: string) => ({ kind: "problem", text }) as const;
  switch (end.kind) {
    case "whole":
      return undefined;
    case "partly":
      if (end.missing === undefined)
        return bound(l10n.t("It was not searched whole: not all of its files were listed."));
      return bound(l10n.t("It was not searched whole: {0} of its files were not looked at.", numberText(end.missing)));
    case "tooManyLines":
      return bound(l10n.t("It was ended at {0} results: there may be more.", numberText(end.most)));
    case "timedOut":
      return bound(l10n.t("It was ended after {0} seconds: there may be more.", numberText(end.seconds)));
    case "tooMuch":
      return bound(l10n.t("It was ended because of the length of what was found: there may be more."));
    case "canceled":
      return bound(l10n.t("The search was canceled."));
    case "refused":
      return problem(l10n.t("It does not take the regular expression: {0}", visibleText(end.message)));
    case "noUtf8":
      return problem(
        l10n.t("It has no locale for UTF-8, which a regular expression needs. A text is found without one."),
      );
    case "unable":
      return problem(l10n.t("Its programs cannot search like this: {0}", visibleText(end.message)));
    case "busy":
      return problem(l10n.t("Another search runs on it. Search again when that has ended."));
    case "missing":
      return problem(
        l10n.t("It lacks what a search needs: {0}.", listText(end.tools.map((tool) => visibleText(tool)))),
      );
    case "noSpace":
      return problem(l10n.t("It has no room for what a search writes: there may be more results."));
    case "unknown":
      return problem(
        l10n.t("The end of the search was not seen: there may be more results, and it may still run there."),
      );
    case "damaged":
      return problem(l10n.t("It sent something else than results: there may be more."));
    case "failed":
      // before anything ran on the server
      if (end.failure.kind === "cancelled") return bound(l10n.t("The search was canceled."));
      return problem(failureText(end.failure, address));
    default:
      return end satisfies never;
  }
}

/** Why not all files of a directory are listed; `undefined`: all are. */
export function listEndText(end: SearchEnd, count: number, address: string): string | undefined {
  const isBounded = end.kind === "tooManyLines" || end.kind === "timedOut" || end.kind === "tooMuch";
  if (isBounded) return l10n.t("Only the first {0} files are listed: there are more.", numberText(count));
  if (end.kind === "unknown") return l10n.t("The end of the list was not seen: there may be more files.");
  if (end.kind === "partly") return l10n.t("Not all files could be listed: there are more.");
  if (end.kind !== "whole") return problemText(end, address);
  const unread = end.leftOut.unreadableDirectories;
  if (unread > 0) return l10n.t("Not listed: {0}.", LEFT_OUT.unreadableDirectories(unread));
  return undefined;
}

/** What was not searched, of all servers. */
function leftOutText({ results }: SearchRun): string | undefined {
  const all = results.servers.flatMap(({ end }) => (end?.kind === "whole" || end?.kind === "partly" ? [end] : []));
  const sum = (name: keyof LeftOut) => all.reduce((total, { leftOut }) => total + leftOut[name], 0);
  const parts = (Object.keys(LEFT_OUT) as (keyof LeftOut)[]).map((name) => {
    const count = sum(name);
    return count > 0 && LEFT_OUT[name](count);
  });
  const said = parts.filter(isIncluded);
  if (said.length === 0) return undefined;
  const unread = all.flatMap((end) => end.unread).map((path) => l10n.t("“{0}”", visibleText(path)));
  const named = unread.slice(0, MOST_UNREAD);
  const more = sum("unreadableFiles") - named.length;
  if (more > 0) named.push(l10n.t("{0} more", numberText(more)));
  return sentences(
    l10n.t("Not searched: {0}.", listText(said)),
    unread.length > 0 && l10n.t("Not read to the end: {0}.", listText(named)),
  );
}

const LEFT_OUT: Readonly<Record<keyof LeftOut, (count: number) => string>> = {
  unreadableDirectories: (count) =>
    count === 1 ? l10n.t("1 unreadable directory") : l10n.t("{0} unreadable directories", numberText(count)),
  unreadableFiles: (count) =>
    count === 1 ? l10n.t("1 unreadable file") : l10n.t("{0} unreadable files", numberText(count)),
  givenUpFiles: (count) =>
    count === 1
      ? l10n.t("1 file in which grep gave up on the expression")
      : l10n.t("{0} files in which grep gave up on the expression", numberText(count)),
};

/** Tasks of ours that may be in a panel's list still. */
function leftTasksText(names: readonly string[]): string {
  return l10n.t(
    "Not seen to be removed from the panel's scheduled tasks: {0}. Delete it there.",
    listText(names.map((name) => visibleText(name))),
  );
}
