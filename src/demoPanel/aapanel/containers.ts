import {
  pauseContainer,
  removeContainer,
  restartContainer,
  startContainer,
  stopContainer,
} from "../bothEditions/containerChanges.ts";
import { containerInspection } from "../bothEditions/containerInspection.ts";
import { containerLog } from "../bothEditions/containerLog.ts";
import {
  containerList,
  dockerContainer,
  findContainer,
  NO_ANSWER_OF_DOCKER,
  noSuchContainer,
} from "../bothEditions/docker.ts";
import { sayingStamped } from "../http/saying.ts";
import { type HandlerContext, required } from "../state/handler.ts";
import { say, type SentenceName } from "./sentences.ts";

/** Docker containers (docs/protocol.md 8), in the second envelope but for some answers to unknown ones. */
export const containerHandlers = {
  "container.list": (context: HandlerContext) => sayingStamped(0, containerList(context.state), context.now()),
  "container.info": (context: HandlerContext) => {
    const id = required(context.fields, "id");
    if (context.state.dockerIsDown) return said(context, -1, "noContainerInformation", NO_ANSWER_OF_DOCKER);
    const container = findContainer(context.state, id);
    if (container === undefined) return said(context, -1, "noSuchContainer");
    return sayingStamped(0, containerInspection(container), context.now());
  },
  "container.restart": async (context: HandlerContext) => {
    const outcome = await restartContainer(context);
    if (outcome === "unknown") return noSuchContainer(required(context.fields, "id"));
    return outcome === "ended" ? said(context, -1, "bootFailed") : said(context, 0, "containerRestarted");
  },
  "container.start": async (context: HandlerContext) => {
    const outcome = await startContainer(context);
    if (outcome === "unknown") return null;
    if (outcome === "woken") return said(context, 0, "containerUnpaused");
    return outcome === "ended" ? said(context, -1, "bootFailed") : said(context, 0, "containerStarted");
  },
  /** An unknown one is taken to have removed itself when it ended. */
  "container.stop": async (context: HandlerContext) => {
    const outcome = await stopContainer(context);
    const isThere = outcome === "stopped" || outcome === "neverRan";
    return said(context, 0, isThere ? "containerStopped" : "containerStoppedAndDeleted");
  },
  "container.pause": (context: HandlerContext) => {
    const before = pauseContainer(context, ["running", "paused"]);
    if (before === "unknown") return noSuchContainer(required(context.fields, "id"));
    if (before === "running") return said(context, 0, "containerPaused");
    return said(context, -1, before === "paused" ? "containerAlreadyPaused" : "containerNotStarted");
  },
  "container.unpause": (context: HandlerContext) => {
    const before = pauseContainer(context, ["paused", "running"]);
    if (before === "unknown") return noSuchContainer(required(context.fields, "id"));
    return before === "paused" ? said(context, 0, "containerUnpaused") : said(context, -1, "containerNotPaused");
  },
  "container.remove": (context: HandlerContext) =>
    removeContainer(context)
      ? said(context, 0, "containerDeleted")
      : said(context, -1, "containerNotDeleted", noSuchContainer(required(context.fields, "id"))),
  "container.log": (context: HandlerContext) => {
    const { state, fields, now } = context;
    const id = required(fields, "id");
    if (state.dockerIsDown) return sayingStamped(0, { logs: "" }, now());
    const container = findContainer(state, id);
    if (container === undefined) return said(context, -1, "noSuchContainer");
    return sayingStamped(0, containerLog(container, context, TAIL_WITHOUT_SPAN), now());
  },
};

/** In lines, of a large log. */
const TAIL_WITHOUT_SPAN = 1_000;

/** What one endpoint does for `status`: start, stop, restart, pause or unpause. */
export async function setContainerStatus(context: HandlerContext): Promise<unknown> {
  const container = dockerContainer(context.state, required(context.fields, "id"));
  if (container === undefined) return said(context, -1, "containerWasDeleted");
  const change = changes.get(required(context.fields, "status"));
  if (change === undefined) throw new Error("no such status");
  await change(context);
  const result = say(context.language, "containerSet");
  return sayingStamped(0, { name: container.name, result }, context.now());
}

const changes = new Map<string, (context: HandlerContext) => unknown>([
  ["start", startContainer],
  ["stop", stopContainer],
  ["restart", restartContainer],
  ["pause", (context) => pauseContainer(context, ["running", "paused"])],
  ["unpause", (context) => pauseContainer(context, ["paused", "running"])],
]);

function said({ language, now }: HandlerContext, status: 0 | -1, name: SentenceName, ...values: readonly string[]) {
  return sayingStamped(status, { result: say(language, name, ...values) }, now());
}
