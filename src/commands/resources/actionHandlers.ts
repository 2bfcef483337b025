import * as l10n from "@vscode/l10n";
import type { ActionCommandId } from "../../manifest/actionCommands.ts";
import type { Verb } from "../../resources/resource.ts";
import { actionsOf, resourceKinds, type ActionId, type ResourceKind } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { chooseItems } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { AskInput, Handler } from "../context/services.ts";
import type { ResourceServices } from "./resourceServices.ts";
import { askLogPath } from "./askLogPath.ts";
import { requestsFor, runAndTell } from "../context/runAndTell.ts";
import { askRemoval } from "./siteCommands.ts";

/** What is asked before, besides the runner's question. */
const QUESTIONS: Readonly<Partial<Record<ActionId, AskInput>>> = {
  "site.remove": askRemoval,
  "javaProject.changeLogPath": askLogPath,
};

/** The commands of all actions of the resource table. */
export const actionHandlers = Object.fromEntries(
  resourceKinds.flatMap((kind) =>
    actionsOf(kind).map(([verb]) => [`serverPanel.${kind}.${verb}`, actionCommand(kind, verb)]),
  ),
) as Readonly<Record<Exclude<ActionCommandId, "serverPanel.site.create">, Handler<ResourceServices>>>;

/** The command of one action: on what is selected in the tree, or picked from a list. */
export function actionCommand(kind: ResourceKind, verb: Verb): Handler<ResourceServices> {
  return async (services, args) => {
    const items = await chooseItems(services, args, kind, verb);
    if (items.length === 0) return;
    mustApply(kind, verb, items);
    const askInput = QUESTIONS[`${kind}.${verb}` as ActionId];
    const input = askInput === undefined ? {} : await askInput(services, items);
    if (input === undefined) return;
    await runAndTell(services, requestsFor(services, items, verb, input));
  };
}

/** Ends the command where the panel does not offer the action for one of these, though their state fits. */
function mustApply(kind: ResourceKind, verb: Verb, items: readonly ItemNode[]): void {
  const appliesTo = actionsOf(kind).find(([name]) => name === verb)?.[1].appliesTo;
  if (items.some(({ row }) => row !== undefined && appliesTo?.(row) === false))
    throw new CommandAborted(l10n.t("Panels support this only for Spring Boot projects."));
}
