import type { DemoHandler, HandlerContext } from "../state/handler.ts";

const STEP_MS = 15_000;

/** The figures of a server at work, which are others every quarter of a minute; memory in MB. */
export function machineAt(now: number, bootedAt: number) {
  const step = Math.floor((now - bootedAt) / STEP_MS);
  const rounded = (average: number) => Math.round(average * 100) / 100;
  return {
    memTotal: 7_821,
    memRealUsed: 2_519 + Math.round(140 * Math.sin(step / 3)),
    cpuNum: 4,
    cpuRealUsed: Math.round((9 + 4 * Math.sin(step) + 2 * Math.sin(step / 7)) * 10) / 10,
    load: {
      one: rounded(0.6 + 0.4 * Math.sin(step)),
      five: rounded(0.5 + 0.2 * Math.sin(step / 7)),
      fifteen: 0.44,
    },
    system: "Debian GNU/Linux 12 (bookworm) x86_64(Py3.11.2)",
  };
}

/** A file system, in GB as `df` has it: what nobody may use counts to neither used nor free. */
export interface DemoDisk {
  readonly filesystem: string;
  readonly path: string;
  readonly total: number;
  readonly used: number;
  readonly free: number;
}

const disks: readonly DemoDisk[] = [
  { filesystem: "/dev/vda1", path: "/", total: 78.6, used: 31.2, free: 44.1 },
  { filesystem: "/dev/vdb1", path: "/www", total: 196.7, used: 148.9, free: 37.8 },
];

/** How an edition writes what is not alike on both. */
interface SystemWords {
  readonly uptime: (upMs: number) => string;
  /** Total, used, free, and the share of what may be used. */
  readonly sizes: (disk: DemoDisk, usedPercent: number) => readonly string[];
}

/** The panel itself and its machine (docs/protocol.md 13). */
export function systemHandlers({ uptime, sizes }: SystemWords) {
  const total = ({ state: { bootedAt, version }, now }: HandlerContext) => {
    const { load: _, ...figures } = machineAt(now(), bootedAt);
    return { ...figures, time: uptime(Math.max(0, now() - bootedAt)), version };
  };
  return {
    "system.total": total,
    "system.details": ({ state, now }: HandlerContext) => ({
      network: {},
      load: machineAt(now(), state.bootedAt).load,
      disk: disks.map((disk) => {
        const { path, filesystem, used, free } = disk;
        return { path, filesystem, size: sizes(disk, (100 * used) / (used + free)) };
      }),
    }),
  } satisfies Readonly<Record<string, DemoHandler>>;
}
