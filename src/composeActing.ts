import { ActionRunner, type ActionRecord } from "./actions/actionRunner.ts";
import type { TargetClaims } from "./actions/targetClaims.ts";
import type { ActivityEntry } from "./activity/activityEntry.ts";
import { ActivityLog, type ActivityLogOptions } from "./activity/activityLog.ts";
import type { Services } from "./commands/context/services.ts";
import { createConfirm } from "./platform/confirm.ts";
import { showActionProgress } from "./platform/showActionProgress.ts";
import { activityItemOf } from "./views/activityItem.ts";
import { afterAction, type AfterAction } from "./window/afterAction.ts";

/** What the actions of a window are performed and recorded with. */
interface ActingParts
  extends
    Omit<AfterAction, "activity" | "log">,
    Pick<ActivityLogOptions, "root" | "clock" | "log" | "redact">,
    Pick<Services, "dialogs"> {
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
  const { dialogs, clock, claims, waitMs, onActed, onDefect } = parts;
  const activity = new ActivityLog(parts);
  const runner = new ActionRunner({
    confirm: createConfirm(dialogs),
    showProgress: showActionProgress(dialogs),
    clock,
    claims,
    waitMs,
    onDefect,
    onFinished(record) {
      afterAction({ ...parts, activity }, record);
      onActed(record);
    },
  });
  return {
    runner,
    activity,
    activityItemOf: (entry: ActivityEntry) => activityItemOf(entry, clock.wallTime()),
    dispose: () => activity.dispose(),
  };
}
