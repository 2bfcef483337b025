import type { HandlerContext } from "../state/handler.ts";
import { sayingStamped } from "../http/saying.ts";

/** The panel itself and its machine (docs/protocol.md 13). The uptime stays English. */
export const systemHandlers = {
  "system.total": ({ state }: HandlerContext) => ({
    memTotal: 7821,
    memFree: 2140,
    memBuffers: 212,
    memCached: 2950,
    memRealUsed: 2519,
    cpuNum: 4,
    cpuRealUsed: 7.1,
    time: "12 Day(s)",
    system: "Debian GNU/Linux 12 (bookworm) x86_64(Py3.11.2)",
    isuser: 1,
    isport: true,
    version: state.version,
  }),
};

/** The same in the second envelope, which tells the edition (docs/protocol.md 14.1). */
export function stampedTotal(context: HandlerContext): unknown {
  return sayingStamped(0, systemHandlers["system.total"](context), context.now());
}
