import { l10n, type Memento } from "vscode";
import type { DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { newPanelRecord, type PanelRecord } from "../model/panelRecord.ts";

const DEMO_ID = "demo";

/** A wish only: losing it costs one click. */
const OPEN_KEY = "serverPanel.demoOpen";

/**
 * The demo panel of this window. It is not stored: its key lives in memory, and after a reload it starts afresh where
 * it was open before.
 */
export class DemoHost {
  readonly #memento: Memento;
  readonly #onChange: () => void;
  #running: { readonly panel: DemoPanel; readonly record: PanelRecord } | undefined;
  #starting: Promise<PanelRecord> | undefined;

  /** `onChange` is called when the demo panel appears or goes. */
  constructor(memento: Memento, onChange: () => void) {
    this.#memento = memento;
    this.#onChange = onChange;
  }

  get record(): PanelRecord | undefined {
    return this.#running?.record;
  }

  /** Whether it was open when the window was closed. */
  get wasOpen(): boolean {
    return this.#memento.get(OPEN_KEY, false);
  }

  owns(record: PanelRecord): boolean {
    return record.id === DEMO_ID;
  }

  apiKey(): string | undefined {
    return this.#running?.panel.key;
  }

  /** Starts it, once. */
  async open(): Promise<PanelRecord> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /** Ends it and forgets that it was open. */
  async close(): Promise<void> {
    await this.#memento.update(OPEN_KEY, undefined);
    const running = this.#running;
    this.#running = undefined;
    this.#starting = undefined;
    this.#onChange();
    await running?.panel.close();
  }

  async dispose(): Promise<void> {
    await this.#running?.panel.close();
  }

  async #start(): Promise<PanelRecord> {
    const { startDemoPanel } = await import("../demoPanel/startDemoPanel.ts");
    const panel = await startDemoPanel({});
    const record = newPanelRecord({ id: DEMO_ID, name: l10n.t("Demo Panel"), address: panel.address });
    this.#running = { panel, record };
    await this.#memento.update(OPEN_KEY, true);
    this.#onChange();
    return record;
  }
}
