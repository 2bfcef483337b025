import * as l10n from "@vscode/l10n";
import { panelOf } from "../../commands/context/choose.ts";
import { addDeployment } from "../../deployments/window/addDeployment.ts";
import { rememberPanel, type KnownDeployments } from "../../deployments/window/chooseDeployment.ts";
import { isFor, targetKindsOfRow } from "../../deployments/targetKinds.ts";
import { type Deployment, deploymentNameOf, readDeployments } from "../../deployments/deploymentSetting.ts";
import { numberText } from "../../texts/numberTexts.ts";
import { TASK_TYPE } from "../../manifest/manifest.ts";
import type { TaskFolder } from "../../ports/workbench.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { taskLabel, type TaskDefinition } from "../taskDefinition.ts";

/** A task that can be added; asks what it lacks. `undefined`: dismissed. */
export interface AddableTask {
  readonly label: string;
  readonly define: () => Promise<TaskDefinition | undefined>;
}

/**
 * Tasks that deploy to a target: one for each deployment to it in a folder's settings, else one of a file that is added to them.
 * The panel of the row becomes the one that the deployment means on this computer.
 */
export function deploymentTasks(
  services: KnownDeployments,
  item: ItemNode,
  { path }: TaskFolder,
): readonly AddableTask[] {
  const { dialogs, memento, workspace } = services;
  const folder = workspace.folders().find((each) => each.path === path);
  if (folder === undefined || !workspace.isTrusted()) return [];
  const panel = panelOf(services, item.panelId);
  const { deployments } = readDeployments(workspace.deployments(folder));
  const define = async (deployment: Pick<Deployment, "name" | "server">): Promise<TaskDefinition> => {
    // which of several servers the row is, the person says in the command
    if (deployment.server === undefined) await rememberPanel(memento, { folder, deployment }, panel);
    return { type: TASK_TYPE, task: "deploy", deployment: deployment.name };
  };
  const meant = deployments.filter((each) => isFor(each, item));
  const fitting = meant.filter(({ name }, index) => meant.findIndex((each) => each.name === name) === index);
  if (fitting.length > 0)
    return fitting.map((deployment) => ({
      label:
        deployment.server === undefined
          ? taskLabel("deploy", deployment.name, panel)
          : l10n.t("Deploy “{0}” to {1} servers", deployment.name, numberText(deployment.server.roles.length)),
      define: async () => define(deployment),
    }));
  const file = targetKindsOfRow(item).find(({ brings }) => brings.what === "file")?.brings;
  if (file?.what !== "file") return [];
  const { label: target } = item;
  const isTaken = deployments.some(({ name }) => name === deploymentNameOf(target));
  const name = deploymentNameOf(isTaken ? `${target}.${file.called}` : target);
  return [
    {
      label: taskLabel("deploy", name, panel),
      async define() {
        const glob = await dialogs.input({
          title: l10n.t("Add as Task"),
          prompt: l10n.t("The file, as a glob relative to “{0}”. The likeliest that matches is deployed.", folder.name),
          value: file.likely,
        });
        if (glob === undefined || glob.trim() === "") return undefined;
        await addDeployment(services, folder, file.entryOf(name, target, glob));
        return define({ name });
      },
    },
  ];
}
