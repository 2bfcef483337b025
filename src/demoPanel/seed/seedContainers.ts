import { createHash } from "node:crypto";
import { containerLine } from "../lines/containerLine.ts";
import { dockerTime, NEVER } from "../records/dockerTime.ts";
import type { DemoContainer } from "../records/demoRecords.ts";

const DAY_MS = 86_400_000;

type Sketch = Pick<DemoContainer, "name" | "image" | "command" | "status" | "ports"> & {
  readonly days: number;
  readonly endsAtOnce?: true;
};

/** The newest first, as Docker lists them; `days` is their age. */
const sketches: readonly Sketch[] = [
  {
    name: "web-proxy",
    image: "nginx:1.27",
    command: ["nginx", "-g", "daemon off;"],
    status: "running",
    ports: { "80/tcp": "0.0.0.0:8080", "443/tcp": undefined },
    days: 2,
  },
  {
    name: "database",
    image: "postgres:17",
    command: ["postgres"],
    status: "running",
    ports: { "5432/tcp": undefined },
    days: 30,
  },
  {
    name: "cache",
    image: "redis:7",
    command: ["redis-server"],
    status: "paused",
    ports: { "6379/tcp": "127.0.0.1:6379" },
    days: 31,
  },
  {
    name: "nightly-backup",
    image: "demo/backup:2",
    command: ["/backup.sh"],
    status: "exited",
    ports: {},
    days: 40,
    endsAtOnce: true,
  },
  { name: "migration", image: "demo/migrate:5", command: ["/migrate.sh"], status: "created", ports: {}, days: 41 },
];

/** One container or two in each of Docker's usual states. */
export function seedContainers(now: number): readonly DemoContainer[] {
  return sketches.map(({ days, endsAtOnce = false, ...sketch }, index): DemoContainer => {
    const createdAt = now - days * DAY_MS;
    const isUp = sketch.status === "running" || sketch.status === "paused";
    return {
      ...sketch,
      endsAtOnce,
      id: createHash("sha256").update(sketch.name).digest("hex"),
      created: Math.floor(createdAt / 1000),
      address: `172.17.0.${index + 2}`,
      startedAt: sketch.status === "created" ? NEVER : dockerTime(createdAt, index),
      finishedAt: sketch.status === "exited" ? dockerTime(createdAt + 60_000, index) : NEVER,
      pid: isUp ? 1_500 + index : 0,
      log:
        sketch.status === "created"
          ? []
          : Array.from({ length: 40 }, (_, line) => containerLine(sketch, line, now - (40 - line) * 1_000)),
    };
  });
}
