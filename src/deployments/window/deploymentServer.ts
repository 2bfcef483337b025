import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { WorkspaceFolder } from "../../ports/workspace.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { Deployment } from "../deploymentSetting.ts";
import type { OneOfSeveral } from "../several/severalTargets.ts";

/** A deployment of a workspace folder. */
export interface StatedDeployment<D extends Deployment = Deployment> {
  readonly folder: WorkspaceFolder;
  readonly deployment: D;
  /** It is not in the settings. */
  readonly isNew?: true;
}

/** A server of a deployment: what the settings say for it, and the panel that a person has chosen. */
export interface DeploymentServer extends StatedDeployment {
  readonly panel: PanelRecord;
  /** The row that a person has chosen; absent: the target is found by the name in the settings. */
  readonly item?: ItemNode;
}

/** The servers of a deployment: one or several. */
export type DeploymentServers = readonly [DeploymentServer, ...DeploymentServer[]];

/** The part of the settings that tells a server from the others of its deployment. Throws if it has no other, which is a defect. */
export function serverOf({ deployment }: StatedDeployment): OneOfSeveral {
  if (deployment.server === undefined) throw new TypeError("a deployment to one server");
  return deployment.server;
}
