import { demoDisks, machineAt, usedShare } from "../bothEditions/machine.ts";
import type { HandlerContext } from "../state/handler.ts";

const GB = 2 ** 30;

/** The panel itself and its machine (docs/protocol.md 13). */
export const systemHandlers = {
  "system.total": ({ state, now }: HandlerContext) => {
    const { memory, processors, processorPercent, upMs, system } = machineAt(now(), state.bootedAt);
    const used = (memory.used / 1024).toFixed(1);
    const total = (memory.total / 1024).toFixed(1);
    return {
      memTotal: memory.total,
      memFree: memory.free,
      memBuffers: memory.buffers,
      memCached: memory.cached,
      memAvailable: memory.free + memory.buffers + memory.cached,
      memShared: 48,
      memRealUsed: memory.used,
      memNewTotalList: [total, "GB"],
      memNewRealUsedList: [used, "GB"],
      memNewRealUsed: used,
      memNewTotal: `${total}GB`,
      cpuNum: processors,
      cpuRealUsed: processorPercent,
      time: upText(upMs),
      system,
      isuser: 1,
      isport: true,
      version: state.version,
    };
  },
  /** It throws, which is answered with the page. */
  "system.edition": () => {
    throw new Error("aaPanel alone has it");
  },
  "system.disks": () =>
    demoDisks.map(({ filesystem, path, total, used, free, inodes: [all, taken] }) => ({
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
    })),
};

/** In the largest unit alone (docs/protocol.md 13.5). */
function upText(upMs: number): string {
  const minutes = Math.floor(upMs / 60_000);
  if (minutes < 60) return `${minutes}分钟`;
  return minutes < 1_440 ? `${Math.floor(minutes / 60)}小时` : `${Math.floor(minutes / 1_440)}天`;
}
