import { machineAt } from "../../src/demoPanel/server.ts";
import type { DemoHandler, HandlerContext } from "../../src/demoPanel/state.ts";
import { completed } from "./complete.ts";

type Members = Readonly<Record<string, unknown>>;

/** Further fields of an edition about memory, disks and itself. */
interface MoreOfSystem {
  readonly memory: (memory: ReturnType<typeof memoryOf>) => Members;
  readonly disk: (disk: DiskRow) => Members;
  readonly details: Members;
}

const inodes: Readonly<Record<string, readonly [all: number, taken: number]>> = {
  "/": [5_242_880, 412_377],
  "/www": [13_107_200, 1_904_112],
};

/** A disk as the shipped demo sends it, with its sizes in GB. */
interface DiskRow {
  readonly path: string;
  readonly size: readonly string[];
  readonly gigabytes: readonly number[];
  readonly inodes: readonly [all: number, taken: number];
}

/** Handles the panel itself and its machine with all fields (docs/protocol.md 13). */
export function fullSystemHandlers(
  shipped: { readonly "system.total": DemoHandler; readonly "system.details": DemoHandler },
  { memory, disk, details }: MoreOfSystem,
) {
  return {
    "system.total": completed(shipped["system.total"], (context) => ({
      ...memory(memoryOf(context)),
      isuser: 1,
      isport: true,
    })),
    "system.details": async (context: HandlerContext) => {
      const answer = (await shipped["system.details"](context)) as Members;
      const { time, system, version } = (await shipped["system.total"](context)) as Members;
      const disks = answer["disk"] as readonly Pick<DiskRow, "path" | "size">[];
      return {
        ...answer,
        ...trafficAt(context),
        load: { ...(answer["load"] as Members), max: 8, limit: 8, safe: 6 },
        mem: memory(memoryOf(context)),
        time,
        system,
        version,
        disk: disks.map((row) => {
          const gigabytes = row.size.slice(0, 3).map((size) => Number.parseFloat(size));
          return { ...row, type: "ext4", ...disk({ ...row, gigabytes, inodes: inodes[row.path] ?? [1, 0] }) };
        }),
        ...details,
      };
    },
  } satisfies Readonly<Record<string, DemoHandler>>;
}

/** The memory fields of both editions, in MB. */
function memoryOf({ state, now }: HandlerContext) {
  const { memTotal, memRealUsed } = machineAt(now(), state.bootedAt);
  return { memTotal, memFree: 2_140 + 2_519 - memRealUsed, memBuffers: 212, memCached: 2_950, memRealUsed };
}

function trafficAt({ state, now }: HandlerContext) {
  const { cpuRealUsed, cpuNum } = machineAt(now(), state.bootedAt);
  const seconds = Math.max(0, Math.floor((now() - state.bootedAt) / 1_000));
  const traffic = { upTotal: seconds * 8_400, downTotal: seconds * 2_100, up: 8.2, down: 2.05 };
  const packets = { downPackets: seconds * 11, upPackets: seconds * 13 };
  return {
    network: { eth0: { ...traffic, ...packets } },
    ...traffic,
    ...packets,
    cpu: [cpuRealUsed, cpuNum, Array.from({ length: cpuNum }, () => cpuRealUsed), "AMD EPYC * 1", cpuNum, 1],
    site_total: state.sites.length,
    ftp_total: 0,
    database_total: 0,
    iostat: {},
  };
}
