import * as l10n from "@vscode/l10n";
import { commandOf, type CommandId } from "../manifest/commands.ts";
import type { LiveButton, LiveRow } from "../ports/liveList.ts";
import type { Fact } from "../resources/facts.ts";
import { plainVerbTitles } from "../resources/verbs.ts";
import { noMatchText } from "../texts/groupTexts.ts";
import { itemStateText } from "../texts/nodeTexts.ts";
import { factInRow, groupText, itemText } from "../texts/resourceTexts.ts";
import { hiddenText, leftOutText, searchAllText, searchFailedText, searchingText } from "../texts/searchTexts.ts";
import { asOfText } from "../texts/timeTexts.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import { isOffered } from "../tree/verbsAt.ts";
import { changesOn } from "../commands/context/hasFeature.ts";
import type { Purpose } from "./purpose.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";
import type { PendingVerbs } from "../actions/targetClaims.ts";
import type { Timed } from "../storage/ports.ts";
import type { HiddenGroups, ResourceSearch } from "./resourceSearch.ts";

/** A choice in the list of all resources. */
export type GoTo =
  | { readonly what: "go"; readonly id: string }
  | { readonly what: "run"; readonly id: string; readonly command: CommandId }
  | { readonly what: "panel"; readonly panelId: string }
  | { readonly what: "search" };

/** Drawing the rows of the list of all resources. */
export interface DrawingRows extends KnownPanels, PendingVerbs, Timed {
  /** The product icon of a row, by its state or kind. */
  readonly iconOf: (node: ItemNode) => string;
}

/** Facts by which people know a resource, besides its name; they are in its row so that VS Code finds it by them. */
const NAMING: ReadonlySet<Fact["name"]> = new Set([
  "javaProject.language",
  "type",
  "punycode",
  "domains",
  "note",
  "image",
  "port",
  "ports",
  "address",
]);

/** The row of a resource. */
export function itemRow(
  services: DrawingRows,
  panelName: string,
  found: ItemNode,
  { hasButtons }: Pick<Purpose, "hasButtons">,
): LiveRow<GoTo> {
  const node = asOfNow(services, found);
  const names = node.facts.filter(({ name, value }) => NAMING.has(name) && value !== node.label);
  const asOf = node.parentId === undefined ? undefined : services.tree.asOf(node.parentId);
  // by the wall clock: read by people
  const age = asOf === undefined ? "" : asOfText(asOf, services.clock.wallTime());
  const parts = [panelName, groupText(node.kind), itemStateText(node), age, ...names.map(nameText)];
  return {
    id: node.id,
    label: itemText(node.kind, node.label),
    description: parts.filter((part) => part !== "").join(" · "),
    icon: services.iconOf(node),
    ...(hasButtons === true && { buttons: buttonsOf(services, node) }),
    value: { what: "go", id: node.id },
  };
}

/** A fact as people type it: a port without its colon, a type by its name. */
function nameText(fact: Fact): string {
  if (fact.name === "type") return factInRow(fact);
  return fact.value;
}

/** An item may have been read a while ago; actions on it may have begun or ended since. */
function asOfNow(
  { pendingVerbAt, panels }: KnownPanels & PendingVerbs,
  { pendingVerb: _pendingVerb, ...node }: ItemNode,
): ItemNode {
  const panel = panels().find(({ id }) => id === node.panelId);
  const pendingVerb = panel === undefined ? undefined : pendingVerbAt(panel, node.kind)?.(node.key);
  if (pendingVerb === undefined) return node;
  return { ...node, pendingVerb };
}

/** Buttons for the most used verbs of a row. */
function buttonsOf(services: KnownPanels, node: ItemNode): readonly LiveButton<GoTo>[] {
  const changes = changesOn(services, node);
  return USUAL.filter(([verb]) => isOffered(node, changes, verb)).map(([verb, icon, tooltip]) => ({
    icon,
    tooltip: tooltip(),
    value: { what: "run", id: node.id, command: commandOf(verb) },
  }));
}

const USUAL = [
  ["restart", "debug-restart", () => l10n.t("Restart…")],
  ["openInBrowser", "link-external", plainVerbTitles.openInBrowser],
  ["followLog", "output", plainVerbTitles.followLog],
] as const;

/** What a list of resources shows. */
interface Listed {
  readonly panelCount: number;
  readonly search: Pick<ResourceSearch, "hidden" | "isLoading" | "leftOut" | "long" | "whole">;
  readonly rows: ReadonlyMap<string, LiveRow<GoTo>>;
  /** Ids of the resources used last. */
  readonly recent: readonly string[];
  /** What a person has typed. */
  readonly typed: string;
  readonly purpose: Pick<Purpose, "nothing">;
}

/** All rows: resources used last, the others, and those that are none. */
export function goToRows(listed: Listed): readonly LiveRow<GoTo>[] {
  const { search, rows, recent, typed } = listed;
  const { found } = search.whole ?? {};
  const words = wordsIn(typed);
  const shown = (row: LiveRow<GoTo>) => {
    // the panel may have found them by what their rows do not show, and VS Code looks for all words as one
    const isFound = found?.has(row.id) === true || (words.length > 1 && hasAll(row, words));
    if (isFound) return { ...row, isAlwaysShown: true };
    return row;
  };
  const first = recent.flatMap((id) => rows.get(id) ?? []);
  const [firstRecent, ...otherRecent] = first.map(shown);
  if (firstRecent === undefined) return [...[...rows.values()].map(shown), ...notices(listed)];
  const [firstOther, ...others] = [...rows.values()].filter((row) => !first.includes(row)).map(shown);
  return [
    { ...firstRecent, heading: l10n.t("recently used") },
    ...otherRecent,
    ...(firstOther === undefined ? [] : [{ ...firstOther, heading: l10n.t("all") }]),
    ...others,
    ...notices(listed),
  ];
}

function wordsIn(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
}

function hasAll({ label, description = "" }: LiveRow<GoTo>, words: readonly string[]): boolean {
  const text = `${label}\n${description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function notices(listed: Listed): readonly LiveRow<GoTo>[] {
  const { search, rows, purpose } = listed;
  const said: LiveRow<GoTo>[] = [...wholeSearchRows(listed)];
  const isEmpty = rows.size === 0 && !search.isLoading && search.leftOut.length === 0;
  if (isEmpty || isUnfit(listed)) said.push(notice("nothing", "info", purpose.nothing));
  const { leftOut, hidden } = search;
  const names = leftOut.map(({ panel, kind, failure }) => ({
    name: panel.name,
    ...(kind !== undefined && { list: groupText(kind) }),
    failure,
  }));
  if (leftOut[0] !== undefined)
    said.push(withPanel(notice("leftOut", "warning", leftOutText(names)), leftOut[0].panel.id));
  if (hidden[0] !== undefined)
    said.push(withPanel(notice("hidden", "eye-closed", hiddenText(hidden.map(hiddenIn))), hidden[0].panel.id));
  return said;
}

function hiddenIn({ panel, groups }: HiddenGroups): readonly [panel: string, groups: readonly string[]] {
  return [panel.name, groups.map(groupText)];
}

/** Adds a button that shows a panel: Enter must not take the row where nothing else is found. */
function withPanel(row: LiveRow<GoTo>, panelId: string): LiveRow<GoTo> {
  const value: GoTo = { what: "panel", panelId };
  return { ...row, buttons: [{ icon: "arrow-right", tooltip: l10n.t("Show in Side Bar"), value }] };
}

/** The row that has panels search their whole lists, or what came of that. */
function wholeSearchRows(listed: Listed): readonly LiveRow<GoTo>[] {
  const { panelCount, search } = listed;
  const { long, whole, isLoading } = search;
  const total = long.reduce((sum, list) => sum + list.total, 0);
  if (whole?.isRunning === true) return [onTop(listed, notice("searching", "loading~spin", searchingText(total)))];
  if (whole !== undefined && whole.failed.length > 0) {
    const failed = whole.failed.map(({ panel, failure }) => [panel.name, failure] as const);
    return [onTop(listed, searchRow("warning", searchFailedText(failed)))];
  }
  if (whole !== undefined) {
    if (whole.found.size === 0) return [notice("none", "info", noMatchText(total, total))];
    return [];
  }
  // while rows arrive, an Enter on this row may hit another: VS Code reports rows by their places
  if (long.length === 0 || isLoading) return [];
  const panel = panelCount > 1 ? long[0]?.panel.name : undefined;
  return [onTop(listed, searchRow("search", searchAllText(total, long.length, panel)))];
}

/** Whether the panels have found something, but nothing that is listed. */
function isUnfit({ search: { whole }, rows }: Listed): boolean {
  if (whole === undefined || whole.isRunning || whole.failed.length > 0) return false;
  return whole.found.size > 0 && ![...whole.found].some((id) => rows.has(id));
}

function notice(id: string, icon: string, label: string): LiveRow<GoTo> {
  return { id, icon, label, isAlwaysShown: true };
}

function searchRow(icon: string, label: string): LiveRow<GoTo> {
  return { ...notice("search", icon, label), value: { what: "search" } };
}

/**
 * Puts a row first, unless a resource has exactly the typed name: VS Code sorts rows by how well their labels fit what was typed,
 * and none fits better than that itself.
 */
function onTop({ rows, typed }: Listed, row: LiveRow<GoTo>): LiveRow<GoTo> {
  const isNamed = ({ label }: LiveRow<GoTo>) => label.toLowerCase() === typed.toLowerCase();
  if (typed === "" || [...rows.values()].some(isNamed)) return row;
  return { ...row, label: typed, description: row.label };
}
