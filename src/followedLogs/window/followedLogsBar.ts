import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandId } from "../../manifest/commands.ts";
import type { Redact } from "../../redaction/redactor.ts";
import { escapeLinks } from "../../platform/escapeLinks.ts";
import { countedLogs, logBarText, type LogsAtAGlance } from "./logBarTexts.ts";

const SHOW = "serverPanel.followedLog.show" satisfies CommandId;
const MANAGE = "serverPanel.followedLog.manage" satisfies CommandId;
const SECOND_MS = 1_000;

export interface FollowedLogsBarOptions {
  readonly logs: () => LogsAtAGlance;
  readonly panelName: (panelId: string) => string;
  readonly redact: Redact;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The status bar item for all followed logs; a click shows the only one, or their list. */
export class FollowedLogsBar implements vscode.Disposable {
  readonly #options: FollowedLogsBarOptions;
  #item: vscode.StatusBarItem | undefined;
  #ticking: NodeJS.Timeout | undefined;

  constructor(options: FollowedLogsBarOptions) {
    this.#options = options;
  }

  /** Redraws the item. */
  update(): void {
    const logs = this.#options.logs();
    this.#draw(logs);
    const [tail] = logs.tails;
    const tells = countedLogs(logs).length === 1 && tail?.log.kind === "runtime";
    if (tells) this.#ticking ??= setInterval(() => this.update(), SECOND_MS);
    else this.#stopTicking();
  }

  dispose(): void {
    this.#stopTicking();
    this.#item?.dispose();
    this.#item = undefined;
  }

  #draw(logs: LogsAtAGlance): void {
    const { panelName, redact, now } = this.#options;
    const barText = logBarText(logs, panelName, now());
    if (barText === undefined) {
      this.#item?.hide();
      return;
    }
    const counted = countedLogs(logs);
    const names = counted.flatMap(({ label, panelId }) => [label, panelName(panelId)]);
    const item = (this.#item ??= createItem());
    item.text = `$(${barText.icon}) ${escapeLinks(redact(barText.text, names))}`;
    item.tooltip = redact(barText.tooltip, names);
    item.accessibilityInformation = { label: redact(barText.spoken, names), role: "button" };
    item.backgroundColor = barText.alarm && new vscode.ThemeColor(`statusBarItem.${barText.alarm}Background`);
    // without arguments: VS Code forgets those of each text before the next is drawn, and a click between fails
    item.command = counted.length === 1 ? SHOW : MANAGE;
    item.show();
  }

  #stopTicking(): void {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem("followedLogs", vscode.StatusBarAlignment.Left);
  // its name in the menu of the status bar
  item.name = l10n.t("Followed Logs");
  return item;
}
