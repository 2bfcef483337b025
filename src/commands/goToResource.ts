import { setImmediate as nextStep } from "node:timers/promises";
import { isDemo } from "../panels/isDemo.ts";
import * as l10n from "@vscode/l10n";
import type { ItemNode } from "../tree/treeNodes.ts";
import { rememberResource, recentResources } from "../search/recentResources.ts";
import { ResourceSearch } from "../search/resourceSearch.ts";
import { itemText } from "../texts/resourceTexts.ts";
import { panelNodeId } from "../tree/treeNodes.ts";
import { CommandAborted } from "./context/commandAborted.ts";
import type { Handler, Services } from "./context/services.ts";
import { goToRows, type GoTo } from "./goToRows.ts";
import { bringIntoTree } from "./resources/bringIntoTree.ts";

/**
 * Finds anything on any panel by a few letters, and shows it in the tree or does what its row offers. `run` runs the
 * command of a row.
 */
export function goToResource(run: (command: Extract<GoTo, { what: "run" }>["command"]) => Handler): Handler {
  return async (services) => {
    const panels = services.panels();
    if (panels.length === 0) throw new CommandAborted(l10n.t("There is no panel yet. Add one first."));
    // panels that were never shown are unknown to the tree
    await services.tree.children(undefined);
    const { search, picked } = await pick(services);
    if (picked === undefined) return;
    if (picked.what === "panel") return services.reveal(panelNodeId(picked.panelId), { expand: true });
    if (picked.what === "search") return;
    const node = search.node(picked.id);
    if (node === undefined) return;
    await show(services, search, node);
    await remember(services, node);
    if (picked.what === "run") await run(picked.command)(services, [node.id]);
  };
}

async function pick(
  services: Services,
): Promise<{ readonly search: ResourceSearch; readonly picked: GoTo | undefined }> {
  const { tree, connections, dialogs, memento, clock, log, readPages } = services;
  let draw = async (): Promise<void> => undefined;
  const search = new ResourceSearch({
    panels: services.panels(),
    tree,
    callFor: (panel, signal, by) => connections.of(panel).callFor(signal, by),
    editionOf: (panel) => connections.of(panel).edition,
    learnEdition: (panel, signal) => connections.of(panel).learnEdition(signal, "automatic"),
    pages: readPages,
    recent: recentResources(memento),
    onChange: () => void draw(),
    onDefect: (error) => log.error(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    now: () => clock.wallTime(),
  });
  const picked = await dialogs.live<GoTo>({
    title: l10n.t("Go to Resource"),
    placeholder: l10n.t("Type a name, domain, panel, kind or state"),
    open(box) {
      let typed = "";
      let isDue = false;
      let isClosed = false;
      // in steps of their own, and once for all that has come
      draw = async () => {
        if (isDue) return;
        isDue = true;
        await nextStep();
        isDue = false;
        const rows = goToRows(services, search);
        await nextStep();
        if (rows !== undefined && !isClosed) box.show(rows);
      };
      void search.open();
      /** The only one that is found is what was looked for. */
      const searchWhole = async (text: string) => {
        const { failed } = await search.searchWhole(text);
        const [only, ...others] = search.matches?.shown ?? [];
        if (typed.trim() !== text || failed.length > 0 || only === undefined || others.length > 0) return;
        box.close({ what: "go", id: only.node.id });
      };
      return {
        typed(text) {
          typed = text;
          void search.type(text);
        },
        taken({ what }) {
          if (what !== "search") return true;
          void searchWhole(typed.trim());
          return false;
        },
        closed() {
          isClosed = true;
          search.close();
        },
      };
    },
  });
  return { search, picked };
}

/** Shows a row in the tree, which loads what is needed for that. */
async function show(services: Services, search: ResourceSearch, node: ItemNode): Promise<void> {
  const name = itemText(node.kind, node.label);
  const place = search.placeOf(node.id);
  const isThere =
    services.tree.loadedChildren(node.parentId ?? "").includes(node.id) ||
    (await services.dialogs.progress(l10n.t("Looking for “{0}”…", name), (signal) =>
      bringIntoTree(services, node, place, signal),
    ));
  if (!isThere) throw new CommandAborted(l10n.t("“{0}” is no longer listed.", name));
  await services.reveal(node.id, { expand: false });
}

/** For the next time, unless it is a demo panel's: those have other ids then. */
async function remember(services: Services, { id, panelId }: ItemNode): Promise<void> {
  const panel = services.panels().find((each) => each.id === panelId);
  if (panel === undefined || isDemo(panel)) return;
  const kept = services.store.list().map((each) => `item:${each.id}/`);
  await rememberResource(services.memento, id, (other) => kept.some((start) => other.startsWith(start)));
}
