import * as v from "valibot";
import { bareObject, onlyStamped } from "../answers/envelope.ts";
import { label, maybe, whole } from "../answers/fields.ts";
import { operation } from "../answers/operation.ts";

/** The panel itself and the machine it runs on (docs/protocol.md 13). */
export const systemOperations = {
  /** The best connection test. 1.1 s on the first call, for it samples the processor. */
  "system.total": operation({
    area: "system",
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({}),
    result: v.pipe(
      v.object({
        version: maybe(label),
        system: maybe(label),
        time: maybe(label),
        memTotal: maybe(whole),
        memRealUsed: maybe(whole),
        cpuNum: maybe(whole),
        cpuRealUsed: maybe(v.number()),
      }),
      v.transform((total) => ({
        version: total.version,
        system: total.system,
        uptime: total.time,
        memoryMegabytes: total.memTotal,
        memoryUsedMegabytes: total.memRealUsed,
        processors: total.cpuNum,
        processorPercent: total.cpuRealUsed,
      })),
    ),
    wires: [
      {
        route: "system",
        method: "POST",
        path: "/system",
        action: "GetSystemTotal",
        envelope: bareObject("memTotal"),
        encode: () => ({}),
      },
    ],
  }),
  /**
   * The same where aaPanel alone has it: that it succeeds, or is answered with the 404 page, tells the edition once
   * `system.total` has succeeded (docs/protocol.md 14.1).
   */
  "system.edition": operation({
    area: "system",
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({}),
    result: v.object({ version: maybe(label) }),
    wires: [
      {
        route: "v2system",
        method: "POST",
        path: "/v2/system",
        action: "GetSystemTotal",
        envelope: onlyStamped(bareObject("memTotal")),
        encode: () => ({}),
      },
    ],
  }),
};
