import * as l10n from "@vscode/l10n";
import type { Talking } from "../../ports/dialogs.ts";
import { listText } from "../../texts/listTexts.ts";
import type { ResultLine } from "../searchResults.ts";
import type { AskedSearch } from "./searchedPlaces.ts";
import { SearchRows } from "./searchRows.ts";
import { SearchRun, type RunningSearches } from "./searchRun.ts";

/** The search that a window shows, with its rows. */
export interface ShownSearch {
  readonly run: SearchRun;
  readonly rows: SearchRows;
}

/** What shows the search of a window. */
export interface SearchDisplay {
  /** Anything of the search has changed, or it is another one or none. */
  changed(): void;
  /** Shows the view and moves the keyboard there. */
  focus(): Promise<void>;
  /** Selects a line in the view. Never rejects. */
  reveal(line: ResultLine): Promise<void>;
  /** The ids of the rows that a key acts on; `undefined`: unknown, because the view was redrawn meanwhile. */
  keyTargets(): Promise<readonly string[] | undefined>;
  dispose(): void;
}

/** Keys of `when` clauses that follow from the search. */
export type SetSearchKey = (key: "searched" | "searching" | "found", value: boolean | number) => void;

/** The one search of a window: a new one ends the one before it. Its results are gone with the window. */
export class WindowSearch {
  readonly #services: RunningSearches & Talking;
  readonly #display: (search: WindowSearch) => SearchDisplay;
  #made: SearchDisplay | undefined;
  #shown: ShownSearch | undefined;
  #count = 0;
  /** The id of the row that was selected or opened last. */
  at: string | undefined;

  /** @param display is made with the first search */
  constructor(services: RunningSearches & Talking, display: (search: WindowSearch) => SearchDisplay) {
    this.#services = services;
    this.#display = display;
  }

  get shown(): ShownSearch | undefined {
    return this.#shown;
  }

  get display(): SearchDisplay {
    return (this.#made ??= this.#display(this));
  }

  /** Searches, once the search before has ended; resolves when all of it has ended. */
  async begin(asked: AskedSearch): Promise<void> {
    const before = this.#shown?.run;
    this.#count += 1;
    const run = new SearchRun(asked, () => this.display.changed());
    this.#shown = { run, rows: new SearchRows(run, String(this.#count)) };
    this.at = undefined;
    this.display.changed();
    await this.display.focus();
    await this.#end(before);
    await run.run(this.#services);
  }

  /** Takes the search out of sight, and ends it. */
  async clear(): Promise<void> {
    const before = this.#shown?.run;
    this.#shown = undefined;
    this.at = undefined;
    this.display.changed();
    await this.#end(before);
  }

  /** Ends what is under way, for the window is closed. */
  async dispose(): Promise<void> {
    const { run } = this.#shown ?? {};
    run?.cancel();
    this.#made?.dispose();
    await run?.finished;
  }

  /** Ends a search whose results are no longer shown, and says so where its end was not seen. */
  async #end(run: SearchRun | undefined): Promise<void> {
    if (run === undefined) return;
    run.cancel();
    await run.finished;
    const unseen = run.results.servers.filter(({ end }) => end?.kind === "unknown").map(({ panelId }) => panelId);
    const names = run.asked.places.flatMap(({ panel }) => (unseen.includes(panel.id) ? [panel.name] : []));
    if (names.length === 0) return;
    const quoted = listText([...new Set(names)].map((name) => l10n.t("“{0}”", name)));
    const message = l10n.t("The end of the search before was not seen on {0}: it may still run there.", quoted);
    this.#services.dialogs.notify({ severity: "warning", message, names }, async () => undefined);
  }
}
