import * as l10n from "@vscode/l10n";
import { followedLogId } from "../followedLog.ts";
import type { LogTails } from "../logTails.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { LiveBox, LiveRow, LiveSource } from "../../ports/liveList.ts";
import { endText, phaseText } from "./logBarTexts.ts";
import { logName } from "./logTexts.ts";

/** A choice in the list of followed logs. */
export type LogChoice = { readonly what: "show" | "stop"; readonly id: string } | { readonly what: "stopAll" };

interface ListedLog {
  readonly id: string;
  readonly name: string;
}

/** The list of a window's logs, followed ones first: a person shows one, or stops some while it is open. */
export class FollowedLogsList implements LiveSource<LogChoice> {
  readonly #logTails: LogTails;
  readonly #box: LiveBox<LogChoice>;
  readonly #logs: readonly ListedLog[];
  /** Logs that were stopped here; they count as followed until their pending reading has ended. */
  readonly #stopped = new Set<string>();

  constructor(logTails: LogTails, panels: readonly PanelRecord[], box: LiveBox<LogChoice>) {
    this.#logTails = logTails;
    this.#box = box;
    const logs = logTails.shown.map((log) => {
      const panel = panels.find(({ id }) => id === log.panelId);
      return { id: followedLogId(log), name: logName(log, panel?.name ?? "") };
    });
    this.#logs = logs.toSorted((a, b) => Number(this.#isFollowed(b.id)) - Number(this.#isFollowed(a.id)));
  }

  typed(): void {
    this.#show();
  }

  taken(choice: LogChoice): boolean {
    const logTails = this.#logTails;
    switch (choice.what) {
      case "show":
        logTails.show(choice.id);
        return true;
      case "stop":
        this.#stopped.add(choice.id);
        logTails.stop(choice.id);
        this.#show();
        return false;
      case "stopAll":
        for (const { id } of logTails.current) logTails.stop(id);
        for (const { log } of logTails.unseen) logTails.stop(followedLogId(log));
        return true;
      default:
        return choice satisfies never;
    }
  }

  closed(): void {}

  #show(): void {
    const rows = this.#logs.map((log) => this.#row(log));
    const areMany = this.#logs.filter(({ id }) => this.#isFollowed(id)).length > 1;
    if (areMany) rows.push(stopAllRow());
    this.#box.show({ rows, isBusy: false });
  }

  #row({ id, name }: ListedLog): LiveRow<LogChoice> {
    const row = { id, label: name, value: { what: "show", id } } as const;
    if (!this.#isFollowed(id)) return { ...row, description: this.#seenText(id), icon: "circle-slash", buttons: [] };
    const stop = { icon: "debug-stop", tooltip: l10n.t("Stop Following Log"), value: { what: "stop", id } } as const;
    return { ...row, description: phaseText(this.#phaseOf(id)), icon: "output", buttons: [stop] };
  }

  #isFollowed(id: string): boolean {
    return !this.#stopped.has(id) && this.#logTails.current.some((tail) => tail.id === id);
  }

  #phaseOf(id: string) {
    return this.#logTails.current.find((tail) => tail.id === id)?.phase ?? "asking";
  }

  #seenText(id: string): string {
    const ending = this.#logTails.unseen.find(({ log }) => followedLogId(log) === id)?.what;
    if (ending === undefined) return l10n.t("not followed");
    return endText(ending);
  }
}

function stopAllRow(): LiveRow<LogChoice> {
  const label = l10n.t("Stop Following All Logs");
  return { id: "stopAll", label, icon: "debug-stop", value: { what: "stopAll" } };
}
