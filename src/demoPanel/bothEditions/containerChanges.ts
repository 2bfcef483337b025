import type { DemoContainer } from "../records/demoRecords.ts";
import { dockerTime } from "../records/dockerTime.ts";
import type { DemoState } from "../state/demoState.ts";
import { type HandlerContext, required } from "../state/handler.ts";

/** `ended`: its program ended at once. */
type Started = "unknown" | "started" | "ended";

/** Works in every state, and blocks until it is done. */
export async function restartContainer(context: HandlerContext): Promise<Started> {
  const container = asked(context);
  if (container === undefined) return "unknown";
  await context.schedule.sleep(context.delays.container);
  container.finishedAt = momentOf(context);
  return run(container, context);
}

/** Wakes a paused one, and does nothing to one that runs. */
export async function startContainer(context: HandlerContext): Promise<Started | "woken"> {
  const container = asked(context);
  if (container === undefined) return "unknown";
  const wasPaused = container.status === "paused";
  await context.schedule.sleep(context.delays.container);
  if (wasPaused) {
    container.status = "running";
    return "woken";
  }
  if (container.status !== "running") return run(container, context);
  return container.endsAtOnce ? "ended" : "started";
}

/** `removed`: it was made so that it goes when it ends. One that never ran stays as it is. */
export async function stopContainer(context: HandlerContext): Promise<"unknown" | "neverRan" | "stopped" | "removed"> {
  const container = asked(context);
  if (container === undefined) return "unknown";
  await context.schedule.sleep(context.delays.container);
  if (container.status === "created") return "neverRan";
  if (container.status !== "exited") container.finishedAt = momentOf(context);
  container.status = "exited";
  container.pid = 0;
  if (container.autoRemove !== true) return "stopped";
  remove(context.state, container);
  return "removed";
}

/** From running to paused, or back; answers what it was before. Done at once. */
export function pauseContainer(
  context: HandlerContext,
  [from, to]: readonly ["running", "paused"] | readonly ["paused", "running"],
): "unknown" | DemoContainer["status"] {
  const container = asked(context);
  if (container === undefined) return "unknown";
  const before = container.status;
  if (before === from) container.status = to;
  return before;
}

/** By force. Whether there was one. */
export function removeContainer(context: HandlerContext): boolean {
  const container = asked(context);
  if (container !== undefined) remove(context.state, container);
  return container !== undefined;
}

function asked({ state, fields }: HandlerContext): DemoContainer | undefined {
  return findContainer(state, required(fields, "id"));
}

/** By name, or by id or the start of an id, as Docker finds them. */
export function findContainer({ containers }: DemoState, id: string): DemoContainer | undefined {
  const named = containers.find(({ name }) => name === id);
  if (named !== undefined || id === "") return named;
  const found = containers.filter((container) => container.id.startsWith(id));
  return found.length === 1 ? found[0] : undefined;
}

function run(container: DemoContainer, context: HandlerContext): Started {
  container.startedAt = momentOf(context);
  container.status = container.endsAtOnce ? "exited" : "running";
  container.pid = container.endsAtOnce ? 0 : context.state.serial++;
  return container.endsAtOnce ? "ended" : "started";
}

function momentOf({ state, now }: HandlerContext): string {
  return dockerTime(now(), state.serial++);
}

function remove({ containers }: DemoState, container: DemoContainer): void {
  containers.splice(containers.indexOf(container), 1);
}
