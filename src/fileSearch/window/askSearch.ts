import * as l10n from "@vscode/l10n";
import type { Talking } from "../../ports/dialogs.ts";
import type { LiveRow } from "../../ports/liveList.ts";
import { typedPath } from "../../serverFiles/filePlace.ts";
import { cutText, visibleText } from "../../characters/plainText.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { WEBSITES, type SearchedPlace } from "./searchedPlaces.ts";
import type { SearchOptions } from "./searchOptions.ts";

/** What a person wants to find. */
export interface Search extends SearchOptions {
  readonly text: string;
  readonly places: readonly SearchedPlace[];
}

/** A row of the question. */
type Taken = "search" | Switch | "include" | "exclude" | "directory";
type Switch = "matchCase" | "wholeWord" | "isRegex";

/** Longer texts are no search, but were pasted by mistake. */
const LONGEST_TEXT = 1_000;

/** How much of a text its row shows. */
const LONGEST_ROW = 200;

/**
 * Asks what is to be found, and how: the first row is what was typed, each other one an option with its state, for a button of a list can neither
 * show nor say one. `undefined`: dismissed.
 */
export async function askSearch({ dialogs }: Talking, suggested: Search): Promise<Search | undefined> {
  let search = suggested;
  for (;;) {
    const taken = await dialogs.live<Taken>({
      title: l10n.t("Find in Server Files"),
      placeholder: l10n.t("Type a text to find in {0}", placesText(search.places)),
      value: search.text,
      open: (box) => {
        const draw = () => box.show({ rows: rowsOf(search), isBusy: false });
        return {
          typed(text) {
            search = { ...search, text };
            draw();
          },
          taken(row) {
            if (!isSwitch(row)) return true;
            search = { ...search, [row]: !search[row] };
            draw();
            return false;
          },
          closed: () => undefined,
        };
      },
    });
    if (taken === undefined) return undefined;
    if (taken === "search") return search;
    search = await changed({ dialogs }, search, taken);
  }
}

function isSwitch(row: Taken): row is Switch {
  return row === "matchCase" || row === "wholeWord" || row === "isRegex";
}

/** Asks for an option that is typed; the search as it was where the box is dismissed. */
async function changed({ dialogs }: Talking, search: Search, option: Taken): Promise<Search> {
  if (option === "directory") {
    const value = search.places.find(isOpen)?.directory ?? WEBSITES;
    const directory = typedPath((await dialogs.input(directoryBox(value))) ?? value) ?? value;
    return { ...search, places: search.places.map((place) => (isOpen(place) ? { ...place, directory } : place)) };
  }
  if (option !== "include" && option !== "exclude") return search;
  const title = option === "include" ? l10n.t("Files to Include") : l10n.t("Files to Exclude");
  const prompt = l10n.t("Patterns as in VS Code's own search, separated by commas. Empty: {0}.", optionText(option, ""));
  const typed = await dialogs.input({ title, prompt, value: search[option], placeholder: l10n.t("*.php, config/**") });
  return { ...search, [option]: typed?.trim() ?? search[option] };
}

function directoryBox(value: string) {
  return {
    title: l10n.t("Directory"),
    prompt: l10n.t("The absolute path of the directory that is searched on each of the servers."),
    value,
    problem: (typed: string) => {
      if (typedPath(typed) !== undefined) return undefined;
      return l10n.t("The path must be absolute, without “..” or “./”.");
    },
  };
}

/** Whether a panel as a whole is searched, of which another directory can be chosen. */
function isOpen({ name }: SearchedPlace): boolean {
  return name === undefined;
}

function rowsOf(search: Search): readonly LiveRow<Taken>[] {
  const { matchCase, wholeWord, isRegex, include, exclude, places } = search;
  const directory = places.find(isOpen)?.directory;
  return [
    textRow(search),
    option("matchCase", "case-sensitive", l10n.t("Match Case"), stateText(matchCase)),
    option("wholeWord", "whole-word", l10n.t("Match Whole Word"), stateText(wholeWord)),
    option("isRegex", "regex", l10n.t("Use Regular Expression"), stateText(isRegex)),
    option("include", "filter", l10n.t("Files to Include"), optionText("include", include)),
    option("exclude", "exclude", l10n.t("Files to Exclude"), optionText("exclude", exclude)),
    ...(directory === undefined ? [] : [option("directory", "folder", l10n.t("Directory"), directory)]),
  ];
}

function option(id: Taken, icon: string, label: string, description: string): LiveRow<Taken> {
  return { id, icon, label, description, isAlwaysShown: true, value: id };
}

/** The row that begins the search; where nothing can be looked for, it says why and does nothing. */
function textRow({ text, places }: Search): LiveRow<Taken> {
  const row = { id: "text", icon: "search", isAlwaysShown: true } as const;
  if (text.trim() === "") return { ...row, label: l10n.t("Type a text to find in {0}", placesText(places)) };
  if (text.length > LONGEST_TEXT)
    return { ...row, icon: "warning", label: l10n.t("A text of more than {0} characters is not looked for.", numberText(LONGEST_TEXT)) };
  const description = l10n.t("Find in {0}", placesText(places));
  return { ...row, label: cutText(text, LONGEST_ROW), description, value: "search" };
}

function stateText(isOn: boolean): string {
  return isOn ? l10n.t("on") : l10n.t("off");
}

/** The patterns of an option, or what goes without any. */
function optionText(option: "include" | "exclude", patterns: string): string {
  if (patterns !== "") return visibleText(patterns, LONGEST_ROW);
  return option === "include" ? l10n.t("all files") : l10n.t("none");
}

/** What is searched, in a few words. */
export function placesText(places: readonly SearchedPlace[]): string {
  const [first, ...others] = places;
  if (first === undefined) return "";
  const panels = new Set(places.map(({ panel }) => panel.id)).size;
  const { panel, name, directory } = first;
  if (others.length === 0) return l10n.t("“{0}” on “{1}”", name ?? directory, panel.name);
  if (panels === 1) return l10n.t("{0} places on “{1}”", numberText(places.length), panel.name);
  if (panels === places.length && places.every(isOpen)) return l10n.t("{0} on {1} panels", directory, numberText(panels));
  return l10n.t("{0} places on {1} panels", numberText(places.length), numberText(panels));
}
