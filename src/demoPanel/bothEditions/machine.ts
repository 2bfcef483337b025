const STEP_MS = 15_000;
const DAY_MS = 86_400_000;

/** The figures of a server at work, which are others every quarter of a minute. */
export function machineAt(now: number, bootedAt: number) {
  const step = Math.floor((now - bootedAt) / STEP_MS);
  const load = {
    one: rounded(0.6 + 0.4 * Math.sin(step)),
    five: rounded(0.5 + 0.2 * Math.sin(step / 7)),
    fifteen: 0.44,
  };
  const used = 2_519 + Math.round(140 * Math.sin(step / 3));
  return {
    memory: { total: 7_821, used, free: 2_140 + 2_519 - used, buffers: 212, cached: 2_950 },
    processors: 4,
    processorPercent: Math.round((9 + 4 * Math.sin(step) + 2 * Math.sin(step / 7)) * 10) / 10,
    load: { ...load, max: 8, limit: 8, safe: 6 },
    upMs: Math.max(0, now - bootedAt),
    upDays: Math.max(0, Math.floor((now - bootedAt) / DAY_MS)),
    system: "Debian GNU/Linux 12 (bookworm) x86_64(Py3.11.2)",
  };
}

/** Its file systems, in GB as `df` has them: what nobody may use counts to neither used nor free. */
export const demoDisks = [
  { filesystem: "/dev/vda1", path: "/", total: 78.6, used: 31.2, free: 44.1, inodes: [5_242_880, 412_377] },
  { filesystem: "/dev/vdb1", path: "/www", total: 196.7, used: 148.9, free: 37.8, inodes: [13_107_200, 1_904_112] },
] as const;

/** What both tell of traffic and the like: little of it, for nobody reads it. */
export function trafficAt(now: number, bootedAt: number, sites: number) {
  const { processorPercent, processors } = machineAt(now, bootedAt);
  const seconds = Math.max(0, Math.floor((now - bootedAt) / 1_000));
  const traffic = { upTotal: seconds * 8_400, downTotal: seconds * 2_100, up: 8.2, down: 2.05 };
  const packets = { downPackets: seconds * 11, upPackets: seconds * 13 };
  return {
    network: { eth0: { ...traffic, ...packets } },
    ...traffic,
    ...packets,
    cpu: [
      processorPercent,
      processors,
      Array.from({ length: processors }, () => processorPercent),
      "AMD EPYC * 1",
      processors,
      1,
    ],
    site_total: sites,
    ftp_total: 0,
    database_total: 0,
    iostat: {},
  };
}

/** Of what may be used. */
export function usedShare({ used, free }: { readonly used: number; readonly free: number }): number {
  return (100 * used) / (used + free);
}

function rounded(average: number): number {
  return Math.round(average * 100) / 100;
}

/** The memory as both editions tell it, in MB. */
export function memoryTold({ total, free, buffers, cached, used }: ReturnType<typeof machineAt>["memory"]) {
  return { memTotal: total, memFree: free, memBuffers: buffers, memCached: cached, memRealUsed: used };
}
