import type { Memento } from "vscode";
import { demoIds } from "../panels/isDemo.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import { failureOf, PanelError } from "../wire/answers/failure.ts";
import { type KnownEdition, knownEditions } from "../wire/answers/operation.ts";
import { HostedDemo } from "./hostedDemo.ts";

/** Whether it was open; losing this costs one click. */
const OPEN_KEY = "serverPanel.demoOpen";

/**
 * The demo panels of this window, one of each edition. They are not stored: their keys live in memory, and after a
 * reload those that were open start afresh.
 */
export class DemoHost {
  readonly #memento: Memento;
  readonly #onChange: () => void;
  readonly #demos: ReadonlyMap<KnownEdition, HostedDemo>;
  #isDisposed = false;

  /** `onChange` is called when a demo panel appears or goes. */
  constructor(memento: Memento, onChange: () => void) {
    this.#memento = memento;
    this.#onChange = onChange;
    this.#demos = new Map(knownEditions.map((edition) => [edition, new HostedDemo(edition)]));
  }

  /** Those that run, BaoTa's first. */
  get records(): readonly PanelRecord[] {
    return [...this.#demos.values()].flatMap(({ record }) => record ?? []);
  }

  /** Which of them were open when the window was closed. */
  get #wereOpen(): readonly KnownEdition[] {
    const kept = this.#memento.get<unknown>(OPEN_KEY);
    // as a version that has one demo panel keeps it
    if (kept === true) return ["baota"];
    return Array.isArray(kept) ? knownEditions.filter((edition) => kept.includes(edition)) : [];
  }

  owns(record: PanelRecord): boolean {
    return this.#of(record) !== undefined;
  }

  idOf(edition: KnownEdition): string {
    return demoIds[edition];
  }

  apiKey(record: PanelRecord): string | undefined {
    return this.#of(record)?.[1].apiKey;
  }

  /** Starts one, once. Rejects with a `PanelError` of kind `cancelled` where it was closed meanwhile. */
  async open(edition: KnownEdition): Promise<PanelRecord> {
    const demo = this.#demos.get(edition);
    if (demo === undefined || this.#isDisposed) throw new PanelError({ kind: "cancelled" });
    return demo.open(async () => {
      this.#onChange();
      await this.#remember(edition, true);
    });
  }

  /** Starts those that were open when the window was closed. Rejects with what keeps one from starting. */
  async reopen(): Promise<void> {
    const opened = this.#wereOpen.map((edition) =>
      this.open(edition).catch((error: unknown) => {
        // closed again while it started
        if (failureOf(error)?.kind !== "cancelled") throw error;
      }),
    );
    await Promise.all(opened);
  }

  /** Ends one and forgets that it was open; the others go on. */
  async close(record: Pick<PanelRecord, "id">): Promise<void> {
    const found = this.#of(record);
    if (found === undefined) return;
    const [edition, demo] = found;
    await this.#end(demo);
    await this.#remember(edition, false);
  }

  /** Ends them for good; a later window may open them again. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#demos.values()].map((demo) => this.#end(demo)));
  }

  #of({ id }: Pick<PanelRecord, "id">): readonly [KnownEdition, HostedDemo] | undefined {
    return [...this.#demos].find(([, demo]) => demo.id === id);
  }

  #end(demo: HostedDemo): Promise<void> {
    return demo.end(() => {
      if (!this.#isDisposed) this.#onChange();
    });
  }

  async #remember(edition: KnownEdition, isOpen: boolean): Promise<void> {
    const open = new Set(this.#wereOpen);
    if (isOpen) open.add(edition);
    else open.delete(edition);
    try {
      await this.#memento.update(OPEN_KEY, open.size === 0 ? undefined : [...open]);
    } catch {
      // VS Code refuses while it shuts down
    }
  }
}
