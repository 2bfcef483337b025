import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { tellUnsaved } from "../../commands/context/tellUnsaved.ts";
import type { TaskFiles } from "../../ports/workbench.ts";
import { tasksOf } from "../taskDefinition.ts";
import type { KnownDeployments } from "../../deployments/window/chooseDeployment.ts";
import type { OnItem } from "../../commands/context/handler.ts";
import { deploymentTasks, type AddableTask } from "./deploymentTasks.ts";

/** Adding tasks to the tasks.json of a folder. */
interface AddingTasks extends KnownDeployments {
  readonly taskFiles: TaskFiles;
}

/** Writes a task for a row into the tasks.json of a folder of the workspace, and shows the file. */
export const addTask: OnItem<AddingTasks> = async (services, item) => {
  const { dialogs, panels, taskFiles } = services;
  const folders = taskFiles.folders();
  if (folders.length === 0)
    throw new CommandAborted(l10n.t("No folder is open in this window. Open the one that is to have the task first."));
  const title = l10n.t("Add as Task");
  const places = folders.map((folder) => ({ label: folder.name, value: folder }));
  const folder = folders.length === 1 ? folders[0] : await dialogs.pick(title, l10n.t("In which folder?"), places);
  if (folder === undefined) return;
  const plain = tasksOf(item, panels()).map(({ label, definition }) => ({ label, define: async () => definition }));
  const offered: readonly AddableTask[] = [...deploymentTasks(services, item, folder), ...plain];
  const choices = offered.map((task) => ({ label: task.label, value: task }));
  const task = choices.length === 1 ? offered[0] : await dialogs.pick(title, l10n.t("Which task?"), choices);
  if (task === undefined) return;
  try {
    const definition = await task.define();
    if (definition !== undefined) await tellUnsaved(dialogs, await taskFiles.add(folder, definition, task.label));
  } catch (error) {
    throw new CommandAborted(l10n.t("The task was not added: {0}", error instanceof Error ? error.message : ""));
  }
};
