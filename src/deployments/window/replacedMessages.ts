import type { Finished } from "../../actions/actionRunner.ts";
import type { Outcome } from "../../actions/outcome.ts";
import type { EndedServers } from "../several/runInOrder.ts";
import type { DeployTo } from "../targetNow.ts";

/** A run on a target that has come to an end. */
interface EndedRun extends Finished {
  readonly to: Pick<DeployTo, "panel" | "kind" | "target">;
}

/** Controllers that take the message about the last run away, by the target of the run. */
const standing = new Map<string, AbortController>();

/** Outcomes of runs that have not begun: the message of before still holds. */
const NOT_BEGUN: ReadonlySet<Outcome["kind"]> = new Set(["declined", "readOnly"]);

/** Takes the messages about earlier runs on the same targets away. Returns what takes away the one about this run. */
export function replacesMessages(ended: EndedRun | EndedServers<EndedRun>): AbortSignal {
  const own = new AbortController();
  for (const { to, outcome } of runsOf(ended)) {
    if (NOT_BEGUN.has(outcome.kind)) continue;
    const key = [to.panel.id, to.kind, to.target.key].join("\n");
    standing.get(key)?.abort();
    standing.set(key, own);
  }
  return own.signal;
}

function runsOf(ended: EndedRun | EndedServers<EndedRun>): readonly EndedRun[] {
  if (!("servers" in ended)) return [ended];
  return ended.servers.flatMap((each) => each.ended ?? []);
}
