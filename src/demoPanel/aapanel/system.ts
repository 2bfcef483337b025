import { demoDisks, machineAt, usedShare } from "../bothEditions/machine.ts";
import type { HandlerContext } from "../state/handler.ts";
import { sayingStamped } from "../http/saying.ts";

/** The panel itself and its machine (docs/protocol.md 13). The uptime stays English. */
export const systemHandlers = {
  "system.total": ({ state, now }: HandlerContext) => {
    const { memory, processors, processorPercent, upDays, system } = machineAt(now(), state.bootedAt);
    return {
      memTotal: memory.total,
      memFree: memory.free,
      memBuffers: memory.buffers,
      memCached: memory.cached,
      memRealUsed: memory.used,
      cpuNum: processors,
      cpuRealUsed: processorPercent,
      time: `${upDays} Day(s)`,
      system,
      isuser: 1,
      isport: true,
      version: state.version,
    };
  },
  "system.disks": () =>
    demoDisks.map(({ filesystem, path, total, used, free, inodes: [all, taken] }) => ({
      filesystem,
      type: "ext4",
      path,
      size: [...[total, used, free].map((size) => `${Math.round(size)}G`), `${Math.ceil(usedShare({ used, free }))}%`],
      inodes: [...[all, taken, all - taken].map(String), `${Math.ceil((100 * taken) / all)}%`],
    })),
};

/** The same in the second envelope, which tells the edition (docs/protocol.md 14.1). */
export function stampedTotal(context: HandlerContext): unknown {
  return sayingStamped(0, systemHandlers["system.total"](context), context.now());
}
