import * as l10n from "@vscode/l10n";
import type { Memento } from "vscode";
import type { DemoPanel } from "../demoPanel/startDemoPanel.ts";
import { demoIds } from "../panels/isDemo.ts";
import { newPanelRecord, type PanelRecord } from "../panels/panelRecord.ts";
import { editionText } from "../texts/editionTexts.ts";
import { failureOf, PanelError } from "../wire/answers/failure.ts";
import { type KnownEdition, knownEditions } from "../wire/answers/operation.ts";

/** The demo panels that were open; losing this costs one click. */
const OPEN_KEY = "serverPanel.demoOpen";

interface Running {
  readonly panel: DemoPanel;
  readonly record: PanelRecord;
}

/**
 * The demo panels of this window, at most one of each edition. They are not stored: their keys live in memory, and
 * after a reload those that were open start afresh.
 */
export class DemoHost {
  readonly #memento: Memento;
  readonly #onChange: () => void;
  /** Demo panels that run or start; whoever removes one ends it. */
  readonly #starting = new Map<KnownEdition, Promise<Running>>();
  readonly #running = new Map<KnownEdition, Running>();
  #isDisposed = false;

  /** `onChange` is called when a demo panel appears or goes. */
  constructor(memento: Memento, onChange: () => void) {
    this.#memento = memento;
    this.#onChange = onChange;
  }

  /** The running demo panels, BaoTa first. */
  get records(): readonly PanelRecord[] {
    return knownEditions.flatMap((edition) => this.#running.get(edition)?.record ?? []);
  }

  /** The demo panels that were open when the window was closed. */
  get #wereOpen(): readonly KnownEdition[] {
    const kept = this.#memento.get<unknown>(OPEN_KEY);
    if (Array.isArray(kept)) return knownEditions.filter((edition) => kept.includes(edition));
    return [];
  }

  apiKey({ id }: Pick<PanelRecord, "id">): string | undefined {
    return [...this.#running.values()].find(({ record }) => record.id === id)?.panel.key;
  }

  /** Starts a demo panel unless it runs. Rejects with a `PanelError` of kind `cancelled` if it was closed meanwhile. */
  async open(edition: KnownEdition): Promise<PanelRecord> {
    if (this.#isDisposed) throw new PanelError({ kind: "cancelled" });
    const starting = this.#starting.get(edition) ?? start(edition);
    this.#starting.set(edition, starting);
    let running: Running;
    try {
      running = await starting;
    } catch (error) {
      // the next attempt is a new one
      if (this.#starting.get(edition) === starting) this.#starting.delete(edition);
      throw error;
    }
    if (this.#starting.get(edition) !== starting) throw new PanelError({ kind: "cancelled" });
    if (!this.#running.has(edition)) {
      this.#running.set(edition, running);
      this.#onChange();
      await this.#remember(edition, true);
    }
    return running.record;
  }

  /** Starts the demo panels that were open when the window was closed. Rejects if one cannot start. */
  async reopen(): Promise<void> {
    const opened = this.#wereOpen.map((edition) =>
      this.open(edition).catch((error: unknown) => {
        // closed again while it started
        if (failureOf(error)?.kind !== "cancelled") throw error;
      }),
    );
    await Promise.all(opened);
  }

  /** Ends a demo panel, and forgets that it was open. */
  async close({ id }: Pick<PanelRecord, "id">): Promise<void> {
    for (const edition of knownEditions.filter((each) => demoIds[each] === id)) {
      await this.#end(edition);
      await this.#remember(edition, false);
    }
  }

  /** Ends all of them; a later window may open them again. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all(knownEditions.map((edition) => this.#end(edition)));
  }

  async #end(edition: KnownEdition): Promise<void> {
    const starting = this.#starting.get(edition);
    this.#starting.delete(edition);
    if (this.#running.delete(edition) && !this.#isDisposed) this.#onChange();
    const running = await starting?.catch(() => undefined);
    await running?.panel.close();
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

async function start(edition: KnownEdition): Promise<Running> {
  const { startDemoPanel } = await import("../demoPanel/startDemoPanel.ts");
  const panel = await startDemoPanel({ edition, isLively: true });
  translateDemo(panel.state);
  const name = l10n.t("Demo ({0})", editionText(edition));
  return { panel, record: newPanelRecord({ id: demoIds[edition], name, address: panel.address }) };
}

/** What people would have typed into the demo panels, in the window's language; the rest are names of programs. */
export const demoWords = (): ReadonlyMap<string, string> =>
  new Map([
    ['<b>Shop</b> & "checkout"', l10n.t('<b>Shop</b> & "checkout"')],
    ["旧站", l10n.t("Old website")],
    ["账单", l10n.t("Invoices")],
    ["prod", l10n.t("Production")],
    ["web 1", l10n.t("Web server {0}", 1)],
    ["web 2", l10n.t("Web server {0}", 2)],
    ["本机", l10n.t("This server")],
    ["重启 nginx", l10n.t("reload the web server")],
    ["Renew certificates", l10n.t("Renew certificates")],
    ["Back up databases", l10n.t("Back up databases")],
    ["Clear cache", l10n.t("Clear cache")],
    ["Shop window", l10n.t("Shop window")],
    ["Support chat", l10n.t("Support chat")],
    ["Nightly model", l10n.t("Nightly model")],
    ["Company website", l10n.t("Company website")],
    ["Images and downloads", l10n.t("Images and downloads")],
    ["For tests", l10n.t("For tests")],
    ["Status page", l10n.t("Status page")],
    ["Manual", l10n.t("Manual")],
    ["News", l10n.t("News")],
    ["Orders", l10n.t("Orders")],
    ["Monthly reports", l10n.t("Monthly reports")],
    ["Staff only", l10n.t("Staff only")],
    ["Sends mail", l10n.t("Sends mail")],
    ["Replaced by order-service", l10n.t("Replaced by order-service")],
    ["Old entry", l10n.t("Old entry")],
    ["disk", l10n.t("disk")],
    ["clean up", l10n.t("clean up")],
  ]);

/** Puts the notes and names that a person would have typed into a demo panel into the window's language. */
export function translateDemo({
  sites,
  javaProjects,
  projects,
  scheduledTasks,
  web,
  terminal,
}: DemoPanel["state"]): void {
  const words = demoWords();
  const translated = (text: string) => words.get(text) ?? text;
  for (const row of [...sites, ...javaProjects, ...projects]) row.note = translated(row.note);
  for (const row of [...scheduledTasks, ...web.categories]) row.name = translated(row.name);
  const { hosts, commands } = terminal;
  hosts.splice(0, hosts.length, ...hosts.map((host) => ({ ...host, note: translated(host.note) })));
  commands.splice(0, commands.length, ...commands.map((command) => ({ ...command, title: translated(command.title) })));
}
