import * as l10n from "@vscode/l10n";
import type { Memento } from "vscode";
import type { DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { newPanelRecord, type PanelRecord } from "../panels/panelRecord.ts";
import { failureOf, PanelError } from "../wire/answers/failure.ts";

const DEMO_ID = "demo";

/** Whether it was open; losing this costs one click. */
const OPEN_KEY = "serverPanel.demoOpen";

interface Running {
  readonly panel: DemoPanel;
  readonly record: PanelRecord;
}

/**
 * The demo panel of this window. It is not stored: its key lives in memory, and after a reload it starts afresh where
 * it was open before.
 */
export class DemoHost {
  readonly #memento: Memento;
  readonly #onChange: () => void;
  /** Set as soon as a start begins; whoever clears it ends what was started. */
  #starting: Promise<Running> | undefined;
  #running: Running | undefined;
  #isDisposed = false;

  /** `onChange` is called when the demo panel appears or goes. */
  constructor(memento: Memento, onChange: () => void) {
    this.#memento = memento;
    this.#onChange = onChange;
  }

  get record(): PanelRecord | undefined {
    return this.#running?.record;
  }

  owns(record: PanelRecord): boolean {
    return record.id === DEMO_ID;
  }

  apiKey(): string | undefined {
    return this.#running?.panel.key;
  }

  /** Starts it, once. Rejects with a `PanelError` of kind `cancelled` where it was closed meanwhile. */
  async open(): Promise<PanelRecord> {
    if (this.#isDisposed) throw new PanelError({ kind: "cancelled" });
    const starting = (this.#starting ??= start());
    let running: Running;
    try {
      running = await starting;
    } catch (error) {
      // the next attempt is a new one
      if (this.#starting === starting) this.#starting = undefined;
      throw error;
    }
    if (this.#starting !== starting) throw new PanelError({ kind: "cancelled" });
    if (this.#running === undefined) {
      this.#running = running;
      this.#onChange();
      await this.#remember(true);
    }
    return running.record;
  }

  /** Starts it where it was open when the window was closed. Rejects with what keeps it from starting. */
  async reopen(): Promise<void> {
    if (!this.#memento.get(OPEN_KEY, false)) return;
    await this.open().catch((error: unknown) => {
      // closed again while it started
      if (failureOf(error)?.kind !== "cancelled") throw error;
    });
  }

  /** Ends it and forgets that it was open. */
  async close(): Promise<void> {
    await this.#end();
    await this.#remember(undefined);
  }

  /** Ends it for good; a later window may open it again. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#end();
  }

  async #end(): Promise<void> {
    const starting = this.#starting;
    const wasRunning = this.#running !== undefined;
    this.#starting = undefined;
    this.#running = undefined;
    if (wasRunning && !this.#isDisposed) this.#onChange();
    const running = await starting?.catch(() => undefined);
    await running?.panel.close();
  }

  async #remember(isOpen: true | undefined): Promise<void> {
    try {
      await this.#memento.update(OPEN_KEY, isOpen);
    } catch {
      // VS Code refuses while it shuts down
    }
  }
}

async function start(): Promise<Running> {
  const { startDemoPanel } = await import("../demoPanel/startDemoPanel.ts");
  const panel = await startDemoPanel({});
  return { panel, record: newPanelRecord({ id: DEMO_ID, name: l10n.t("Demo Panel"), address: panel.address }) };
}
