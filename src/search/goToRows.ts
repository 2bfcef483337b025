import * as l10n from "@vscode/l10n";
import { commands, type CommandId } from "../manifest/commands.ts";
import type { LiveButton, LiveRow } from "../ports/liveList.ts";
import type { Fact } from "../resources/facts.ts";
import { resourceKinds, type ResourceKind } from "../resources/resources.ts";
import { noMatchText } from "../texts/groupTexts.ts";
import { itemStateText } from "../texts/nodeTexts.ts";
import { groupText, itemText } from "../texts/resourceTexts.ts";
import {
  leftOutText,
  nothingListedText,
  searchAllText,
  searchFailedText,
  searchingText,
} from "../texts/searchTexts.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import { changesOn } from "../commands/context/hasFeature.ts";
import type { Services } from "../commands/context/services.ts";
import type { ResourceSearch } from "./resourceSearch.ts";

/** A choice in the list of all resources. */
export type GoTo =
  | { readonly what: "go"; readonly id: string }
  | { readonly what: "run"; readonly id: string; readonly command: CommandId }
  | { readonly what: "panel"; readonly panelId: string }
  | { readonly what: "search" };

type RowServices = Pick<Services, "connections" | "iconOf" | "inHandAt" | "panels" | "tree">;

/** Facts by which people know a resource, besides its name; they are in its row so that VS Code finds it by them. */
const NAMING: ReadonlySet<Fact["name"]> = new Set(["punycode", "domains", "note", "image", "port", "ports", "address"]);

/** The row of a resource. */
export function itemRow(services: RowServices, panelName: string, found: ItemNode): LiveRow<GoTo> {
  const node = asOfNow(services, found);
  const names = node.facts.filter(({ name, value }) => NAMING.has(name) && value !== node.label);
  const parts = [panelName, groupText(node.kind), itemStateText(node), ...names.map(({ value }) => value)];
  return {
    id: node.id,
    label: itemText(node.kind, node.label),
    description: parts.filter((part) => part !== "").join(" · "),
    icon: services.iconOf(node),
    buttons: buttonsOf(services, node),
    value: { what: "go", id: node.id },
  };
}

/** An item may have been read a while ago; actions on it may have begun or ended since. */
function asOfNow({ inHandAt, panels }: RowServices, { inHand: _inHand, ...node }: ItemNode): ItemNode {
  const panel = panels().find(({ id }) => id === node.panelId);
  const inHand = panel === undefined ? undefined : inHandAt(panel, node.kind)?.(node.key);
  return inHand === undefined ? node : { ...node, inHand };
}

/** Buttons for the most used commands of a row. */
function buttonsOf(services: RowServices, node: ItemNode): readonly LiveButton<GoTo>[] {
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

/** All rows: resources used last, the others, and below them what is missing and why. */
export function goToRows(
  panelCount: number,
  search: Pick<ResourceSearch, "isLoading" | "leftOut" | "long" | "whole">,
  rows: ReadonlyMap<string, LiveRow<GoTo>>,
  recent: readonly string[],
): readonly LiveRow<GoTo>[] {
  const { found } = search.whole ?? {};
  // the panel may have found them by what their rows do not show
  const shown = (row: LiveRow<GoTo>) => (found?.has(row.id) === true ? { ...row, isAlwaysShown: true } : row);
  const first = recent.flatMap((id) => rows.get(id) ?? []);
  const [firstRecent, ...otherRecent] = first.map(shown);
  if (firstRecent === undefined) return [...[...rows.values()].map(shown), ...notices(panelCount, search, rows.size)];
  const [firstOther, ...others] = [...rows.values()].filter((row) => !first.includes(row)).map(shown);
  return [
    { ...firstRecent, heading: l10n.t("recently used") },
    ...otherRecent,
    ...(firstOther === undefined ? [] : [{ ...firstOther, heading: l10n.t("all") }]),
    ...others,
    ...notices(panelCount, search, rows.size),
  ];
}

function notices(
  panelCount: number,
  { long, leftOut, whole, isLoading }: Pick<ResourceSearch, "isLoading" | "leftOut" | "long" | "whole">,
  size: number,
): readonly LiveRow<GoTo>[] {
  const notice = (id: string, icon: string, label: string): LiveRow<GoTo> => ({ id, icon, label, isAlwaysShown: true });
  const search = (icon: string, label: string): LiveRow<GoTo> => ({
    ...notice("search", icon, label),
    value: { what: "search" },
  });
  const total = long.reduce((sum, list) => sum + list.total, 0);
  const rows: LiveRow<GoTo>[] = [];
  if (whole?.isRunning === true) rows.push(notice("searching", "loading~spin", searchingText(total)));
  else if (whole !== undefined && whole.failed.length > 0)
    rows.push(search("warning", searchFailedText(whole.failed.map(({ panel, failure }) => [panel.name, failure]))));
  else if (whole?.found.size === 0) rows.push(notice("none", "info", noMatchText(total, total)));
  // while rows arrive, an Enter on the last row may hit another: VS Code reports rows by their places
  else if (whole === undefined && long.length > 0 && !isLoading)
    rows.push(search("search", searchAllText(total, long.length, panelCount > 1 ? long[0]?.panel.name : undefined)));
  if (size === 0 && !isLoading && leftOut.length === 0) rows.push(notice("nothing", "info", nothingListedText()));
  const [first] = leftOut;
  if (first === undefined) return rows;
  const names = leftOut.map(({ panel, kind, failure }) => ({
    name: panel.name,
    ...(kind !== undefined && { list: groupText(kind) }),
    failure,
  }));
  const value: GoTo = { what: "panel", panelId: first.panel.id };
  // a button: Enter must not take the row where nothing else is found
  const buttons = [{ icon: "arrow-right", tooltip: l10n.t("Show in Side Bar"), value }];
  return [...rows, { ...notice("leftOut", "warning", leftOutText(names)), buttons }];
}
