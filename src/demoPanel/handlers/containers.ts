import { containerInspection } from "../containerInspection.ts";
import type { DemoContainer, DemoState } from "../demoState.ts";
import { dockerTime } from "../dockerTime.ts";
import { type HandlerContext, required } from "../handler.ts";
import { portBindings } from "../portBindings.ts";
import { saying } from "../saying.ts";

/** Docker containers (panel-reference.md 2.3, 3). */
export const containerHandlers = {
  "container.list": ({ state }: HandlerContext) => {
    const rows = state.containers.map(rowOf);
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
    const container = find(state, id);
    return container === undefined ? saying(false, "容器不存在！") : containerInspection(container);
  },
  /** Blocks until it is done; an unknown container is answered with a bare string. */
  "container.restart": async ({ state, fields, schedule, delays, now }: HandlerContext) => {
    const id = required(fields, "id");
    const container = find(state, id);
    if (container === undefined) return noSuchContainer(id);
    await schedule.sleep(delays.container);
    const at = () => dockerTime(now(), state.serial++);
    container.finishedAt = at();
    container.startedAt = at();
    container.status = container.endsAtOnce ? "exited" : "running";
    container.pid = container.endsAtOnce ? 0 : state.serial++;
    return container.endsAtOnce ? saying(false, "启动失败!") : saying(true, "容器重启成功!");
  },
};

function rowOf(container: DemoContainer) {
  const isUp = container.status === "running" || container.status === "paused";
  return {
    id: container.id,
    name: container.name,
    status: container.status,
    image: container.image,
    created_time: container.created,
    ip: isUp ? [container.address] : [],
    ipv6: [],
    ports: isUp ? portBindings(container) : {},
    is_top: 0,
  };
}

/** By name, or by id or the start of an id, as Docker finds them. */
function find({ containers }: DemoState, id: string): DemoContainer | undefined {
  const named = containers.find(({ name }) => name === id);
  if (named !== undefined || id === "") return named;
  const found = containers.filter((container) => container.id.startsWith(id));
  return found.length === 1 ? found[0] : undefined;
}

function noSuchContainer(id: string): string {
  return `404 Client Error for http+docker://localhost/v1.41/containers/${id}/json: Not Found ("No such container: ${id}")`;
}
