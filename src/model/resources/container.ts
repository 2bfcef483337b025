import { failureOf } from "../../panel/failure.ts";
import type { Container } from "../../panel/operations/containers.ts";
import type { ResultOf } from "../../panel/operations/table.ts";
import { facts } from "../facts.ts";
import { verification, type Call, type Resource, type ResourceState, type Target } from "../resource.ts";

/** By Docker's word. */
const STATES: ReadonlyMap<string | undefined, ResourceState> = new Map([
  ["running", "running"],
  ["restarting", "starting"],
  ["created", "stopped"],
  ["exited", "stopped"],
  ["dead", "stopped"],
  ["paused", "paused"],
] as const);

type Inspected = ResultOf<"container.info">;

async function observe(call: Call, { key }: Target): Promise<Inspected | undefined> {
  try {
    return await call("container.info", { container: key });
  } catch (error) {
    // Docker's "No such container" comes as the panel's own words
    if (failureOf(error)?.kind === "rejected") return undefined;
    throw error;
  }
}

const restarted = verification<Inspected>({
  observe,
  judge: (before, since) => {
    const now = (since[since.length - 1] ?? since[0]).seen;
    if (before?.startedAt === undefined || now?.startedAt === undefined || now.running === undefined) return "pending";
    if (now.startedAt === before.startedAt) return "pending";
    return now.running ? "done" : "failed";
  },
  evidence: (info) => facts({ id: info.id?.slice(0, 12) })[0],
});

/** Docker containers (panel-reference.md 2.3, 3). */
export const container: Resource<Container> = {
  list: (call) => call("container.list", {}),
  key: ({ id }) => id,
  label: ({ name, id }) => name ?? id?.slice(0, 12) ?? "",
  state: ({ status }) => STATES.get(status) ?? "unknown",
  facts: ({ image, ports, id }) => facts({ image, ports: ports.join(", "), id: id?.slice(0, 12) }),
  actions: {
    restart: {
      operation: "container.restart",
      offered: ["running", "starting", "stopped", "paused", "unknown"],
      send: (call, { key }) => call("container.restart", { container: key }),
      verification: restarted,
    },
  },
};
