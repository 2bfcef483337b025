import type { HandlerContext } from "../state/handler.ts";

/** The panel itself and its machine (docs/protocol.md 13). */
export const systemHandlers = {
  "system.total": ({ state }: HandlerContext) => ({
    memTotal: 7821,
    memFree: 2140,
    memBuffers: 212,
    memCached: 2950,
    memAvailable: 5012,
    memShared: 48,
    memRealUsed: 2519,
    memNewTotalList: ["7.6", "GB"],
    memNewRealUsedList: ["2.5", "GB"],
    memNewRealUsed: "2.5",
    memNewTotal: "7.6GB",
    cpuNum: 4,
    cpuRealUsed: 7.1,
    time: "12天",
    system: "Debian GNU/Linux 12 (bookworm) x86_64(Py3.11.2)",
    isuser: 1,
    isport: true,
    version: state.version,
  }),
  /** It throws, which is answered with the page. */
  "system.edition": () => {
    throw new Error("aaPanel alone has it");
  },
};
