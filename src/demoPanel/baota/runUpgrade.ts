import type { HandlerContext } from "../state/handler.ts";
import type { UpgradeScript } from "../records/upgradeState.ts";

type Context = Pick<HandlerContext, "state" | "delays" | "schedule">;

/** Takes the lock after a delay, writes the script's log piece by piece, and releases the lock. */
export function runUpgrade(context: Context): void {
  const { state, delays, schedule } = context;
  const { upgrade } = state;
  schedule.after(delays.upgradeStart, () => {
    if (upgrade.locked) {
      append(context, "另一个实例已在运行\n");
      return;
    }
    upgrade.log ??= "";
    upgrade.locked = true;
    if (upgrade.script !== undefined) play(context, upgrade.script, 0);
  });
}

function play(context: Context, script: UpgradeScript, position: number): void {
  const { state, delays, schedule } = context;
  const chunk = script.chunks[position];
  if (chunk === undefined) {
    state.upgrade.locked = false;
    state.upgrade.upgraded = script.succeeds;
    return;
  }
  append(context, chunk);
  schedule.after(delays.upgradeChunk, () => play(context, script, position + 1));
}

function append({ state: { upgrade } }: Context, text: string): void {
  upgrade.log = (upgrade.log ?? "") + text;
}
