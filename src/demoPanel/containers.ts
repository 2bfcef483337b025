import type { Envelope } from "./http.ts";
import { sentence, type SentenceName } from "./sentences.ts";
import {
  type DemoContainer,
  dockerTime,
  type DemoState,
  type DemoHandler,
  type HandlerContext,
  required,
} from "./state.ts";

/**
 * Docker containers (docs/protocol.md 8). A restart, start or stop blocks until it is done; an unknown container is
 * answered with a bare string, or with null, or taken to have removed itself when it ended.
 * @param logOfMissing what the log of one that is gone is answered with
 */
export function containerHandlers({ said, content }: Envelope, logOfMissing: DemoHandler) {
  const reply = (context: HandlerContext, isDone: boolean, name: SentenceName, ...values: readonly string[]) =>
    said(isDone, sentence(context.language, name, ...values), context.now());
  const onOne =
    (missing: DemoHandler, act: (context: HandlerContext, container: DemoContainer) => unknown): DemoHandler =>
    (context) => {
      const container = findContainer(context.state, required(context.fields, "id"));
      return container === undefined ? missing(context) : act(context, container);
    };
  const started = (context: HandlerContext, isRunning: boolean, name: SentenceName) =>
    isRunning ? reply(context, true, name) : reply(context, false, "bootFailed");
  const gone = (context: HandlerContext) => reply(context, true, "containerStoppedAndDeleted");
  return {
    "container.list": ({ state: { containers }, now }: HandlerContext) =>
      content({ container_list: containers.map(containerRow) }, now()),
    "container.info": onOne(
      (context) => reply(context, false, "noSuchContainer"),
      (context, container) => content(containerInspection(container), context.now()),
    ),
    "container.restart": onOne(noSuchContainer, async (context, container) => {
      await context.schedule.sleep(context.delays.container);
      container.finishedAt = momentOf(context);
      return started(context, run(container, context), "containerRestarted");
    }),
    /** Wakes a paused one, and does nothing to one that runs. */
    "container.start": onOne(
      () => null,
      async (context, container) => {
        const wasPaused = container.status === "paused";
        await context.schedule.sleep(context.delays.container);
        if (wasPaused) {
          container.status = "running";
          return reply(context, true, "containerWoken");
        }
        const isRunning = container.status === "running" ? !container.endsAtOnce : run(container, context);
        return started(context, isRunning, "containerStarted");
      },
    ),
    /** One that never ran stays as it is; one that was made so goes when it ends. */
    "container.stop": onOne(gone, async (context, container) => {
      await context.schedule.sleep(context.delays.container);
      if (container.status === "created") return reply(context, true, "containerStopped");
      if (container.status !== "exited") container.finishedAt = momentOf(context);
      container.status = "exited";
      container.pid = 0;
      if (container.autoRemove !== true) return reply(context, true, "containerStopped");
      remove(context.state, container);
      return gone(context);
    }),
    "container.pause": onOne(noSuchContainer, (context, container) => {
      const { status } = container;
      if (status !== "running")
        return reply(context, false, status === "paused" ? "containerAlreadyPaused" : "containerNotStarted");
      container.status = "paused";
      return reply(context, true, "containerPaused");
    }),
    "container.unpause": onOne(noSuchContainer, (context, container) => {
      if (container.status !== "paused") return reply(context, false, "containerNotPaused");
      container.status = "running";
      return reply(context, true, "containerUnpaused");
    }),
    /** By force. */
    "container.remove": onOne(
      (context) => reply(context, false, "containerNotDeleted", noSuchContainer(context)),
      (context, container) => {
        remove(context.state, container);
        return reply(context, true, "containerDeleted");
      },
    ),
    "container.log": onOne(logOfMissing, (context, { id, log }) => {
      // Docker's file has stream and time in each line besides the text
      const size = log.reduce((sum, line) => sum + Buffer.byteLength(line) + 70, 0);
      return content({ id, logs: log.join("\n"), size }, context.now());
    }),
  };
}

/** By name, or by id or the start of an id, as Docker finds them. */
export function findContainer({ containers }: DemoState, id: string): DemoContainer | undefined {
  const named = containers.find(({ name }) => name === id);
  if (named !== undefined || id === "") return named;
  const found = containers.filter((container) => container.id.startsWith(id));
  return found.length === 1 ? found[0] : undefined;
}

/** Whether it runs then. */
function run(container: DemoContainer, context: HandlerContext): boolean {
  container.startedAt = momentOf(context);
  container.status = container.endsAtOnce ? "exited" : "running";
  container.pid = container.endsAtOnce ? 0 : context.state.serial++;
  return !container.endsAtOnce;
}

function momentOf({ state, now }: HandlerContext): string {
  return dockerTime(now(), state.serial++);
}

function remove({ containers }: DemoState, container: DemoContainer): void {
  containers.splice(containers.indexOf(container), 1);
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
