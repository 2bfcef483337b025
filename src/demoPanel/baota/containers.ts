import { containerInspection } from "../bothEditions/containerInspection.ts";
import { containerRow, dockerContainer, findContainer, noSuchContainer } from "../bothEditions/docker.ts";
import type { DemoContainer } from "../records/demoRecords.ts";
import type { DemoState } from "../state/demoState.ts";
import { dockerTime } from "../records/dockerTime.ts";
import { type HandlerContext, integer, required } from "../state/handler.ts";
import { saying } from "../http/saying.ts";

/** Docker containers (docs/protocol.md 8). */
export const containerHandlers = {
  "container.list": ({ state }: HandlerContext) => {
    const rows = state.dockerIsDown ? [] : state.containers.map(containerRow);
    return {
      online_cpus: 4,
      mem_total: 8200912896,
      container_list: rows,
      gpu: 0,
      grouped_by_status: Object.groupBy(rows, ({ status }) => status),
    };
  },
  "container.info": ({ state, fields }: HandlerContext) => {
    const id = fields["id"] ?? "";
    if (id === "") return saying(false, "容器ID为空，请刷新浏览器后再试！");
    if (state.dockerIsDown) return saying(false, `获取容器信息失败！${NO_ANSWER_OF_DOCKER}`);
    const container = findContainer(state, id);
    return container === undefined ? saying(false, "容器不存在！") : containerInspection(container);
  },
  /** Blocks until it is done; an unknown container is answered with a bare string. */
  "container.restart": async ({ state, fields, schedule, delays, now }: HandlerContext) => {
    const id = required(fields, "id");
    const container = dockerContainer(state, id);
    if (container === undefined) return noSuchContainer(id);
    await schedule.sleep(delays.container);
    const at = () => dockerTime(now(), state.serial++);
    container.finishedAt = at();
    container.startedAt = at();
    container.status = container.endsAtOnce ? "exited" : "running";
    container.pid = container.endsAtOnce ? 0 : state.serial++;
    return container.endsAtOnce ? saying(false, "启动失败!") : saying(true, "容器重启成功!");
  },
  /** Wakes a paused one; an unknown one is answered with null. */
  "container.start": async ({ state, fields, schedule, delays, now }: HandlerContext) => {
    const container = dockerContainer(state, required(fields, "id"));
    if (container === undefined) return null;
    const wasPaused = container.status === "paused";
    await schedule.sleep(delays.container);
    if (wasPaused) {
      container.status = "running";
      return saying(true, "容器取消暂停成功");
    }
    if (container.status !== "running") {
      container.startedAt = dockerTime(now(), state.serial++);
      container.status = container.endsAtOnce ? "exited" : "running";
      container.pid = container.endsAtOnce ? 0 : state.serial++;
    }
    return container.endsAtOnce ? saying(false, "启动失败!") : saying(true, "启动成功!");
  },
  /** An unknown one is taken to have removed itself when it ended. */
  "container.stop": async ({ state, fields, schedule, delays, now }: HandlerContext) => {
    const container = dockerContainer(state, required(fields, "id"));
    if (container === undefined) return saying(true, STOPPED_AND_REMOVED);
    await schedule.sleep(delays.container);
    if (container.status === "created") return saying(false, "停止失败!");
    if (container.status !== "exited") container.finishedAt = dockerTime(now(), state.serial++);
    container.status = "exited";
    container.pid = 0;
    if (container.autoRemove === true) {
      state.containers.splice(state.containers.indexOf(container), 1);
      return saying(true, STOPPED_AND_REMOVED);
    }
    return saying(true, "停止成功!");
  },
  "container.pause": ({ state, fields }: HandlerContext) =>
    changeStatus(state, required(fields, "id"), ["running", "paused", "容器暂停成功!"]),
  "container.unpause": ({ state, fields }: HandlerContext) =>
    changeStatus(state, required(fields, "id"), ["paused", "running", "容器取消暂停成功!"]),
  /** Forced. */
  "container.remove": ({ state, fields }: HandlerContext) => {
    const id = required(fields, "id");
    const container = dockerContainer(state, id);
    if (container === undefined) return saying(false, `删除失败!${noSuchContainer(id)}`);
    state.containers.splice(state.containers.indexOf(container), 1);
    return saying(true, "成功删除!");
  },
  /** `tail` counts only beside a span of time and for a large file. */
  "container.log": ({ state, fields }: HandlerContext) => {
    const id = required(fields, "id");
    const container = state.dockerIsDown ? undefined : findContainer(state, id);
    if (container === undefined) return { logs: "" };
    const size = container.log.reduce((sum, line) => sum + Buffer.byteLength(line) + JSON_FILE_OVERHEAD, 0);
    const isCut = (fields["time_search"] ?? "") !== "" && size > WHOLE_BELOW;
    const logs = isCut ? container.log.slice(-integer(fields, "tail", 10_000)) : container.log;
    const logs_path = `/var/lib/docker/containers/${container.id}/${container.id}-json.log`;
    return { logs: logs.join("\n"), id, name: container.name, logs_path, size };
  },
};

type StatusChange = readonly [from: DemoContainer["status"], to: DemoContainer["status"], said: string];

/** Done at once; one in another state is refused, and an unknown one answered with a bare string. */
function changeStatus(state: DemoState, id: string, [from, to, said]: StatusChange) {
  const container = dockerContainer(state, id);
  if (container === undefined) return noSuchContainer(id);
  if (container.status !== from) return saying(false, `容器状态不是 ${from}!`);
  container.status = to;
  return saying(true, said);
}

const WHOLE_BELOW = 1_048_576;

/** What Docker's file has per line besides the text: stream and time. */
const JSON_FILE_OVERHEAD = 70;

const STOPPED_AND_REMOVED = "容器已停止并删除，因为容器有停止后自动删除的选项!";

const NO_ANSWER_OF_DOCKER = "list indices must be integers or slices, not str";
