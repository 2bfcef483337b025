import * as l10n from "@vscode/l10n";
import type { DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { demoIds } from "../panels/isDemo.ts";
import { newPanelRecord, type PanelRecord } from "../panels/panelRecord.ts";
import { editionText } from "../texts/editionTexts.ts";
import { PanelError } from "../wire/answers/failure.ts";
import type { KnownEdition } from "../wire/answers/operation.ts";
import { wordDemo } from "./wordDemo.ts";

interface Running {
  readonly panel: DemoPanel;
  readonly record: PanelRecord;
}

/** One demo panel of a window, running or not. */
export class HostedDemo {
  readonly id: string;
  readonly #edition: KnownEdition;
  /** Set as soon as it begins to start; whoever takes it away ends it. */
  #starting: Promise<Running> | undefined;
  #running: Running | undefined;

  constructor(edition: KnownEdition) {
    this.#edition = edition;
    this.id = demoIds[edition];
  }

  /** While it runs. */
  get record(): PanelRecord | undefined {
    return this.#running?.record;
  }

  /** While it runs. */
  get apiKey(): string | undefined {
    return this.#running?.panel.key;
  }

  /**
   * Starts it, once; `onStarted` is told, and only of the start itself. Rejects with a `PanelError` of kind `cancelled`
   * where it was ended meanwhile.
   */
  async open(onStarted: () => Promise<void>): Promise<PanelRecord> {
    const starting = (this.#starting ??= start(this.#edition));
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
      await onStarted();
    }
    return running.record;
  }

  /** `onGone` is told as soon as it is no longer there, where it was. */
  async end(onGone: () => void): Promise<void> {
    const starting = this.#starting;
    const wasRunning = this.#running !== undefined;
    this.#starting = undefined;
    this.#running = undefined;
    if (wasRunning) onGone();
    const running = await starting?.catch(() => undefined);
    await running?.panel.close();
  }
}

async function start(edition: KnownEdition): Promise<Running> {
  const { startDemoPanel } = await import("../demoPanel/startDemoPanel.ts");
  const panel = await startDemoPanel({ edition, isLively: true });
  wordDemo(panel.state);
  const name = l10n.t("Demo ({0})", editionText(edition));
  return { panel, record: newPanelRecord({ id: demoIds[edition], name, address: panel.address }) };
}
