import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../commands/context/commandAborted.ts";
import type { CommandId } from "../manifest/commands.ts";
import type { LiveRow } from "../ports/liveList.ts";
import type { ItemNode } from "../tree/treeNodes.ts";
import { traceOf } from "../wire/answers/failure.ts";
import { goToRows, itemRow, type GoTo, type DrawingRows } from "./goToRows.ts";
import type { Purpose } from "./purpose.ts";
import { recentIds } from "./recentResources.ts";
import type { Logging, Remembering } from "../storage/ports.ts";
import type { ReadingPages } from "../commands/context/readPages.ts";
import type { Talking } from "../ports/dialogs.ts";
import { ResourceSearch, type Place } from "./resourceSearch.ts";

/** Finding any resource of all panels. */
export interface FindingResources extends DrawingRows, Logging, ReadingPages, Remembering, Talking {}

/** Rows that arrive within this time are shown together. */
const REDRAW_MS = 100;

/** A resource with its place outside the tree and the command whose button was pressed, or a panel that was not searched. */
type PickedResource =
  | {
      readonly what: "resource";
      readonly node: ItemNode;
      readonly place: Place | undefined;
      readonly command?: CommandId;
    }
  | { readonly what: "panel"; readonly panelId: string };

/** Lists the resources of all panels for a person to pick one by a few letters; `undefined`: none. */
export async function pickResource(services: FindingResources, purpose: Purpose): Promise<PickedResource | undefined> {
  const { panels, tree, connections, dialogs, memento, clock, log, readPages } = services;
  if (panels().length === 0) throw new CommandAborted(l10n.t("There is no panel yet. Add one first."));
  // makes the nodes of panels if the view was never shown
  await tree.children(undefined);
  const recent = recentIds(memento);
  const rows = new Map<string, LiveRow<GoTo>>();
  let draw = (): void => undefined;
  const search = new ResourceSearch({
    panels: panels(),
    kinds: purpose.kinds,
    tree,
    callFor: (panel, signal, by) => connections.of(panel).callFor(signal, by),
    editionOf: (panel) => connections.of(panel).edition,
    learnEdition: (panel, signal) => connections.of(panel).learnEdition(signal, "automatic"),
    pages: readPages,
    recent,
    onFound(panel, items) {
      for (const item of items)
        if (purpose.isFor(services, item)) rows.set(item.id, itemRow(services, panel.name, item, purpose));
      draw();
    },
    onChange: () => draw(),
    onDefect: (error) => log.error(traceOf(error)),
    // by the wall clock: read by people
    now: () => clock.wallTime(),
  });
  const picked = await dialogs.live<GoTo>({
    title: purpose.title,
    placeholder: l10n.t("Type a name, domain, panel, kind or state"),
    open(box) {
      let typed = "";
      let timer: ReturnType<typeof setTimeout> | undefined;
      draw = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          const isBusy = search.isLoading || search.whole?.isRunning === true;
          const listed = { panelCount: panels().length, search, rows, recent, typed, purpose };
          box.show({ rows: goToRows(listed), isBusy });
        }, REDRAW_MS);
      };
      void search.open();
      const searchWhole = async (text: string) => {
        const { found, failed } = await search.searchWhole(text);
        const [only, ...others] = [...found].filter((id) => rows.has(id));
        if (typed === text && failed.length === 0 && only !== undefined && others.length === 0)
          box.close({ what: "go", id: only });
      };
      return {
        typed(text) {
          const before = typed;
          typed = text.trim();
          if (search.whole?.text !== typed) search.forgetWhole();
          // other texts are matched by VS Code alone
          if (search.long.length > 0 || [before, typed].some((each) => /\s/u.test(each))) draw();
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
  if (picked === undefined || picked.what === "search") return undefined;
  if (picked.what === "panel") return picked;
  const node = search.node(picked.id);
  if (node === undefined) return undefined;
  const place = search.placeOf(node.id);
  return { what: "resource", node, place, ...(picked.what === "run" && { command: picked.command }) };
}
