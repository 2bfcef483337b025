import * as l10n from "@vscode/l10n";
import { commands, type CommandId } from "../manifest/commands.ts";
import { resourceKinds, type ResourceKind } from "../resources/resources.ts";
import type { Entry } from "../search/rankOf.ts";
import type { ResourceSearch } from "../search/resourceSearch.ts";
import type { LiveButton, LiveRow, LiveRows } from "../ports/liveList.ts";
import { itemStateText } from "../texts/nodeTexts.ts";
import { groupText, itemText } from "../texts/resourceTexts.ts";
import { noMatchText } from "../texts/groupTexts.ts";
import {
  leftOutText,
  narrowText,
  nothingListedText,
  partlyLoadedText,
  searchAllText,
  searchFailedText,
  searchingText,
} from "../texts/searchTexts.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import { changesOn } from "./context/hasFeature.ts";
import type { Services } from "./context/services.ts";

/** What can be done in the list of everything. */
export type GoTo =
  | { readonly what: "go"; readonly id: string }
  | { readonly what: "run"; readonly id: string; readonly command: CommandId }
  | { readonly what: "panel"; readonly panelId: string }
  | { readonly what: "search" };

type Drawing = Pick<Services, "connections" | "iconOf" | "inHandAt" | "panels" | "tree">;

type Searched = Pick<ResourceSearch, "isLoading" | "leftOut" | "long" | "matches" | "size" | "whole">;

/** The rows for what was typed; `undefined` until it was compared with all that is loaded. */
export function goToRows(services: Drawing, search: Searched): LiveRows<GoTo> | undefined {
  const { matches } = search;
  if (matches === undefined) return undefined;
  const rows = matches.shown.map((entry, index) => entryRow(services, entry, headingFor(matches.shown, index)));
  return {
    text: matches.text,
    rows: [...rows, ...notices(services, search, matches.text.trim(), matches.count, rows.length)],
    isBusy: search.isLoading || search.whole?.isRunning === true,
  };

  /** While nothing is typed. */
  function headingFor(shown: readonly Entry[], index: number): string | undefined {
    if (matches?.text.trim() !== "" || shown[0]?.recency === Infinity) return undefined;
    if (index === 0) return l10n.t("recently used");
    const isFirstOther = shown[index]?.recency === Infinity && shown[index - 1]?.recency !== Infinity;
    return isFirstOther ? l10n.t("all") : undefined;
  }
}

function entryRow(services: Drawing, { node: found, panelName }: Entry, heading: string | undefined): LiveRow<GoTo> {
  const node = asItIs(services, found);
  const parts = [panelName, groupText(node.kind), itemStateText(node)];
  return {
    id: node.id,
    label: itemText(node.kind, node.label),
    description: parts.filter((part) => part !== "").join(" · "),
    icon: services.iconOf(node),
    ...(heading !== undefined && { heading }),
    buttons: buttonsOf(services, node),
    value: { what: "go", id: node.id },
    isMatch: true,
  };
}

/** With what is being done to it at this moment: it may have been found a while ago. */
function asItIs({ inHandAt, panels }: Drawing, { inHand: _inHand, ...node }: ItemNode): ItemNode {
  const panel = panels().find(({ id }) => id === node.panelId);
  const inHand = panel === undefined ? undefined : inHandAt(panel, node.kind)?.(node.key);
  return inHand === undefined ? node : { ...node, inHand };
}

/** Those of the row's commands that are asked for most, where the row offers them. */
function buttonsOf(services: Drawing, node: ItemNode): readonly LiveButton<GoTo>[] {
  const button = (icon: string, tooltip: string, command: CommandId) => ({
    icon,
    tooltip,
    value: { what: "run", id: node.id, command } as const,
  });
  return [
    ...(changesOn(services, node).includes("restart")
      ? [button("debug-restart", l10n.t("Restart…"), `serverPanel.${node.kind}.restart` as CommandId)]
      : []),
    ...readingCommands.flatMap(({ command, kind, icon, tooltip }) =>
      kind === node.kind && commands[command]?.nodes?.includes(`${node.kind}.${node.state}`) === true
        ? [button(icon, tooltip(), command)]
        : [],
    ),
  ];
}

/** Commands that change nothing. */
const readingCommands: readonly {
  readonly command: CommandId;
  readonly kind: ResourceKind;
  readonly icon: string;
  readonly tooltip: () => string;
}[] = [
  ...resourceKinds.flatMap((kind) => {
    const command = `serverPanel.${kind}.followLog`;
    return Object.hasOwn(commands, command)
      ? [{ command: command as CommandId, kind, icon: "output", tooltip: () => l10n.t("Follow Log") }]
      : [];
  }),
  {
    command: "serverPanel.site.openInBrowser",
    kind: "site",
    icon: "link-external",
    tooltip: () => l10n.t("Open in Browser"),
  },
  {
    command: "serverPanel.site.followAccessLog",
    kind: "site",
    icon: "output",
    tooltip: () => l10n.t("Follow Access Log"),
  },
];

/** What stands below the rows: what is missing, and why. */
function notices(
  { panels }: Drawing,
  search: Searched,
  typed: string,
  count: number,
  shown: number,
): readonly LiveRow<GoTo>[] {
  const { long, leftOut, whole, size, isLoading } = search;
  const total = long.reduce((sum, list) => sum + list.total, 0);
  const all = size + long.reduce((sum, list) => sum + list.missing, 0);
  const isSearched = whole !== undefined && whole.text === typed;
  const note = (id: string, icon: string, label: string, value?: GoTo): LiveRow<GoTo> => ({
    id,
    icon,
    label,
    ...(value !== undefined && { value }),
  });
  const rows: LiveRow<GoTo>[] = [];
  if (count > shown) rows.push(note("narrow", "info", narrowText(shown, count)));
  if (count === 0 && !isLoading && typed !== "" && whole?.isRunning !== true)
    rows.push(note("none", "info", noMatchText(isSearched && whole.failed.length === 0 ? all : size, all)));
  if (count === 0 && !isLoading && typed === "" && leftOut.length === 0)
    rows.push(note("nothing", "info", nothingListedText()));
  const [first] = leftOut;
  if (first !== undefined) {
    const left = leftOut.map(({ panel, kind, failure }) => ({
      name: panel.name,
      ...(kind !== undefined && { list: groupText(kind) }),
      failure,
    }));
    const toPanel: GoTo = { what: "panel", panelId: first.panel.id };
    rows.push({ ...note("leftOut", "warning", leftOutText(left), toPanel), isAside: true });
  }
  if (long.length > 0 && typed === "") rows.push(note("partly", "info", partlyLoadedText(size, all)));
  if (long.length === 0 || typed === "") return rows;
  if (isSearched && whole.isRunning) return [...rows, note("search", "loading~spin", searchingText(total))];
  if (isSearched && whole.failed.length > 0) {
    const failed = whole.failed.map(({ panel, failure }) => [panel.name, failure] as const);
    return [...rows, note("search", "warning", searchFailedText(failed), { what: "search" })];
  }
  if (isSearched) return rows;
  const only = panels().length > 1 ? long[0]?.panel.name : undefined;
  return [...rows, note("search", "search", searchAllText(total, long.length, only), { what: "search" })];
}
