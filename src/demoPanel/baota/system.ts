import { demoDisks, machineAt, memoryTold, trafficAt, usedShare } from "../bothEditions/machine.ts";
import type { HandlerContext } from "../state/handler.ts";

const GB = 2 ** 30;

/** The panel itself and its machine (docs/protocol.md 13). */
export const systemHandlers = {
  "system.total": (context: HandlerContext) => {
    const { processors, processorPercent } = machineAt(context.now(), context.state.bootedAt);
    const { memory, ...told } = toldBy(context);
    return { ...memory, cpuNum: processors, cpuRealUsed: processorPercent, ...told, isuser: 1, isport: true };
  },
  /** It throws, which is answered with the page. */
  "system.edition": () => {
    throw new Error("aaPanel alone has it");
  },
  "system.details": (context: HandlerContext) => {
    const { state, now } = context;
    const { memory, ...told } = toldBy(context);
    return {
      ...trafficAt(now(), state.bootedAt, state.sites.length),
      load: machineAt(now(), state.bootedAt).load,
      mem: memory,
      ...told,
      disk: demoDisks.map(({ filesystem, path, total, used, free, inodes: [all, taken] }) => ({
        byte_size: [total, used, free].map((size) => Math.round(size * GB)),
        path,
        size: [
          ...[total, used, free].map((size) => `${size} GB`),
          `${usedShare({ used, free }).toFixed(2)}%`,
          `${(total - used - free).toFixed(1)} GB`,
          String(used),
        ],
        filesystem,
        type: "ext4",
        inodes: [all, taken, all - taken, `${((100 * taken) / all).toFixed(2)} %`],
        d_size: "None",
        rname: path,
      })),
      title: "宝塔Linux面板",
      simple_system: "Debian 12",
      installed: false,
      docker_run: true,
    };
  },
};

function toldBy({ state, now }: HandlerContext) {
  const { memory, upMs, system } = machineAt(now(), state.bootedAt);
  const used = (memory.used / 1024).toFixed(1);
  const total = (memory.total / 1024).toFixed(1);
  return {
    memory: {
      ...memoryTold(memory),
      memAvailable: memory.free + memory.buffers + memory.cached,
      memShared: 48,
      memNewTotalList: [total, "GB"],
      memNewRealUsedList: [used, "GB"],
      memNewRealUsed: used,
      memNewTotal: `${total}GB`,
    },
    time: upText(upMs),
    system,
    version: state.version,
  };
}

/** In the largest unit alone (docs/protocol.md 13.5). */
function upText(upMs: number): string {
  const minutes = Math.floor(upMs / 60_000);
  if (minutes < 60) return `${minutes}分钟`;
  return minutes < 1_440 ? `${Math.floor(minutes / 60)}小时` : `${Math.floor(minutes / 1_440)}天`;
}
