import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandId } from "../manifest/commands.ts";
import type { LogTail, TailPhase } from "../logs/followedLog.ts";
import type { Redact } from "../redaction/redactor.ts";
import { escapeLinks } from "../platform/escapeLinks.ts";
import { logTailText, logName } from "../texts/logTexts.ts";

const SHOW = "serverPanel.followedLog.show" satisfies CommandId;
const SECOND_MS = 1_000;

const ICONS: Readonly<Record<TailPhase, string>> = {
  asking: "sync~spin",
  idle: "sync~spin",
  running: "sync~spin",
  following: "output",
  stale: "warning",
  reconnecting: "debug-disconnect",
};

export interface FollowedLogsBarOptions {
  readonly current: () => readonly LogTail[];
  readonly panelName: (panelId: string) => string;
  readonly redact: Redact;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** An item in the status bar for each log that is followed; a click shows the log. */
export class FollowedLogsBar implements vscode.Disposable {
  readonly #options: FollowedLogsBarOptions;
  readonly #items = new Map<string, vscode.StatusBarItem>();
  #ticking: NodeJS.Timeout | undefined;

  constructor(options: FollowedLogsBarOptions) {
    this.#options = options;
  }

  /** Shows what is followed now. */
  update(): void {
    const current = this.#options.current();
    const ids = new Set(current.map(({ id }) => id));
    for (const [id, item] of this.#items)
      if (!ids.has(id)) {
        item.dispose();
        this.#items.delete(id);
      }
    for (const tail of current) this.#draw(tail);
    const counts = current.some(({ log }) => log.kind === "runtime");
    if (counts) this.#ticking ??= setInterval(() => this.update(), SECOND_MS);
    else this.#stopTicking();
  }

  dispose(): void {
    this.#stopTicking();
    for (const item of this.#items.values()) item.dispose();
    this.#items.clear();
  }

  #draw(tail: LogTail): void {
    const { id, log, phase, startedAt } = tail;
    const { panelName, redact, now } = this.#options;
    const seconds = Math.max(0, now() - startedAt) / SECOND_MS;
    const panel = panelName(log.panelId);
    const { text, tooltip } = logTailText(tail, panel, seconds);
    const shown = (said: string) => redact(said, [log.label, panel]);
    const item = this.#items.get(id) ?? this.#create(id);
    // what the menu of the status bar calls it
    item.name = l10n.t("Server Panel: {0}", shown(logName(log, panel)));
    item.text = `$(${ICONS[phase]}) ${escapeLinks(shown(text))}`;
    item.tooltip = shown(tooltip);
    // without the time, which would be read out every second
    item.accessibilityInformation = { label: shown(tooltip), role: "button" };
  }

  #create(id: string): vscode.StatusBarItem {
    const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left);
    item.command = { command: SHOW, title: l10n.t("Show Log"), arguments: [id] };
    item.show();
    this.#items.set(id, item);
    return item;
  }

  #stopTicking(): void {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }
}
