import { portBindings } from "./portBindings.ts";
import type { DemoContainer } from "../records/demoRecords.ts";
import type { DemoState } from "../state/demoState.ts";

/** All containers; none where Docker does not run (docs/protocol.md 8.2, 8.3). */
export function containerList({ containers, dockerIsDown }: DemoState): Readonly<Record<string, unknown>> {
  const rows = dockerIsDown ? [] : containers.map(containerRow);
  return {
    online_cpus: 4,
    mem_total: 8200912896,
    container_list: rows,
    gpu: 0,
    grouped_by_status: Object.groupBy(rows, ({ status }) => status),
  };
}

function containerRow(container: DemoContainer) {
  const isUp = container.status === "running" || container.status === "paused";
  return {
    id: container.id,
    name: container.name,
    status: container.status,
    image: container.image,
    created_time: container.created,
    ip: isUp && container.address !== "" ? [container.address] : [],
    ipv6: [],
    ports: isUp ? portBindings(container) : {},
    is_top: 0,
  };
}

/** A container as Docker itself finds it; throws where Docker does not run. */
export function dockerContainer(state: DemoState, id: string): DemoContainer | undefined {
  if (state.dockerIsDown) throw new Error("Docker does not run");
  return findContainer(state, id);
}

/** By name, or by id or the start of an id, as Docker finds them. */
export function findContainer({ containers }: DemoState, id: string): DemoContainer | undefined {
  const named = containers.find(({ name }) => name === id);
  if (named !== undefined || id === "") return named;
  const found = containers.filter((container) => container.id.startsWith(id));
  return found.length === 1 ? found[0] : undefined;
}

/** How Docker answers for one that is not there; panels pass it on. */
export function noSuchContainer(id: string): string {
  return `404 Client Error for http+docker://localhost/v1.41/containers/${id}/json: Not Found ("No such container: ${id}")`;
}

/** What Python says to a panel that inspects a container where Docker does not run (docs/protocol.md 8.6). */
export const NO_ANSWER_OF_DOCKER = "list indices must be integers or slices, not str";
