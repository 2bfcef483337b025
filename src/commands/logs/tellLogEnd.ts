import * as l10n from "@vscode/l10n";
import type { LogTail } from "../../logs/followedLog.ts";
import type { LogEnding } from "../../logs/logEnding.ts";
import { failureText } from "../../texts/failureTexts.ts";
import { endMessage, logName } from "../../texts/logTexts.ts";
import { showFailure } from "../context/showFailure.ts";
import type { LogServices } from "./logServices.ts";

/** Tells how a followed log came to its end; nothing where its panel is gone. */
export async function tellLogEnd(services: LogServices, tail: LogTail, ending: LogEnding): Promise<void> {
  const { dialogs, logTails, panels } = services;
  const { log, id } = tail;
  const panel = panels().find((each) => each.id === log.panelId);
  if (panel === undefined) return;
  if (ending.kind === "unreadable") {
    const said = l10n.t("{0} is no longer followed. {1}", logName(log, panel.name), failureText(ending.failure));
    await showFailure(services, ending.failure, panel, said, log.label);
    return;
  }
  const message = endMessage(tail, ending, panel.name);
  if (message === undefined) return;
  const names = [panel.name, log.label];
  dialogs.notify({ ...message, names, buttons: [l10n.t("Show Log")] }, async () => logTails.show(id));
}
