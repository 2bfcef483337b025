import {
  pauseContainer,
  removeContainer,
  restartContainer,
  startContainer,
  stopContainer,
} from "../bothEditions/containerChanges.ts";
import { containerInspection } from "../bothEditions/containerInspection.ts";
import { containerLog } from "../bothEditions/containerLog.ts";
import { containerList, findContainer, NO_ANSWER_OF_DOCKER, noSuchContainer } from "../bothEditions/docker.ts";
import { type HandlerContext, required } from "../state/handler.ts";
import { saying } from "../http/saying.ts";

/** Docker containers (docs/protocol.md 8). */
export const containerHandlers = {
  "container.list": ({ state }: HandlerContext) => containerList(state),
  "container.info": ({ state, fields }: HandlerContext) => {
    const id = fields["id"] ?? "";
    if (id === "") return saying(false, "容器ID为空，请刷新浏览器后再试！");
    if (state.dockerIsDown) return saying(false, `获取容器信息失败！${NO_ANSWER_OF_DOCKER}`);
    const container = findContainer(state, id);
    return container === undefined ? saying(false, "容器不存在！") : containerInspection(container);
  },
  /** Blocks until it is done; an unknown container is answered with a bare string. */
  "container.restart": async (context: HandlerContext) => {
    const outcome = await restartContainer(context);
    if (outcome === "unknown") return noSuchContainer(required(context.fields, "id"));
    return outcome === "ended" ? saying(false, "启动失败!") : saying(true, "容器重启成功!");
  },
  /** Wakes a paused one; an unknown one is answered with null. */
  "container.start": async (context: HandlerContext) => {
    const outcome = await startContainer(context);
    if (outcome === "unknown") return null;
    if (outcome === "woken") return saying(true, "容器取消暂停成功");
    return outcome === "ended" ? saying(false, "启动失败!") : saying(true, "启动成功!");
  },
  /** An unknown one is taken to have removed itself when it ended. */
  "container.stop": async (context: HandlerContext) => {
    const outcome = await stopContainer(context);
    if (outcome === "neverRan") return saying(false, "停止失败!");
    return saying(true, outcome === "stopped" ? "停止成功!" : STOPPED_AND_REMOVED);
  },
  "container.pause": (context: HandlerContext) => changeStatus(context, ["running", "paused"], "容器暂停成功!"),
  "container.unpause": (context: HandlerContext) => changeStatus(context, ["paused", "running"], "容器取消暂停成功!"),
  /** Forced. */
  "container.remove": (context: HandlerContext) =>
    removeContainer(context)
      ? saying(true, "成功删除!")
      : saying(false, `删除失败!${noSuchContainer(required(context.fields, "id"))}`),
  "container.log": (context: HandlerContext) => {
    const { state, fields } = context;
    const id = required(fields, "id");
    const container = state.dockerIsDown ? undefined : findContainer(state, id);
    return container === undefined ? { logs: "" } : containerLog(container, context);
  },
};

/** Done at once; one in another state is refused, and an unknown one answered with a bare string. */
function changeStatus(context: HandlerContext, change: Parameters<typeof pauseContainer>[1], said: string): unknown {
  const before = pauseContainer(context, change);
  if (before === "unknown") return noSuchContainer(required(context.fields, "id"));
  return before === change[0] ? saying(true, said) : saying(false, `容器状态不是 ${change[0]}!`);
}

const STOPPED_AND_REMOVED = "容器已停止并删除，因为容器有停止后自动删除的选项!";
