import * as l10n from "@vscode/l10n";
import type { Finished } from "../../actions/actionRunner.ts";
import { ErrorWithPanel } from "../../commands/context/askPanel.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { createConfirm } from "../../platform/confirm.ts";
import { unaskedDialogs } from "../../platform/unaskedDialogs.ts";
import { waitingText, type DeployingTask } from "../../tasks/runTask.ts";
import { throwIfEnded } from "../../wire/answers/failure.ts";
import type { DeployingFolders } from "./deployServices.ts";
import type { Dialogs } from "../../ports/dialogs.ts";
import type { EndedServers } from "../several/runInOrder.ts";
import { deployNamed, serversNamed } from "./deployNamed.ts";

/** A deployment by a task of a tasks.json; a sentence if it did not begin. Throws `PanelError` before anything was sent. */
export async function deployByTask(
  services: DeployingFolders,
  name: string,
  task: DeployingTask,
): Promise<Finished | EndedServers | string> {
  const { say, showLines, signal, showProgress, sentence } = task;
  const told = new Set<string>();
  const saying: Dialogs = {
    ...services.dialogs,
    async progress(title, read) {
      // who runs its steps is looked at first, in the same way
      if (!told.has(title)) say(title);
      told.add(title);
      try {
        return await read(signal, () => undefined);
      } catch (error) {
        throwIfEnded(signal);
        throw error;
      }
    },
  };
  const { clock } = services;
  const dialogs = unaskedDialogs(saying, { sentence, signal, clock, waits: () => say(waitingText()) });
  try {
    const deputy = { by: "task", say, showLines, showProgress, confirm: createConfirm(dialogs) } as const;
    const ended = await deployNamed({ ...services, dialogs }, serversNamed(services, name), deputy);
    if (ended === undefined) return l10n.t("Declined. Nothing was sent.");
    return ended;
  } catch (error) {
    const cause = error instanceof ErrorWithPanel ? error.cause : error;
    if (cause instanceof CommandAborted) return cause.message;
    throw cause;
  }
}
