import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { resourceStates } from "../resources/resource.ts";
import { resourceOf } from "../resources/resources.ts";
import { findOnPanel } from "../commands/context/readPages.ts";
import type { LiveBox, LiveRow, LiveSource } from "../ports/liveList.ts";
import { stateText } from "../texts/resourceTexts.ts";
import { noMatchText } from "../texts/groupTexts.ts";
import { matchesText, partlyLoadedText, searchAllText, searchFailedText, searchingText } from "../texts/searchTexts.ts";
import type { GroupFilter, GroupNode } from "../tree/treeNodes.ts";
import { failureOf, type PanelFailure } from "../wire/answers/failure.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";

/** Choices in the list of a filter: keep the filter, or have the panel search its whole list. */
export type FilterChoice = "keep" | "search";

/** Pause in typing after which the tree follows. */
const PAUSE_MS = 100;

/** Filters a group of the tree as a person types. */
export class FilterList implements LiveSource<FilterChoice> {
  readonly #services: KnownPanels;
  readonly #panel: PanelRecord;
  readonly #group: GroupNode;
  readonly #box: LiveBox<FilterChoice>;
  readonly #closed = new AbortController();
  #text = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The text for which the rows were shown last. */
  #shownFor: string | undefined;
  #search: "none" | "running" | "nothing" | PanelFailure = "none";
  /** What the group was filtered by last, as far as this list knows. */
  #applied: GroupFilter | undefined;

  constructor(services: KnownPanels, panel: PanelRecord, group: GroupNode, box: LiveBox<FilterChoice>) {
    this.#services = services;
    this.#panel = panel;
    this.#group = group;
    this.#box = box;
    this.#applied = group.filter;
  }

  /** Whether somebody else has filtered the group since, or cleared its filter: the list stays open meanwhile. */
  get isOvertaken(): boolean {
    return this.#node.filter !== this.#applied;
  }

  typed(text: string): void {
    const isFirst = this.#timer === undefined;
    this.#text = text;
    this.#search = "none";
    clearTimeout(this.#timer);
    // an earlier filter stays until something is typed
    this.#timer = isFirst ? setTimeout(() => this.#show(), 0) : setTimeout(() => this.#apply(), PAUSE_MS);
  }

  taken(choice: FilterChoice): boolean {
    const isOfOtherText = this.#shownFor !== this.#text.trim();
    this.#apply();
    // whoever types fast takes a row that was made for another text
    const isSearch = isOfOtherText ? this.#searchesFirst() : choice === "search";
    if (!isSearch) return true;
    if (this.#search !== "running") void this.#searchPanel();
    return false;
  }

  closed(): void {
    clearTimeout(this.#timer);
    this.#closed.abort();
  }

  #apply(): void {
    const { tree } = this.#services;
    const text = this.#text.trim();
    const { filter } = this.#node;
    const isAlready = filter?.text === text;
    const states = resourceStates.filter((state) => stateText(state).toLowerCase().includes(text.toLowerCase()));
    if (!isAlready) {
      this.#applied = text === "" ? undefined : { text, ...(states.length > 0 && { states }) };
      tree.setFilter(this.#group.id, this.#applied);
    }
    this.#show();
  }

  async #searchPanel(): Promise<void> {
    const { tree, connections } = this.#services;
    const { kind, id } = this.#group;
    const text = this.#text.trim();
    const isWanted = () => this.#text.trim() === text && !this.#closed.signal.aborted;
    this.#search = "running";
    this.#show();
    try {
      const page = await findOnPanel(connections.of(this.#panel).callFor(this.#closed.signal), kind, text);
      if (!isWanted()) return;
      if (page.rows.length > 0) {
        this.#applied = { text, serverSearch: true };
        tree.setFilter(id, this.#applied, { kind, page });
        this.#box.close("keep");
        return;
      }
      this.#search = "nothing";
    } catch (error) {
      if (!isWanted()) return;
      this.#search = failureOf(error) ?? { kind: "defect" };
    }
    this.#show();
  }

  /** Whether the panel's search stands first: the group has rows that are not loaded, and no loaded one has just this name. */
  #searchesFirst(): boolean {
    const text = this.#text.trim().toLowerCase();
    const { loaded, all } = this.#counts;
    const isPart = resourceOf(this.#group.kind).searchable === true && all > loaded;
    const { items } = this.#services.tree.known(this.#panel.id, this.#group.kind);
    return (
      text !== "" && isPart && this.#search !== "nothing" && items.every(({ label }) => label.toLowerCase() !== text)
    );
  }

  get #counts() {
    const { loaded = 0, shown = 0, total = loaded, among } = this.#node.count ?? {};
    return { loaded, shown, all: Math.max(among ?? total, loaded) };
  }

  #show(): void {
    const { loaded, shown, all } = this.#counts;
    this.#shownFor = this.#text.trim();
    const isTyped = this.#shownFor !== "";
    const note = (id: string, icon: string, label: string, value?: FilterChoice): LiveRow<FilterChoice> => ({
      id,
      icon,
      label,
      isAlwaysShown: true,
      ...(value !== undefined && { value }),
    });
    const rows: LiveRow<FilterChoice>[] = [];
    const searchesFirst = this.#searchesFirst();
    if (searchesFirst) rows.push(this.#searchRow(all));
    if (!isTyped) rows.push(note("keep", "list-flat", l10n.t("Show all"), "keep"));
    else if (shown > 0 && this.#search !== "nothing")
      rows.push(note("keep", "filter", matchesText(shown, loaded, all), "keep"));
    const isPart = resourceOf(this.#group.kind).searchable === true && all > loaded;
    if (isTyped && isPart && this.#search !== "nothing" && !searchesFirst) rows.push(this.#searchRow(all));
    if (!isTyped && isPart) rows.push(note("partly", "info", partlyLoadedText(loaded, all)));
    // below what can be taken, for VS Code highlights the first row
    if (isTyped && this.#search === "nothing") rows.push(note("none", "info", noMatchText(all, all)));
    else if (isTyped && shown === 0) rows.push(note("none", "info", noMatchText(loaded, all)));
    this.#box.show({ rows, isBusy: this.#search === "running" });
  }

  #searchRow(all: number): LiveRow<FilterChoice> {
    const row = { id: "search", isAlwaysShown: true, value: "search" } as const;
    const search = this.#search;
    if (typeof search === "object")
      return { ...row, icon: "warning", label: searchFailedText([[this.#panel.name, search]]) };
    if (search === "running") return { ...row, icon: "loading~spin", label: searchingText(all) };
    return { ...row, icon: "search", label: searchAllText(all, 1) };
  }

  get #node(): GroupNode {
    const node = this.#services.tree.node(this.#group.id);
    if (node?.type === "group") return node;
    return this.#group;
  }
}
