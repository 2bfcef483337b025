import { createHash } from "node:crypto";
import { containerLine } from "../lines/containerLine.ts";
import { dockerTime, NEVER } from "../records/dockerTime.ts";
import type { DemoContainer } from "../records/demoRecords.ts";

const DAY_MS = 86_400_000;

type Sketch = readonly [
  name: string,
  image: string,
  command: string,
  status: DemoContainer["status"],
  days: number,
  ports: DemoContainer["ports"],
];

/** The newest first, as Docker lists them; `days` is their age. */
const sketches: readonly Sketch[] = [
  ["web-proxy", "nginx:1.27", "nginx", "running", 2, { "80/tcp": "0.0.0.0:8080", "443/tcp": undefined }],
  ["database", "postgres:17", "postgres", "running", 30, { "5432/tcp": undefined }],
  ["cache", "redis:7", "redis-server", "paused", 31, { "6379/tcp": "127.0.0.1:6379" }],
  ["nightly-backup", "demo/backup:2", "/backup.sh", "exited", 40, {}],
  ["migration", "demo/migrate:5", "/migrate.sh", "created", 41, {}],
];

/** One container or two in each of Docker's usual states. */
export function seedContainers(now: number): readonly DemoContainer[] {
  return sketches.map(([name, image, command, status, days, ports], index): DemoContainer => {
    const createdAt = now - days * DAY_MS;
    const isNew = status === "created";
    const lines = Array.from({ length: isNew ? 0 : 40 }, (_, line) => line);
    return {
      id: createHash("sha256").update(name).digest("hex"),
      name,
      image,
      command: command.split(" "),
      status,
      ports,
      endsAtOnce: status === "exited",
      created: Math.floor(createdAt / 1000),
      address: `172.17.0.${index + 2}`,
      startedAt: isNew ? NEVER : dockerTime(createdAt, index),
      finishedAt: status === "exited" ? dockerTime(createdAt + 60_000, index) : NEVER,
      pid: status === "running" || status === "paused" ? 1_500 + index : 0,
      log: lines.map((line) => containerLine({ name, image }, line, now - (40 - line) * 1_000)),
    };
  });
}
