import { demoDisks, machineAt, memoryTold, trafficAt, usedShare } from "../bothEditions/machine.ts";
import type { HandlerContext } from "../state/handler.ts";
import { sayingStamped } from "../http/saying.ts";

/** The panel itself and its machine (docs/protocol.md 13). The uptime stays English. */
export const systemHandlers = {
  "system.total": (context: HandlerContext) => {
    const { processors, processorPercent } = machineAt(context.now(), context.state.bootedAt);
    const { memory, ...told } = toldBy(context);
    return { ...memory, cpuNum: processors, cpuRealUsed: processorPercent, ...told, isuser: 1, isport: true };
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
        filesystem,
        type: "ext4",
        path,
        size: [
          ...[total, used, free].map((size) => `${size.toFixed(2)}G`),
          `${Math.ceil(usedShare({ used, free }))}%`,
          `${(total - used - free).toFixed(2)}G`,
        ],
        inodes: [
          ...[all, taken, all - taken].map((count) => `${(count / 2 ** 20).toFixed(1)}G`),
          `${Math.ceil((100 * taken) / all)}%`,
        ],
      })),
      title: "aaPanel Linux panel",
      installed: true,
    };
  },
};

/** The same in the second envelope, which tells the edition (docs/protocol.md 14.1). */
export function stampedTotal(context: HandlerContext): unknown {
  return sayingStamped(0, systemHandlers["system.total"](context), context.now());
}

function toldBy({ state, now }: HandlerContext) {
  const { memory, upDays, system } = machineAt(now(), state.bootedAt);
  return {
    memory: memoryTold(memory),
    time: `${upDays} Day(s)`,
    system,
    version: state.version,
  };
}
