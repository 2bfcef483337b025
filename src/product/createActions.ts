import { AbandonedChanges, type AbandonedChangesOptions } from "../actions/abandonedChanges.ts";
import { ActionRunner } from "../actions/actionRunner.ts";
import { createConfirm, showActionProgress } from "../platform/confirm.ts";
import type { Dialogs } from "../ports/dialogs.ts";

/** What changes of a window need of it. */
export interface ActionsSetup extends AbandonedChangesOptions {
  readonly dialogs: Dialogs;
}

/** Makes what changes panels in a window, and what finds the ends of changes that other windows have left. The caller disposes both. */
export function createActions({ dialogs, ...acting }: ActionsSetup) {
  const confirm = createConfirm(dialogs);
  const showProgress = showActionProgress(dialogs);
  return {
    runner: new ActionRunner({ ...acting, confirm, showProgress }),
    abandoned: new AbandonedChanges(acting),
  };
}
