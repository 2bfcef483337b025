import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { RunningJobs } from "../../onServer/shippedScripts.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Logging, Timed } from "../../storage/ports.ts";
import { failureOrLogged } from "../../wire/answers/failure.ts";
import type { SearchEnd } from "../searchEnd.ts";
import { SearchResults } from "../searchResults.ts";
import { searchServer } from "../searchServer.ts";
import { jobContext } from "./jobContext.ts";
import { maySearch, type AskedSearch } from "./searchedPlaces.ts";

/** Running searches on servers. */
export interface RunningSearches extends KnownPanels, Logging, RunningJobs, Timed {}

/** One search, on all its servers at once, from its begin to the end of the last of them. */
export class SearchRun {
  readonly asked: AskedSearch;
  readonly results: SearchResults;
  /** The panels on which nothing is run, because they are read only. */
  readonly readOnly: readonly PanelRecord[];
  /** Tasks of ours that were not seen to be removed from a panel's list, by the panel's id. */
  readonly leftTasks = new Map<string, ReadonlySet<string>>();
  readonly #panels: readonly PanelRecord[];
  readonly #canceled = new AbortController();
  readonly #onChange: () => void;
  readonly #finished = Promise.withResolvers<void>();
  #isRunning = true;

  /** @param onChange called when anything of it has changed */
  constructor(asked: AskedSearch, onChange: () => void) {
    this.asked = asked;
    this.#onChange = onChange;
    const panels = new Map(asked.places.map((place) => [place.panel.id, place]));
    this.#panels = [...panels.values()].filter(maySearch).map(({ panel }) => panel);
    this.readOnly = [...panels.values()].filter((place) => !maySearch(place)).map(({ panel }) => panel);
    this.results = new SearchResults(this.#panels.map(({ id }) => id));
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Whether a person has ended it; on which servers it has ended by that, their ends say. */
  get isCanceled(): boolean {
    return this.#canceled.signal.aborted;
  }

  /** Resolves when all servers have ended. */
  get finished(): Promise<void> {
    return this.#finished.promise;
  }

  /** Ends it on the servers that are searched still. */
  cancel(): void {
    this.#canceled.abort();
    this.#onChange();
  }

  /** Searches all servers; never rejects for what they do. */
  async run(services: RunningSearches): Promise<void> {
    try {
      await Promise.all(this.#panels.map(async (panel) => this.#searchOn(services, panel)));
    } finally {
      this.#isRunning = false;
      this.#onChange();
      this.#finished.resolve();
    }
  }

  async #searchOn(services: RunningSearches, panel: PanelRecord): Promise<void> {
    const end = await this.#endOn(services, panel);
    this.results.end(panel.id, end);
    this.#onChange();
  }

  async #endOn(services: RunningSearches, panel: PanelRecord): Promise<SearchEnd> {
    // before a byte was sent
    if (this.isCanceled) return { kind: "canceled" };
    const directories = this.asked.places
      .filter((place) => place.panel.id === panel.id)
      .map((place) => place.directory);
    try {
      const context = await jobContext(services, panel, this.#canceled.signal);
      const searchScript = await services.shippedScript("search.sh");
      const end = await searchServer(this.asked.query, directories, { ...context, searchScript }, (files) => {
        this.results.add(panel.id, files);
        this.#onChange();
      });
      if (context.leftTasks.size > 0) this.leftTasks.set(panel.id, context.leftTasks);
      return end;
    } catch (error) {
      return { kind: "failed", failure: failureOrLogged(error, services.log) };
    }
  }
}
