const STEP_MS = 15_000;
const DAY_MS = 86_400_000;

/** The figures of a server at work, which are others every quarter of a minute. */
export function machineAt(now: number, bootedAt: number) {
  const step = Math.floor((now - bootedAt) / STEP_MS);
  const used = 2_519 + Math.round(140 * Math.sin(step / 3));
  return {
    memory: { total: 7_821, used, free: 2_140 + 2_519 - used, buffers: 212, cached: 2_950 },
    processors: 4,
    processorPercent: Math.round((9 + 4 * Math.sin(step) + 2 * Math.sin(step / 7)) * 10) / 10,
    upMs: Math.max(0, now - bootedAt),
    upDays: Math.max(0, Math.floor((now - bootedAt) / DAY_MS)),
    system: "Debian GNU/Linux 12 (bookworm) x86_64(Py3.11.2)",
  };
}

/** Its file systems, in GB as `df` has them: what nobody may use counts to neither used nor free. */
export const demoDisks = [
  { filesystem: "/dev/vda1", path: "/", total: 78.6, used: 31.2, free: 44.1, inodes: [5_242_880, 412_377] },
  { filesystem: "/dev/vdb1", path: "/www", total: 196.7, used: 168.9, free: 17.8, inodes: [13_107_200, 1_904_112] },
] as const;

/** Of what may be used. */
export function usedShare({ used, free }: { readonly used: number; readonly free: number }): number {
  return (100 * used) / (used + free);
}
