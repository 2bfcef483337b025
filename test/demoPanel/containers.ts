import { containerHandlers, findContainer } from "../../src/demoPanel/demoContainers.ts";
import type { Envelope } from "../../src/demoPanel/http.ts";
import { type DemoContainer, type DemoHandler, type HandlerContext, required } from "../../src/demoPanel/state.ts";
import { anySentence } from "./aapanel/languages.ts";
import { withMore } from "./complete.ts";
import { addressOf, containerInspection } from "./containerInspection.ts";
import { containerLog } from "./containerLog.ts";
import type { TestState } from "./state.ts";

type Members = Readonly<Record<string, unknown>>;

type FullContainerHandlers = Readonly<Record<keyof ReturnType<typeof containerHandlers>, DemoHandler>>;

/** Handles containers with all fields, also on a server without Docker. */
export function fullContainerHandlers(
  envelope: Envelope,
  logOfMissing: DemoHandler,
  tail: number | undefined,
): FullContainerHandlers {
  const plain = containerHandlers({ ...envelope, content: (content) => content }, () => undefined);
  const usual = containerHandlers(envelope, logOfMissing);
  const changes = Object.entries(usual).map(([id, handler]) => [
    id,
    (context: HandlerContext) => {
      if (isDown(context)) throw new Error("Docker does not run");
      return handler(context);
    },
  ]);
  return {
    ...(Object.fromEntries(changes) as FullContainerHandlers),
    "container.list": (context) => {
      const { containers } = context.state;
      const state = { ...context.state, containers: isDown(context) ? [] : containers };
      const { container_list: short } = plain["container.list"]({ ...context, state }) as { container_list: Members[] };
      const rows = short.map((row, index) => withMore(row, moreOfRow(containers[index] as DemoContainer)));
      const list = {
        online_cpus: 4,
        mem_total: 8200912896,
        container_list: rows,
        gpu: 0,
        grouped_by_status: Object.groupBy(rows, ({ status }) => String(status)),
      };
      return envelope.content(list, context.now());
    },
    "container.info": (context) => {
      const { state, fields, language, now } = context;
      const id = required(fields, "id");
      if (isDown(context))
        return envelope.reply(false, anySentence(language, "noContainerInformation", NO_ANSWER_OF_DOCKER), now());
      const container = findContainer(state, id);
      if (container === undefined) return usual["container.info"](context);
      return envelope.content(
        withMore(plain["container.info"](context) as Members, containerInspection(container)),
        now(),
      );
    },
    "container.log": (context) => {
      const id = required(context.fields, "id");
      if (isDown(context)) return envelope.content({ logs: "" }, context.now());
      const container = findContainer(context.state, id);
      if (container === undefined) return logOfMissing(context);
      return envelope.content(containerLog(container, context, tail), context.now());
    },
  };
}

function isDown({ state }: HandlerContext): boolean {
  return (state as TestState).dockerIsDown;
}

function moreOfRow(container: DemoContainer): Members {
  const address = addressOf(container);
  return { ip: address === "" ? [] : [address], ipv6: [], is_top: 0 };
}

/** Python's error where a container is inspected without Docker (docs/protocol.md 8.6). */
const NO_ANSWER_OF_DOCKER = "list indices must be integers or slices, not str";

/** Handles aaPanel's endpoint for start, stop, restart, pause and unpause. */
export function setContainerStatus({ reply, content }: Envelope): DemoHandler {
  const changes: Readonly<Record<string, DemoHandler>> = containerHandlers({ reply, content }, () => undefined);
  return async (context) => {
    const { state, fields, language, now } = context;
    if (isDown(context)) throw new Error("Docker does not run");
    const container = findContainer(state, required(fields, "id"));
    if (container === undefined) return reply(false, anySentence(language, "containerWasDeleted"), now());
    const change = changes[`container.${required(fields, "status")}`];
    if (change === undefined) throw new Error("no such status");
    await change(context);
    return content({ name: container.name, result: anySentence(language, "containerSet") }, now());
  };
}
