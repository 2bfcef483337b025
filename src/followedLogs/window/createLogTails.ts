import * as l10n from "@vscode/l10n";
import { cutText } from "../../characters/plainText.ts";
import { showFailure } from "../../commands/context/showFailure.ts";
import { readStoredTails, type FollowedLog, type LogTail, type StoredTail } from "../followedLog.ts";
import type { LogEnding } from "../logEnding.ts";
import { LogTails, type LogTailsOptions, type FollowingLogs } from "../logTails.ts";
import { FOLLOWED_LOGS } from "../../manifest/manifest.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { LogScreen, Memento } from "../../storage/ports.ts";
import { failureText } from "../../texts/failureTexts.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Demo } from "../../panels/demo.ts";
import type { Telling } from "../../commands/context/telling.ts";
import { endMessage, logName, logSentence } from "./logTexts.ts";

const MINUTE_MS = 60_000;

/** In the name of a screen, which may be cut in turn; which log of a website it is follows the label. */
const LONGEST_LABEL = 40;

export interface LogTailsSetup extends Pick<LogTailsOptions, "clock" | "onChange" | "onEnded" | "onDefect"> {
  readonly panelOf: (panelId: string) => PanelRecord | undefined;
  readonly connections: KnownPanels["connections"];
  readonly demo: Pick<Demo, "records">;
  /** A new screen with a name. */
  readonly openScreen: (name: string) => LogScreen;
  /** After how many minutes without a new line a log counts as stale. */
  readonly staleMinutes: () => number;
  readonly memento: Memento;
}

/** The logs that this window follows; the caller disposes the result. */
export function createLogTails(setup: LogTailsSetup): LogTails {
  const { panelOf, connections, demo, clock, openScreen, staleMinutes, memento, onChange, onEnded, onDefect } = setup;
  const nameOf = ({ panelId }: FollowedLog) => panelOf(panelId)?.name ?? l10n.t("a panel that was removed");
  return new LogTails({
    clock,
    addressOf: (panelId) => panelOf(panelId)?.address,
    callFor(panelId, signal, calledBy) {
      const panel = panelOf(panelId);
      if (panel === undefined) return undefined;
      return connections.of(panel).callFor(signal, calledBy);
    },
    screenOf: (log) => openScreen(logName({ ...log, label: cutText(log.label, LONGEST_LABEL) }, nameOf(log))),
    sentenceFor: (notice, context) =>
      // by the wall clock: read by people
      logSentence(notice, context, nameOf(context.tail.log), staleMinutes(), clock.wallTime()),
    staleAfterMs: () => staleMinutes() * MINUTE_MS,
    onChange,
    onEnded,
    onDefect,
    keep(stored) {
      // the demo panels of the next window are others
      const lasting = stored.filter(({ panelId }) => !demo.records.some(({ id }) => id === panelId));
      void keepIn(memento, lasting);
    },
  });
}

/** Tells how a followed log came to its end; nothing where its panel is gone. */
export async function tellLogEnd(
  services: FollowingLogs & KnownPanels & Telling,
  tail: LogTail,
  ending: LogEnding,
): Promise<void> {
  const { dialogs, logTails, panels } = services;
  const { log, id } = tail;
  const panel = panels().find((each) => each.id === log.panelId);
  if (panel === undefined) return;
  if (ending.kind === "unreadable") {
    const sentence = l10n.t("{0} is no longer followed. {1}", logName(log, panel.name), failureText(ending.failure));
    await showFailure(services, ending.failure, panel, sentence, log.label);
    return;
  }
  const notice = endMessage(tail, ending, panel.name);
  if (notice === undefined) return;
  const names = [panel.name, log.label];
  dialogs.notify({ ...notice, names, buttons: [l10n.t("Show Log")] }, async () => logTails.show(id));
}

/** The logs that the previous window followed. */
export function storedTails(memento: Memento): readonly StoredTail[] {
  return readStoredTails(memento.get(FOLLOWED_LOGS));
}

async function keepIn(memento: Memento, stored: readonly unknown[]): Promise<void> {
  try {
    await memento.update(FOLLOWED_LOGS, stored.length === 0 ? undefined : stored);
  } catch {
    // VS Code refuses while it shuts down
  }
}
