import * as l10n from "@vscode/l10n";
import { cutText, visibleText } from "../../characters/plainText.ts";
import type { Dialogs, Talking } from "../../ports/dialogs.ts";
import type { LiveRow } from "../../ports/liveList.ts";
import { typedPath } from "../../serverFiles/filePlace.ts";
import { queryProblem } from "../queryProblem.ts";
import type { SearchQuery } from "../searchQuery.ts";
import { placesText, queryProblemText } from "./searchTexts.ts";
import { WEBSITES, type AskedSearch, type SearchedPlace } from "./searchedPlaces.ts";

type Switch = "isCaseSensitive" | "isWholeWord" | "isRegExp";
type TypedOption = "include" | "exclude" | "directory";

/** A row of the question. */
type Taken = "search" | Switch | TypedOption;

/** How much of a text its row shows. */
const LONGEST_ROW = 200;

/**
 * Asks what is to be found, and how: the first row is what was typed, each other one an option with its state, because a button of a list can
 * neither show nor say one. `undefined`: dismissed.
 */
export async function askSearch({ dialogs }: Talking, suggested: AskedSearch): Promise<AskedSearch | undefined> {
  let search = suggested;
  const ask = async (): Promise<Taken | undefined> =>
    dialogs.live<Taken>({
      title: l10n.t("Find in Server Files"),
      placeholder: l10n.t("Type a text to find in {0}", placesText(search.places)),
      value: search.query.text,
      open(box) {
        const show = (query: Partial<SearchQuery>) => {
          search = { ...search, query: { ...search.query, ...query } };
          box.show({ rows: rowsOf(search), isBusy: false });
        };
        return {
          typed: (text) => show({ text }),
          taken(row) {
            if (!isSwitch(row)) return true;
            show({ [row]: !search.query[row] });
            return false;
          },
          closed: () => undefined,
        };
      },
    });
  for (let taken = await ask(); taken !== "search"; taken = await ask()) {
    if (taken === undefined || isSwitch(taken)) return undefined;
    search = await changed(dialogs, search, taken);
  }
  return search;
}

function isSwitch(row: Taken): row is Switch {
  return row === "isCaseSensitive" || row === "isWholeWord" || row === "isRegExp";
}

/** Asks for an option that is typed; the search stays as it was where the box is dismissed. */
async function changed(dialogs: Dialogs, search: AskedSearch, option: TypedOption): Promise<AskedSearch> {
  const { query, places } = search;
  if (option === "directory") {
    const value = directoryIn(places) ?? WEBSITES;
    const directory = typedPath((await dialogs.input(directoryBox(value))) ?? value) ?? value;
    return { query, places: places.map((place) => (isWhole(place) ? { ...place, directory } : place)) };
  }
  const typed = await dialogs.input(patternsBox(option, query));
  return { places, query: { ...query, [option]: typed?.trim() ?? query[option] } };
}

function directoryBox(value: string) {
  return {
    title: l10n.t("Directory"),
    prompt: l10n.t("The absolute path of the directory that is searched on each server"),
    value,
    problem: (typed: string) => {
      if (typedPath(typed) !== undefined) return undefined;
      return l10n.t("The path must be absolute, without “..” or “./”.");
    },
  };
}

function patternsBox(option: "include" | "exclude", query: SearchQuery) {
  const isInclude = option === "include";
  return {
    title: isInclude ? l10n.t("Files to Include") : l10n.t("Files to Exclude"),
    prompt: isInclude
      ? l10n.t("Patterns as in VS Code's own search, with commas between; none for all files")
      : l10n.t("Patterns as in VS Code's own search, with commas between; what your settings exclude stays so"),
    placeholder: l10n.t("such as {0}", "*.php, config/**"),
    value: query[option],
    problem(typed: string) {
      // other problems are of the text
      const problem = queryProblem({ ...query, text: "a", isRegExp: false, include: "", exclude: "", [option]: typed });
      return problem && queryProblemText(problem);
    },
  };
}

/** Whether a panel as a whole is searched, of which another directory can be chosen. */
function isWhole({ name }: SearchedPlace): boolean {
  return name === undefined;
}

function directoryIn(places: readonly SearchedPlace[]): string | undefined {
  return places.find(isWhole)?.directory;
}

function rowsOf({ query, places }: AskedSearch): readonly LiveRow<Taken>[] {
  const { isCaseSensitive, isWholeWord, isRegExp, include, exclude, usuallyExclude } = query;
  const directory = directoryIn(places);
  return [
    textRow(query, places),
    optionRow("isCaseSensitive", "case-sensitive", l10n.t("Match Case"), onOrOff(isCaseSensitive)),
    optionRow("isWholeWord", "whole-word", l10n.t("Match Whole Word"), onOrOff(isWholeWord)),
    optionRow("isRegExp", "regex", l10n.t("Use Regular Expression"), onOrOff(isRegExp)),
    optionRow("include", "filter", l10n.t("Files to Include"), patternsText(include) ?? l10n.t("all files")),
    optionRow("exclude", "exclude", l10n.t("Files to Exclude"), excludedText(exclude, usuallyExclude.length > 0)),
    ...(directory === undefined ? [] : [optionRow("directory", "folder", l10n.t("Directory"), visibleText(directory))]),
  ];
}

function optionRow(id: Taken, icon: string, label: string, description: string): LiveRow<Taken> {
  return { id, icon, label, description, isAlwaysShown: true, value: id };
}

/** The row that begins the search; where that is impossible, it says why and does nothing. */
function textRow(query: SearchQuery, places: readonly SearchedPlace[]): LiveRow<Taken> {
  const problem = queryProblem(query);
  const row = { id: "text", isAlwaysShown: true } as const;
  if (problem?.kind === "empty")
    return { ...row, icon: "search", label: l10n.t("Type a text to find in {0}", placesText(places)) };
  const label = cutText(query.text, LONGEST_ROW);
  if (problem !== undefined) return { ...row, icon: "warning", label, description: queryProblemText(problem) };
  return { ...row, icon: "search", label, description: l10n.t("Find in {0}", placesText(places)), value: "search" };
}

function onOrOff(isOn: boolean): string {
  return isOn ? l10n.t("on") : l10n.t("off");
}

function patternsText(patterns: string): string | undefined {
  if (patterns === "") return undefined;
  return visibleText(patterns, LONGEST_ROW);
}

function excludedText(patterns: string, areOthers: boolean): string {
  const own = patternsText(patterns);
  if (!areOthers) return own ?? l10n.t("none");
  if (own === undefined) return l10n.t("as in your settings (files.exclude, search.exclude)");
  return l10n.t("{0}, and as in your settings (files.exclude, search.exclude)", own);
}
