import * as l10n from "@vscode/l10n";
import { panelOf, stepOf } from "../../commands/context/choose.ts";
import { CommandAborted, PanelIsReadOnly } from "../../commands/context/commandAborted.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import { offer, showFailure } from "../../commands/context/showFailure.ts";
import type { Fix, Telling } from "../../commands/context/telling.ts";
import type { Copying, HowToOpen } from "../../ports/workbench.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import type { GoingTo } from "../../search/goToResource.ts";
import { BY_ROW } from "../../serverFiles/filePlace.ts";
import { FileError } from "../../serverFiles/fileError.ts";
import { openPlace, type OpeningFiles, type OpeningRows } from "../../serverFiles/window/fileCommands.ts";
import type { Remembering } from "../../storage/ports.ts";
import { noCommandText } from "../../texts/editionTexts.ts";
import { TimeSlicer } from "../../storage/timeSlicer.ts";
import type { Result, ResultLine, SearchResults } from "../searchResults.ts";
import { askSearch } from "./askSearch.ts";
import { pickPlace } from "./pickPlace.ts";
import { assertSearchable, placesAt, type AskedSearch } from "./searchedPlaces.ts";
import { lastOptions, rememberOptions } from "./searchOptions.ts";
import type { ProblemRow, SearchRow } from "./searchRows.ts";
import { problemText } from "./searchTexts.ts";
import type { ShownSearch, WindowSearch } from "./windowSearch.ts";

/** The search of the window, which is made when it is first needed. */
export interface HavingSearch {
  readonly windowSearch: () => Promise<WindowSearch>;
}

/** Beginning a search. */
export interface Searching extends Choosing, GoingTo, HavingSearch, InWorkspace, OpeningFiles, Remembering {}

/** Working with the rows of the search. */
interface OnResults extends Copying, HavingSearch, KnownPanels, OpeningFiles, OpeningRows, Telling {}

/** *Find in Server Files…* on websites, projects, directories, panels and tags, or on what a person picks. */
export const findInFiles: Handler<Searching> = async (services, args) => {
  const onRows = placesAt(services, args);
  const places =
    onRows.length > 0 ? onRows : [(await pickPlace(services, l10n.t("Find in Server Files"))) ?? []].flat();
  if (places.length === 0) return;
  const { editors, memento, workspace } = services;
  const query = {
    ...lastOptions(memento),
    text: editors.selectedText() ?? "",
    usuallyExclude: workspace.usuallyExcluded(),
  };
  await ask(services, { query, places });
};

/** Asks for the search that is shown anew, beginning with what it was. */
export const changeSearch: Handler<Searching> = async (services) => {
  const asked = await askedNow(services);
  if (asked !== undefined) await ask(services, asked);
};

/** Searches once more for what is shown. */
async function searchAgain(services: Searching): Promise<void> {
  const asked = await askedNow(services);
  if (asked === undefined) return;
  assertSearchable(asked.places);
  await (await services.windowSearch()).begin(asked);
}

export const cancelSearch: Handler<HavingSearch> = async ({ windowSearch }) =>
  (await windowSearch()).shown?.run.cancel();

export const clearSearch: Handler<HavingSearch> = async ({ windowSearch }) => (await windowSearch()).clear();

async function ask(services: Searching, suggested: AskedSearch): Promise<void> {
  assertSearchable(suggested.places);
  const asked = await askSearch(services, suggested);
  if (asked === undefined) return;
  await rememberOptions(services.memento, asked.query);
  await (await services.windowSearch()).begin(asked);
}

/** The search that is shown, on its panels and with the settings as they are now. */
async function askedNow(services: Searching): Promise<AskedSearch | undefined> {
  const { asked } = (await services.windowSearch()).shown?.run ?? {};
  if (asked === undefined) return undefined;
  return {
    query: { ...asked.query, usuallyExclude: services.workspace.usuallyExcluded() },
    places: asked.places.map((place) => ({ ...place, panel: panelOf(services, place.panel.id) })),
  };
}

/**
 * Does with a row what a click or Enter does: opens a line, shows more rows, or says why a server was not searched. A key
 * passes `{ step }` instead, and goes from line to line.
 */
export const openResult: Handler<OnResults & Searching> = async (services, args) => {
  const search = await services.windowSearch();
  const [id, how] = args;
  if (typeof id !== "string") return goToResult(services, search, stepOf(id));
  const row = search.shown?.rows.row(id);
  if (row?.kind === "line") return openLine(services, search, { id, line: row, how });
  if (row?.kind === "problem") return explain(services, row);
  if (row?.kind !== "more") return;
  search.shown?.rows.showMore(row);
  search.display.changed();
};

/** Opens a line of a result: a click leaves the keyboard in the list, Enter and a second click go on in the editor. */
async function openLine(
  services: OnResults,
  search: WindowSearch,
  { id, line, how }: { readonly id: string; readonly line: ResultLine; readonly how: unknown },
): Promise<void> {
  search.at = id;
  const { editors, enterKey, fileClicks } = services;
  const isClicked = how === BY_ROW && !enterKey.takePress();
  if (!isClicked) return fileClicks.first(id, async () => open(services, line));
  const opening = fileClicks.opensAlready(id);
  if (opening === undefined) return fileClicks.first(id, async () => open(services, line, "beside"));
  // the first click has said what stands in the way
  if (await opening) await editors.openFile(placeOf(line), { ...howToOpen(line), focus: "stay" });
}

/** Goes to the line after the one that was selected last, or before it. */
async function goToResult(services: OnResults, search: WindowSearch, step: 1 | -1): Promise<void> {
  const { run, rows } = search.shown ?? {};
  const from = search.at === undefined ? undefined : rows?.row(search.at);
  const line = run?.results.step(from?.kind === "file" || from?.kind === "line" ? from : undefined, step);
  if (line === undefined || rows === undefined) return;
  search.at = rows.show(line);
  await search.display.reveal(line);
  await open(services, line);
}

/** Opens a line in the server file's own editor, also where the file has changed since; whether it was opened at once. */
async function open(services: OnResults, line: ResultLine, focus?: "beside"): Promise<boolean> {
  const place = placeOf(line);
  const how = { ...howToOpen(line), ...(focus !== undefined && { focus }) };
  if (!services.editors.isInFront(place)) return openPlace(services, place, how);
  await services.editors.openFile(place, how);
  return true;
}

function placeOf({ file }: ResultLine) {
  if (!file.isExact) throw new FileError({ kind: "name", path: file.path });
  return { panelId: file.server.panelId, path: file.path };
}

function howToOpen({ number, text, ranges: [first] }: ResultLine): HowToOpen {
  return { line: number, ...(first !== undefined && { found: { text, ...first } }) };
}

/** Copies lines with their numbers, or files with all of theirs. */
export const copyResults: Handler<OnResults> = async (services, args) => {
  const { shown, rows } = await rowsAt(services, args);
  const copied = rows.filter((row) => row.kind === "file" || row.kind === "line");
  const all = new Set<SearchRow>(copied);
  const alone = copied.filter((row) => row.kind !== "line" || !all.has(row.file));
  const texts: string[] = [];
  for (const row of alone) texts.push((await textOf(shown.run.results, row)).replace(/\n$/, ""));
  if (texts.length > 0) await services.clipboard.write(texts.join("\n"));
};

/** The text of results, a few milliseconds at a time. */
async function textOf(results: SearchResults, within: Result): Promise<string> {
  const slicer = new TimeSlicer();
  const texts = results.text(within);
  const parts: string[] = [];
  for (let part = texts.next(); part.done !== true; part = await slicer.run(() => texts.next())) parts.push(part.value);
  return parts.join("");
}

/** Takes rows out of the list; nothing changes on any server. */
export const dismissResults: Handler<OnResults> = async (services, args) => {
  const { display } = await services.windowSearch();
  const { shown, rows } = await rowsAt(services, args);
  for (const row of rows) shown.rows.dismiss(row);
  display.changed();
};

/** The clicked or selected rows, or those that a key acts on. Ends the command if there is no search, or the key met a list that was redrawn. */
async function rowsAt(
  { windowSearch }: HavingSearch,
  args: readonly unknown[],
): Promise<{ readonly shown: ShownSearch; readonly rows: readonly SearchRow[] }> {
  const { shown, display } = await windowSearch();
  const [clicked, selected] = args;
  const given = Array.isArray(selected) && selected.includes(clicked) ? (selected as readonly unknown[]) : [clicked];
  const ids = args.length > 0 ? given : await display.keyTargets();
  if (shown === undefined || ids === undefined)
    throw new CommandAborted(l10n.t("Nothing was done, because the list changed in that moment. Press the key again."));
  return { shown, rows: ids.flatMap((id) => (typeof id === "string" ? (shown.rows.row(id) ?? []) : [])) };
}

/** Says why a server was not searched as asked, with what helps. */
async function explain(services: OnResults & Searching, row: ProblemRow): Promise<void> {
  const panel = panelOf(services, row.panelId);
  const { end } = row.server ?? {};
  if (end === undefined) throw new PanelIsReadOnly(panel, noCommandText(panel.name));
  if (end.kind === "failed") return showFailure(services, end.failure, panel);
  const message = l10n.t("“{0}”: {1}", panel.name, problemText(end) ?? "");
  const again: Fix = { label: l10n.t("Search Again"), run: async () => searchAgain(services) };
  const change: Fix = { label: l10n.t("Change Search…"), run: async () => changeSearch(services, []) };
  const isOfText = end.kind === "refused" || end.kind === "unable";
  offer(services, { severity: "warning", message, names: [panel.name] }, [isOfText ? change : again]);
}
