import { javaLines } from "../lines/javaLines.ts";
import type { DemoJavaProject, JavaServer } from "../records/demoRecords.ts";

const HOUR_MS = 3_600_000;

type Sketch = Pick<DemoJavaProject, "id" | "name" | "note" | "javaType" | "server"> & {
  readonly domains?: readonly string[];
  readonly changed?: true;
};

/** One of each sort: two that share a Tomcat, one with its own, one that never listens, a stopped and a running one. */
export function seedJavaProjects(now: number): readonly DemoJavaProject[] {
  const running = (ports: readonly number[], pids: readonly number[], hours: number): JavaServer => ({
    ports,
    processCount: pids.length,
    run: { pids, since: now - hours * HOUR_MS, listening: ports.length > 0 },
    log: logOf({ pid: pids[0] ?? 0, ports }, now - hours * HOUR_MS, now),
  });
  const sharedTomcat = running([8081], [2210], 300);
  const sketches: readonly Sketch[] = [
    { id: 10, name: "billing", note: "账单", javaType: "neizhi", server: sharedTomcat },
    { id: 11, name: "reports", note: "Monthly reports", javaType: "neizhi", server: sharedTomcat },
    { id: 12, name: "intranet", note: "Staff only", javaType: "duli", server: running([8083], [2350], 120) },
    { id: 13, name: "mail-worker", note: "Sends mail", javaType: "springboot", server: running([], [2477, 2479], 48) },
    {
      id: 14,
      name: "legacy-api",
      note: "Replaced by order-service",
      javaType: "springboot",
      server: {
        ports: [18079],
        processCount: 1,
        run: undefined,
        log: [...javaLines.start({ pid: 1904, ports: [18079] }, now - 900 * HOUR_MS), "Shutdown complete."],
      },
    },
    {
      id: 15,
      name: "order-service",
      note: "Orders",
      javaType: "springboot",
      server: running([18080], [3776], 5),
      domains: ["orders.example.com"],
      changed: true,
    },
  ];
  return sketches.map((sketch): DemoJavaProject => {
    const { id, name, note, javaType, server, domains = [], changed = false } = sketch;
    const isJar = javaType === "springboot";
    return {
      id,
      name,
      note,
      javaType,
      server,
      domains,
      changed,
      path: isJar ? `/www/wwwroot/java/${name}.jar` : `/www/wwwroot/java/${name}`,
      running: true,
      added: `2026-10-${id} 08:00:00`,
      typeId: 0,
      projectType: "Java",
      php: "静态",
      certificate: undefined,
      logFile: isJar ? `/var/tmp/springboot/vhost/logs/${name}.log` : `/www/wwwlogs/java/${name}`,
    };
  });
}

/** How it started, and its work of the last minute. */
function logOf(writer: Parameters<typeof javaLines.work>[0], since: number, now: number): string[] {
  const work = Array.from({ length: 15 }, (_, index) => javaLines.work(writer, index, now - (15 - index) * 4_000));
  return [...javaLines.start(writer, since), ...work.flat()];
}
