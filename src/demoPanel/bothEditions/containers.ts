import type { Envelope } from "../http/saying.ts";
import type { DemoContainer } from "../records/demoRecords.ts";
import { say, type SentenceName } from "../sentences.ts";
import { type DemoHandler, type HandlerContext, required } from "../state/handler.ts";
import {
  findContainer,
  pauseContainer,
  removeContainer,
  restartContainer,
  startContainer,
  stopContainer,
} from "./containerChanges.ts";

/**
 * Docker containers (docs/protocol.md 8). A change blocks until it is done; an unknown container is answered with a bare
 * string, or with null.
 * @param logOfMissing what the log of one that is gone is answered with
 */
export function containerHandlers({ said, content }: Envelope, logOfMissing: DemoHandler) {
  const reply = (context: HandlerContext, isDone: boolean, name: SentenceName, ...values: readonly string[]) =>
    said(isDone, say(context.language, name, ...values), context.now());
  return {
    "container.list": ({ state: { containers }, now }: HandlerContext) =>
      content({ container_list: containers.map(containerRow) }, now()),
    "container.info": (context: HandlerContext) => {
      const container = findContainer(context.state, required(context.fields, "id"));
      if (container === undefined) return reply(context, false, "noSuchContainer");
      return content(containerInspection(container), context.now());
    },
    "container.restart": async (context: HandlerContext) => {
      const outcome = await restartContainer(context);
      if (outcome === "unknown") return noSuchContainer(context);
      return outcome === "ended" ? reply(context, false, "bootFailed") : reply(context, true, "containerRestarted");
    },
    "container.start": async (context: HandlerContext) => {
      const outcome = await startContainer(context);
      if (outcome === "unknown") return null;
      if (outcome === "woken") return reply(context, true, "containerWoken");
      return outcome === "ended" ? reply(context, false, "bootFailed") : reply(context, true, "containerStarted");
    },
    /** An unknown one is taken to have removed itself when it ended. */
    "container.stop": async (context: HandlerContext) => {
      const outcome = await stopContainer(context);
      const isThere = outcome === "stopped" || outcome === "neverRan";
      return reply(context, true, isThere ? "containerStopped" : "containerStoppedAndDeleted");
    },
    "container.pause": (context: HandlerContext) => {
      const before = pauseContainer(context, ["running", "paused"]);
      if (before === "unknown") return noSuchContainer(context);
      if (before === "running") return reply(context, true, "containerPaused");
      return reply(context, false, before === "paused" ? "containerAlreadyPaused" : "containerNotStarted");
    },
    "container.unpause": (context: HandlerContext) => {
      const before = pauseContainer(context, ["paused", "running"]);
      if (before === "unknown") return noSuchContainer(context);
      const isDone = before === "paused";
      return reply(context, isDone, isDone ? "containerUnpaused" : "containerNotPaused");
    },
    "container.remove": (context: HandlerContext) =>
      removeContainer(context)
        ? reply(context, true, "containerDeleted")
        : reply(context, false, "containerNotDeleted", noSuchContainer(context)),
    "container.log": (context: HandlerContext) => {
      const container = findContainer(context.state, required(context.fields, "id"));
      if (container === undefined) return logOfMissing(context);
      const logs = container.log.join("\n");
      return content({ id: container.id, logs, size: Buffer.byteLength(logs) }, context.now());
    },
  };
}

function containerRow(container: DemoContainer) {
  const { id, name, status, image, created: created_time } = container;
  return { id, name, status, image, created_time, ports: isUp(container) ? portBindings(container) : {} };
}

/** As `docker inspect` says it. */
function containerInspection(container: DemoContainer) {
  const { id: Id, name, status: Status, startedAt: StartedAt } = container;
  const Ports = isUp(container) ? portBindings(container) : {};
  return { Id, Name: `/${name}`, State: { Status, Running: isUp(container), StartedAt }, NetworkSettings: { Ports } };
}

/** Docker counts a paused one too. */
export function isUp({ status }: DemoContainer): boolean {
  return status === "running" || status === "paused";
}

/** A container's ports as Docker writes them; null for one that is not published. */
export function portBindings({ ports }: DemoContainer): Readonly<Record<string, readonly object[] | null>> {
  const bindings = Object.entries(ports).map(([port, host]) => {
    const [, HostIp, HostPort] = /^(.*):(\d+)$/.exec(host ?? "") ?? [];
    return [port, HostIp === undefined ? null : [{ HostIp, HostPort }]];
  });
  return Object.fromEntries(bindings) as Readonly<Record<string, readonly object[] | null>>;
}

/** How Docker answers for one that is not there; panels pass it on. */
function noSuchContainer({ fields: { id = "" } }: HandlerContext): string {
  return `404 Client Error for http+docker://localhost/v1.41/containers/${id}/json: Not Found ("No such container: ${id}")`;
}
