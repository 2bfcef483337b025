import * as l10n from "@vscode/l10n";
import type { Verb } from "../../resources/resource.ts";
import { actionsOf, type ResourceKind } from "../../resources/table.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { chooseItems } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import { requestsFor, runAndTell } from "../context/runAndTell.ts";
import type { AskInput, Handler } from "../context/services.ts";
import type { ResourceServices } from "./resourceServices.ts";

export interface ActionCommandOptions {
  readonly askInput?: AskInput;
  /** What is asked before is about one target, so it is done to one at a time. */
  readonly one?: true;
}

/** The command of one action of the resource table: on what is selected in the tree, or picked from a list. */
export function actionCommand(
  kind: ResourceKind,
  verb: Verb,
  options: ActionCommandOptions = {},
): Handler<ResourceServices> {
  const { askInput, one } = options;
  return async (services, args) => {
    const items = await chooseItems(services, args, kind, verb, one);
    if (items.length === 0) return;
    mustApply(kind, verb, items);
    const input = askInput === undefined ? {} : await askInput(services, items);
    if (input === undefined) return;
    await runAndTell(services, requestsFor(services, items, verb, input));
  };
}

/** Ends the command where the panel does not offer the action for one of these, though their state fits. */
function mustApply(kind: ResourceKind, verb: Verb, items: readonly ItemNode[]): void {
  const appliesTo = actionsOf(kind).find(([name]) => name === verb)?.[1].appliesTo;
  if (items.some(({ row }) => row !== undefined && appliesTo?.(row) === false))
    throw new CommandAborted(l10n.t("The panel offers this for Spring Boot projects only."));
}
