import * as l10n from "@vscode/l10n";
import type { Choosing, Services } from "../../commands/context/services.ts";
import { panelOf } from "../../commands/context/choose.ts";
import { addDeployment } from "../../deployments/window/addDeployment.ts";
import { rememberPanel } from "../../deployments/window/chooseDeployment.ts";
import { LIKELY_JARS } from "../../deployments/window/deployJarCommands.ts";
import { deploymentNameOf, readDeployments, type JarDeployment } from "../../deployments/deploymentSetting.ts";
import { TASK_TYPE } from "../../manifest/manifest.ts";
import type { TaskFolder } from "../../ports/workbench.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { taskLabel, type TaskDefinition } from "../taskDefinition.ts";

/** Services for offering tasks. */
export type JarTaskServices = Choosing & Pick<Services, "memento" | "workspace">;

/** A task that can be added; asks what it lacks. `undefined`: dismissed. */
export interface AddableTask {
  readonly label: string;
  readonly define: () => Promise<TaskDefinition | undefined>;
}

/**
 * Tasks that deploy a jar to a project: one for each deployment to it in a folder's settings, else one that is added to them.
 * The panel of the row becomes the one that the deployment means on this computer.
 */
export function jarTasks(
  services: JarTaskServices,
  { kind, label: project, panelId }: ItemNode,
  { path }: TaskFolder,
): readonly AddableTask[] {
  const { dialogs, memento, workspace } = services;
  const folder = workspace.folders().find((each) => each.path === path);
  if (kind !== "javaProject" || folder === undefined || !workspace.isTrusted()) return [];
  const panel = panelOf(services, panelId);
  const { deployments } = readDeployments(workspace.deployments(folder));
  const define = async (deployment: JarDeployment): Promise<TaskDefinition> => {
    await rememberPanel(memento, { folder, deployment }, panel);
    return { type: TASK_TYPE, task: "deploy", deployment: deployment.name };
  };
  const fitting = deployments.flatMap((each) => ("jar" in each && each.project === project ? [each] : []));
  if (fitting.length > 0)
    return fitting.map((deployment) => ({
      label: taskLabel("deploy", deployment.name, panel),
      define: async () => define(deployment),
    }));
  const isTaken = deployments.some(({ name }) => name === deploymentNameOf(project));
  const name = deploymentNameOf(isTaken ? `${project}.jar` : project);
  return [
    {
      label: taskLabel("deploy", name, panel),
      async define() {
        const jar = await dialogs.input({
          title: l10n.t("Add as Task"),
          prompt: l10n.t("The jar, as a glob relative to “{0}”. The latest that matches is deployed.", folder.name),
          value: LIKELY_JARS,
        });
        if (jar === undefined || jar.trim() === "") return undefined;
        await addDeployment(services, folder, { name, project, jar });
        return define({ name, project, jar, rollBack: "ask", replaceChanged: false });
      },
    },
  ];
}
