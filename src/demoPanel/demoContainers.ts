import type { Envelope } from "./http.ts";
import { sentence, type SentenceName } from "./demoSentences.ts";
import {
  type DemoContainer,
  type DemoHandler,
  type DemoState,
  dockerTime,
  type HandlerContext,
  required,
} from "./state.ts";

/**
 * Handles Docker containers (docs/protocol.md 8). Restart, start and stop block until they are done. A missing
 * container is answered with a bare string or null; a stop says that it was removed when it ended.
 * @param logOfMissing answers for the log of a container that is gone
 */
export function containerHandlers({ reply, content }: Envelope, logOfMissing: DemoHandler) {
  const replyWith = (context: HandlerContext, succeeded: boolean, name: SentenceName, ...values: readonly string[]) =>
    reply(succeeded, sentence(context.language, name, ...values), context.now());
  const onOne =
    (missing: DemoHandler, handle: (context: HandlerContext, container: DemoContainer) => unknown): DemoHandler =>
    (context) => {
      const container = findContainer(context.state, required(context.fields, "id"));
      if (container === undefined) return missing(context);
      return handle(context, container);
    };
  const started = (context: HandlerContext, isRunning: boolean, name: SentenceName) => {
    if (isRunning) return replyWith(context, true, name);
    return replyWith(context, false, "bootFailed");
  };
  const gone = (context: HandlerContext) => replyWith(context, true, "containerStoppedAndDeleted");
  const wait = async ({ schedule, delays }: HandlerContext) => schedule.sleep(delays.container);
  return {
    "container.list": ({ state: { containers }, now }: HandlerContext) =>
      content({ container_list: containers.map(containerRow) }, now()),
    "container.info": onOne(
      (context) => replyWith(context, false, "noSuchContainer"),
      (context, container) => content(containerInspection(container), context.now()),
    ),
    "container.restart": onOne(noSuchContainer, async (context, container) => {
      await wait(context);
      return started(context, run(container, context), "containerRestarted");
    }),
    /** Wakes a paused container, and leaves a running one alone. */
    "container.start": onOne(
      () => null,
      async (context, container) => {
        const wasPaused = container.status === "paused";
        await wait(context);
        if (wasPaused) {
          container.status = "running";
          return replyWith(context, true, "containerWoken");
        }
        return started(context, container.status === "running" || run(container, context), "containerStarted");
      },
    ),
    /** Leaves a container that never ran as it is. */
    "container.stop": onOne(gone, async (context, container) => {
      await wait(context);
      if (container.status !== "created") container.status = "exited";
      if (container.status === "created" || container.autoRemove !== true)
        return replyWith(context, true, "containerStopped");
      remove(context.state, container);
      return gone(context);
    }),
    "container.pause": onOne(noSuchContainer, (context, container) => {
      const { status } = container;
      if (status === "paused") return replyWith(context, false, "containerAlreadyPaused");
      if (status !== "running") return replyWith(context, false, "containerNotStarted");
      container.status = "paused";
      return replyWith(context, true, "containerPaused");
    }),
    "container.unpause": onOne(noSuchContainer, (context, container) => {
      if (container.status !== "paused") return replyWith(context, false, "containerNotPaused");
      container.status = "running";
      return replyWith(context, true, "containerUnpaused");
    }),
    /** Removes a running container, too. */
    "container.remove": onOne(
      (context) => replyWith(context, false, "containerNotDeleted", noSuchContainer(context)),
      (context, container) => {
        remove(context.state, container);
        return replyWith(context, true, "containerDeleted");
      },
    ),
    "container.log": onOne(logOfMissing, (context, { id, log }) => {
      // Docker's file has stream and time in each line besides the text
      const size = log.reduce((sum, line) => sum + Buffer.byteLength(line) + 70, 0);
      return content({ id, logs: log.join("\n"), size }, context.now());
    }),
  };
}

/** Finds a container by name, id or the start of an id, as Docker does. */
export function findContainer({ containers }: DemoState, id: string): DemoContainer | undefined {
  const named = containers.find(({ name }) => name === id);
  if (named !== undefined || id === "") return named;
  const foundContainers = containers.filter((container) => container.id.startsWith(id));
  if (foundContainers.length === 1) return foundContainers[0];
  return undefined;
}

/** Starts a container; whether it runs afterwards. */
function run(container: DemoContainer, { state, now }: HandlerContext): boolean {
  container.startedAt = dockerTime(now(), state.serial++);
  container.status = container.endsAtOnce ? "exited" : "running";
  return !container.endsAtOnce;
}

function remove({ containers }: DemoState, container: DemoContainer): void {
  containers.splice(containers.indexOf(container), 1);
}

function containerRow(container: DemoContainer) {
  const { id, name, status, image, created: created_time } = container;
  return { id, name, status, image, created_time, ports: boundPorts(container) };
}

/** Answers as `docker inspect` does. */
function containerInspection(container: DemoContainer) {
  const { id: Id, name, status: Status, startedAt: StartedAt } = container;
  const Ports = boundPorts(container);
  const State = { Status, Running: isUp(container), StartedAt };
  return { Id, Name: `/${name}`, RestartCount: 0, State, NetworkSettings: { Ports } };
}

/** Whether Docker counts a container as running, which includes a paused one. */
export function isUp({ status }: DemoContainer): boolean {
  return status === "running" || status === "paused";
}

/** The ports of a container, which has none while it does not run. */
function boundPorts(container: DemoContainer): ReturnType<typeof portBindings> {
  if (isUp(container)) return portBindings(container);
  return {};
}

/** Lists a container's ports as Docker does; null for a port that is not published. */
export function portBindings({ ports }: DemoContainer): Readonly<Record<string, readonly object[] | null>> {
  const bindings = Object.entries(ports).map(([port, host]) => {
    const [, HostIp, HostPort] = /^(.*):(\d+)$/.exec(host ?? "") ?? [];
    return [port, HostIp === undefined ? null : [{ HostIp, HostPort }]];
  });
  return Object.fromEntries(bindings) as Readonly<Record<string, readonly object[] | null>>;
}

/** Docker's error for a container that does not exist; panels pass it on. */
function noSuchContainer({ fields: { id = "" } }: HandlerContext): string {
  return `404 Client Error for http+docker://localhost/v1.41/containers/${id}/json: Not Found ("No such container: ${id}")`;
}
