import * as l10n from "@vscode/l10n";
import type { CommandId } from "../manifest/commands.ts";
import type { LiveRow } from "../ports/liveList.ts";
import { isDemo } from "../panels/isDemo.ts";
import { groupAbove } from "../resources/resources.ts";
import type { Memento } from "../storage/ports.ts";
import { itemText } from "../texts/resourceTexts.ts";
import { groupNodeId, panelNodeId, type ItemNode } from "../tree/treeNodes.ts";
import { PanelError, traceOf } from "../wire/answers/failure.ts";
import { CommandAborted } from "../commands/context/commandAborted.ts";
import type { Handler, Services } from "../commands/context/services.ts";
import { goToRows, itemRow, type GoTo } from "./goToRows.ts";
import { ResourceSearch, type Place } from "./resourceSearch.ts";

/** Rows that arrive within this time are shown together. */
const REDRAW_MS = 100;

const RECENT = "serverPanel.recentResources";
const MOST_RECENT = 20;

/**
 * Finds any resource on any panel by a few letters, and shows it in the tree or runs a command of its row. `run` returns
 * the handler of a command.
 */
export function goToResource(run: (command: CommandId) => Handler): Handler {
  return async (services) => {
    if (services.panels().length === 0) throw new CommandAborted(l10n.t("There is no panel yet. Add one first."));
    // makes the nodes of panels if the view was never shown
    await services.tree.children(undefined);
    const { search, picked } = await pick(services);
    if (picked?.what === "panel") return services.reveal(panelNodeId(picked.panelId), { expand: true });
    if (picked === undefined || picked.what === "search") return;
    const node = search.node(picked.id);
    if (node === undefined) return;
    await show(services, search.placeOf(node.id), node);
    await remember(services, node);
    if (picked.what === "run") await run(picked.command)(services, [node.id]);
  };
}

async function pick(
  services: Services,
): Promise<{ readonly search: ResourceSearch; readonly picked: GoTo | undefined }> {
  const { tree, connections, dialogs, memento, clock, log, readPages } = services;
  const recent = recentIds(memento);
  const rows = new Map<string, LiveRow<GoTo>>();
  let draw = (): void => undefined;
  const search = new ResourceSearch({
    panels: services.panels(),
    tree,
    callFor: (panel, signal, by) => connections.of(panel).callFor(signal, by),
    editionOf: (panel) => connections.of(panel).edition,
    learnEdition: (panel, signal) => connections.of(panel).learnEdition(signal, "automatic"),
    pages: readPages,
    recent,
    onFound(panel, items) {
      for (const item of items) rows.set(item.id, itemRow(services, panel.name, item));
      draw();
    },
    onChange: () => draw(),
    onDefect: (error) => log.error(traceOf(error)),
    // by the wall clock: read by people
    now: () => clock.wallTime(),
  });
  const picked = await dialogs.live<GoTo>({
    title: l10n.t("Go to Resource"),
    placeholder: l10n.t("Type a name, domain, panel, kind or state"),
    open(box) {
      let typed = "";
      let timer: ReturnType<typeof setTimeout> | undefined;
      draw = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          const isBusy = search.isLoading || search.whole?.isRunning === true;
          box.show({ rows: goToRows(services.panels().length, search, rows, recent), isBusy });
        }, REDRAW_MS);
      };
      void search.open();
      const searchWhole = async (text: string) => {
        const { found, failed } = await search.searchWhole(text);
        const [only, ...others] = found;
        if (typed === text && failed.length === 0 && only !== undefined && others.length === 0)
          box.close({ what: "go", id: only });
      };
      return {
        typed(text) {
          typed = text.trim();
          if (search.whole?.text !== typed) search.forgetWhole();
        },
        taken({ what }) {
          if (what !== "search") return true;
          if (typed !== "") void searchWhole(typed);
          return false;
        },
        closed() {
          clearTimeout(timer);
          draw = () => undefined;
          search.close();
        },
      };
    },
  });
  return { search, picked };
}

/** Shows an item in the tree and loads what is needed for that. */
async function show({ tree, dialogs, reveal }: Services, place: Place | undefined, node: ItemNode): Promise<void> {
  const name = itemText(node.kind, node.label);
  const isThere =
    tree.loadedChildren(node.parentId ?? "").includes(node.id) ||
    (await dialogs.progress(l10n.t("Looking for “{0}”…", name), (signal) => bringIntoTree(tree, node, place, signal)));
  if (!isThere) throw new CommandAborted(l10n.t("“{0}” is no longer listed.", name));
  await reveal(node.id, { expand: false });
}

/**
 * Loads the panel, groups and pages above an item; `false`: it is not there. If only the panel's own search has found it,
 * its group shows the result of that search.
 */
async function bringIntoTree(
  tree: Services["tree"],
  { id, parentId: groupId = "", panelId, kind }: ItemNode,
  place: Place | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const isThere = () => tree.loadedChildren(groupId).includes(id);
  await tree.children(panelNodeId(panelId));
  const above = groupAbove(kind);
  if (above !== undefined) await tree.children(groupNodeId(panelId, above));
  await tree.children(groupId);
  if (isThere()) return true;
  // a filter may hide it
  const group = tree.node(groupId);
  if (group?.type === "group" && group.filter !== undefined) tree.setFilter(groupId, undefined);
  const pages = () => tree.known(panelId, kind).loaded?.pages.length ?? 0;
  const last = place?.what === "page" ? place.number : 0;
  for (let before = -1; !isThere() && pages() < last && pages() > before;) {
    if (signal.aborted) throw new PanelError({ kind: "cancelled" });
    before = pages();
    await tree.loadMore(groupId);
  }
  if (place?.what === "search" && !isThere())
    tree.setFilter(groupId, { kind: "text", text: place.text, everywhere: true }, { kind, page: place.page });
  return isThere();
}

/** The ids of the items used last, the latest first. */
function recentIds(memento: Pick<Memento, "get">): readonly string[] {
  const stored: unknown = memento.get(RECENT);
  return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
}

/** Stores an item as used last, unless it is a demo panel's, and drops those of panels that were removed. */
async function remember({ panels, store, memento }: Services, { id, panelId }: ItemNode): Promise<void> {
  const panel = panels().find((each) => each.id === panelId);
  if (panel === undefined || isDemo(panel)) return;
  const kept = store.list().map((each) => `item:${each.id}/`);
  const others = recentIds(memento).filter((other) => other !== id && kept.some((start) => other.startsWith(start)));
  await memento.update(RECENT, [id, ...others].slice(0, MOST_RECENT));
}
