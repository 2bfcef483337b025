import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { visibleText } from "../../characters/plainText.ts";
import { problemText } from "../../commands/context/showFailure.ts";
import { taskKinds } from "../../manifest/taskActions.ts";
import { mayChange } from "../../panels/guardLevel.ts";
import { createConfirm } from "../../platform/confirm.ts";
import { unaskedDialogs } from "../../platform/unaskedDialogs.ts";
import { resourceOf } from "../../resources/resources.ts";
import { runTask, type TaskServices } from "../runTask.ts";
import { tasksOf } from "../taskDefinition.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Logging } from "../../storage/ports.ts";
import type { Redacting } from "../../redaction/redactor.ts";
import type { Talking } from "../../ports/dialogs.ts";
import { TaskTerminal } from "./taskTerminal.ts";

/** Most tasks that are offered by themselves: VS Code shows them all in one list. */
const MOST_OFFERED = 1_000;

/** Services of the tasks of a window. */
export type ServerTaskServices = KnownPanels & Logging & Redacting & Talking & TaskServices;

/** The tasks that a window offers, and those of tasks.json files. */
export function createServerTasks(services: ServerTaskServices) {
  const { tree, panels, redactor, log } = services;
  const taskFor = (
    definition: vscode.TaskDefinition,
    scope: NonNullable<vscode.Task["scope"]>,
    name: string,
  ): vscode.Task => {
    const execution = new vscode.CustomExecution(
      // the definition with its variables replaced
      async (resolved) =>
        new TaskTerminal(redactor, async (screen, signal) => {
          const sentence = (question: string) => l10n.t("The task “{0}” asks: {1}", visibleText(name), question);
          const confirm = createConfirm(unaskedDialogs(services.dialogs, { sentence, signal, clock: services.clock }));
          try {
            return await runTask(resolved, { services, screen, signal, sentence, confirm });
          } catch (error) {
            screen.append(`${problemText(log, error)}\n`);
            return 2;
          }
        }),
    );
    return new vscode.Task(definition, scope, name, l10n.t("Server Panel"), execution, []);
  };
  return {
    /** Tasks for the rows that the tree has loaded, in their present state, up to a limit; asks no panel. */
    provide(): vscode.Task[] {
      const items = panels()
        .filter(({ guardLevel }) => mayChange(guardLevel))
        .flatMap(({ id }) =>
          [...taskKinds, "dependencyManager" as const].flatMap((kind) => tree.known(id, kind).items),
        );
      const offered = items.flatMap((item) =>
        tasksOf(item, panels()).filter(({ verb }) => resourceOf(item.kind).actions[verb]?.offered.includes(item.state)),
      );
      return offered
        .slice(0, MOST_OFFERED)
        .map(({ definition, label }) => taskFor(definition, vscode.TaskScope.Workspace, label));
    },
    /** Makes a task of a tasks.json executable. */
    resolve: ({ definition, scope, name }: vscode.Task): vscode.Task =>
      taskFor(definition, scope ?? vscode.TaskScope.Workspace, name),
  };
}
