import { ActionRunner, type ActionRecord } from "./actions/actionRunner.ts";
import type { AbandonedChangesOptions } from "./actions/abandonedChanges.ts";
import type { TargetClaims } from "./actions/targetClaims.ts";
import type { ActivityEntry } from "./activity/activityEntry.ts";
import { ActivityLog, type ActivityLogOptions } from "./activity/activityLog.ts";
import type { Services } from "./commands/context/services.ts";
import { createConfirm } from "./platform/confirm.ts";
import { showActionProgress } from "./platform/showActionProgress.ts";
import { activityItemOf } from "./views/activityItem.ts";
import { afterAction, type AfterAction } from "./window/afterAction.ts";
import { createAbandonedChanges, recordResumed } from "./window/createAbandonedChanges.ts";

/** What the actions of a window are performed and recorded with. */
interface ActingParts
  extends
    Omit<AfterAction, "activity" | "log">,
    Pick<ActivityLogOptions, "root" | "clock" | "log" | "redact">,
    Pick<Services, "dialogs"> {
  readonly services: Services;
  readonly tell: AbandonedChangesOptions["tell"];
  readonly claims: TargetClaims;
  readonly waitMs: () => number;
  readonly onActed: (record: ActionRecord) => void;
  readonly onDefect: (error: unknown) => void;
}

/**
 * What performs actions and shows what was done; `compose.ts` loads it when one of the two is wanted, for the tree is drawn
 * without it. The caller disposes the result.
 */
export function composeActing(parts: ActingParts) {
  const { root, services, dialogs, clock, claims, waitMs, onActed, onDefect, tell } = parts;
  const activity = new ActivityLog(parts);
  const performing = {
    clock,
    claims,
    waitMs,
    onDefect,
    async onFinished(record: ActionRecord) {
      onActed(record);
      await afterAction({ ...parts, activity }, record);
    },
  };
  const confirm = createConfirm(dialogs);
  const runner = new ActionRunner({ ...performing, confirm, showProgress: showActionProgress(dialogs) });
  const abandoned = createAbandonedChanges({ ...performing, root, services, tell });
  return {
    runner,
    abandoned,
    recordResumed: recordResumed.bind(undefined, abandoned),
    activity,
    activityItemOf: (entry: ActivityEntry) => activityItemOf(entry, clock.wallTime()),
    /** Lets running actions end; call it while panels can still be called. */
    close: async () => Promise.all([runner.close(), abandoned.dispose()]),
    dispose: () => activity.dispose(),
  };
}
