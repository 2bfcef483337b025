import * as v from "valibot";
import type { InWorkspace } from "../../../ports/workspace.ts";
import type { Memento, Remembering } from "../../../storage/ports.ts";
import type { StatedDeployment } from "../deploymentServer.ts";

/** The deployment that was the last one of each folder of this computer, by its name. */
const LAST = "serverPanel.lastDeployments";

const lastSchema = v.record(v.string(), v.object({ name: v.string(), at: v.number() }));

/** A deployment of an open folder. */
interface DeployedLast {
  /** The folder's path. */
  readonly folder: string;
  /** The deployment's name. */
  readonly name: string;
}

function lastIn(memento: Pick<Memento, "get">): v.InferOutput<typeof lastSchema> {
  const parsed = v.safeParse(lastSchema, memento.get(LAST));
  return parsed.success ? parsed.output : {};
}

/** Keeps which deployment of a folder was the last one. @param at by the clock on the wall: other windows have later ones */
export async function keepLast(memento: Memento, { folder, deployment }: StatedDeployment, at: number): Promise<void> {
  await memento.update(LAST, { ...lastIn(memento), [folder.path]: { name: deployment.name, at } });
}

/** What was deployed last from the open folders. */
export function deployedLast({ memento, workspace }: InWorkspace & Remembering): DeployedLast | undefined {
  const last = lastIn(memento);
  const [latest] = workspace
    .folders()
    .flatMap(({ path: folder }) => (last[folder] === undefined ? [] : [{ folder, ...last[folder] }]))
    .toSorted((one, other) => other.at - one.at);
  return latest;
}
