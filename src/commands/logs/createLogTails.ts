import * as l10n from "@vscode/l10n";
import { FOLLOWED_LOGS } from "../../manifest/manifest.ts";
import { readStoredTails, type FollowedLog, type LogTail } from "../../logs/followedLog.ts";
import type { LogEnding } from "../../logs/logEnding.ts";
import { LogTails } from "../../logs/logTails.ts";
import type { Clock, LogScreen, Memento } from "../../storage/ports.ts";
import { groupKindOf } from "../../resources/table.ts";
import { groupNodeId } from "../../tree/treeNodes.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { endNotice, logName, logSentence } from "../../texts/logTexts.ts";
import type { Services } from "../context/services.ts";
import type { LogServices } from "./logServices.ts";
import { showFailure } from "../context/showFailure.ts";

const MINUTE_MS = 60_000;

/** `demo`: its logs are not followed by the next window. */
type LogTailsServices = LogServices & Pick<Services, "demo">;

export interface LogTailsSetup {
  /** Not asked before a log is followed. */
  readonly services: () => LogTailsServices;
  readonly clock: Clock;
  /** A new screen with a name. */
  readonly openScreen: (name: string) => LogScreen;
  /** After how many minutes without a new line a log counts as stale. */
  readonly staleMinutes: () => number;
  readonly memento: Memento;
  /** Something else is followed, or in another phase. */
  readonly onChange: () => void;
  readonly onDefect: (error: unknown) => void;
}

/** The logs that this window follows; the caller disposes the result. */
export function createLogTails(setup: LogTailsSetup): LogTails {
  const { services, clock, openScreen, staleMinutes, memento, onChange, onDefect } = setup;
  const panelOf = (panelId: string) =>
    services()
      .panels()
      .find(({ id }) => id === panelId);
  const nameOf = ({ panelId }: FollowedLog) => panelOf(panelId)?.name ?? l10n.t("a panel that was removed");

  function tellEnd(following: LogTail, ending: LogEnding): void {
    const { dialogs, logTails } = services();
    const { log, id } = following;
    const panel = panelOf(log.panelId);
    if (panel === undefined) return;
    if (ending.kind === "unreadable") {
      const said = l10n.t("{0} is no longer followed. {1}", logName(log, panel.name), failureText(ending.failure));
      void showFailure(services(), ending.failure, panel, said, log.label).catch(onDefect);
      return;
    }
    const notice = endNotice(following, ending, panel.name);
    if (notice === undefined) return;
    const names = [panel.name, log.label];
    dialogs.notify({ ...notice, names, buttons: [l10n.t("Show Log")] }, async () => logTails.show(id));
  }

  return new LogTails({
    clock,
    addressOf: (panelId) => panelOf(panelId)?.address,
    callFor(panelId, signal, by) {
      const panel = panelOf(panelId);
      return panel === undefined ? undefined : services().connections.of(panel).callFor(signal, by);
    },
    screenOf: (log) => openScreen(logName(log, nameOf(log))),
    sentenceFor: (moment, context) =>
      logSentence(moment, context, nameOf(context.following.log), staleMinutes(), clock.now()),
    staleAfterMs: () => staleMinutes() * MINUTE_MS,
    onChange({ log: { panelId, kind } }) {
      services().tree.showKnown(groupNodeId(panelId, groupKindOf(kind)));
      onChange();
    },
    onEnded: tellEnd,
    onDefect,
    keep(stored) {
      const { demo } = services();
      // the demo panel of the next window is another one
      const lasting = stored.filter(({ panelId }) => panelId !== demo.record?.id);
      void keepIn(memento, lasting);
    },
  });
}

/** What the window before followed. */
export function storedTails(memento: Memento): ReturnType<typeof readStoredTails> {
  return readStoredTails(memento.get(FOLLOWED_LOGS));
}

async function keepIn(memento: Memento, stored: readonly unknown[]): Promise<void> {
  try {
    await memento.update(FOLLOWED_LOGS, stored.length === 0 ? undefined : stored);
  } catch {
    // VS Code refuses while it shuts down
  }
}
