import { statusReply } from "./http.ts";
import { sentence } from "./demoSentences.ts";
import { partHandlers } from "./parts.ts";
import { siteCertificateHandlers } from "./demoCertificates.ts";
import { type DemoHandler, type HandlerContext, required, type DemoCertificateOrder } from "./state.ts";

const STEP_MS = 15_000;

/** Computes the load of a busy server, which changes every 15 seconds; memory in MB. */
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

/** A file system in GB; as in `df`, reserved space is neither used nor free. */
interface DemoDisk {
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

/** The formats of an edition. */
interface SystemFormats {
  readonly uptime: (upMs: number) => string;
  /** Total, used, free, and the used share. */
  readonly sizes: (disk: DemoDisk, usedPercent: number) => readonly string[];
}

/** Handles the panel itself and its machine (docs/protocol.md 13). */
export function systemHandlers({ uptime, sizes }: SystemFormats) {
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

/** Handles certificate orders (docs/protocol.md 9). */
const certificateHandlers = {
  "certificateOrder.list": ({ state }: HandlerContext) => state.certificateOrders.map(certificateOrderRow),
  "certificateOrder.remove": ({ state: { certificateOrders }, fields, language }: HandlerContext) => {
    const wantedIndex = required(fields, "index");
    const position = certificateOrders.findIndex(({ index }) => index === wantedIndex);
    if (position === -1) return statusReply(false, sentence(language, "noSuchOrder"));
    certificateOrders.splice(position, 1);
    return statusReply(true, sentence(language, "orderDeleted"));
  },
};

/** The fields of an order depend on whether there is a certificate (docs/protocol.md 9.2). */
function certificateOrderRow({ index, domains, authType, created, renewed, progress }: DemoCertificateOrder) {
  const { status } = progress;
  const row = { index, domains, auth_type: authType, create_time: created, renew_time: renewed, status };
  if (progress.status !== "valid") return { ...row, expires: progress.expires };
  const save_path = `vhost/letsencrypt/${domains[0] ?? ""}`;
  return { ...row, cert_timeout: progress.validUntil, save_path };
}

/** Lists hosts and commands of the web terminal (docs/protocol.md 11.6, 11.7). */
const terminalHandlers = {
  "terminal.hosts": ({ state }: HandlerContext) =>
    state.terminal.hosts
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, port, note, position }) => ({ host: id, port, ps: note, sort: position })),
  "terminal.commands": ({ state }: HandlerContext) =>
    state.terminal.commands.map(({ title, shell }) => ({ title, shell })),
};

/** Handlers that both editions share. */
export const sharedHandlers = {
  ...terminalHandlers,
  ...certificateHandlers,
  ...siteCertificateHandlers,
  ...partHandlers,
};
