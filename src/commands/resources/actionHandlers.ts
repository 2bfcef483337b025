import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { logDirectoryOf, startText } from "../../resources/javaProject.ts";
import type { ActionInput } from "../../resources/resource.ts";
import type { Verb } from "../../resources/verbs.ts";
import { actionsOf, changeOf, resourceKinds, type RowActionId, type ResourceKind } from "../../resources/resources.ts";
import { sentences } from "../../characters/sentences.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { serverPath } from "../../wire/answers/serverPath.ts";
import { chooseItems } from "../context/choose.ts";
import { askRemoval } from "./askRemoval.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { Choosing, Handler } from "../context/services.ts";
import type { ResourceServices } from "./resourceServices.ts";
import { requestsFor, runAndTell } from "../context/runAndTell.ts";

/** Asks for the input of an action on one target; `undefined`: dismissed. */
type AskInput = (services: Choosing, item: ItemNode) => Promise<ActionInput | undefined>;

/** The panels' default for logs of Java projects. */
const LOG_DIRECTORY = "/www/wwwlogs/java";

const askLogPath: AskInput = async ({ dialogs }, item) => {
  const present = logDirectoryOf(item.row);
  const path = await dialogs.input({
    title: l10n.t("Log Directory of “{0}”", item.label),
    prompt: sentences(l10n.t("An absolute path on the server. It is created if needed."), startText(item.state)),
    placeholder: LOG_DIRECTORY,
    ...(present === undefined ? {} : { value: present }),
    problem: (typed) =>
      v.is(serverPath, typed) ? undefined : l10n.t("The path must be absolute, without “..” or “./”."),
  });
  return path === undefined ? undefined : { path };
};

/** Inputs, asked for before the runner's question. */
const QUESTIONS: Readonly<Partial<Record<RowActionId, AskInput>>> = {
  "site.remove": askRemoval,
  "javaProject.changeLogPath": askLogPath,
};

/** A command for each action of the resource table. */
export const actionHandlers = Object.fromEntries(
  resourceKinds.flatMap((kind) =>
    actionsOf(kind).map(([verb]) => [`serverPanel.${kind}.${verb}`, actionCommand(kind, verb)]),
  ),
) as Readonly<Record<`serverPanel.${RowActionId}`, Handler<ResourceServices>>>;

/** The command of one action, on nodes of the tree or on picked items. */
export function actionCommand(kind: ResourceKind, verb: Verb): Handler<ResourceServices> {
  return async (services, args) => {
    const items = await chooseItems(services, args, kind, verb);
    const [item] = items;
    if (item === undefined) return;
    mustApply(kind, verb, items);
    const askInput = QUESTIONS[`${kind}.${verb}` as RowActionId];
    const input = askInput === undefined ? {} : await askInput(services, item);
    if (input === undefined) return;
    await runAndTell(services, requestsFor(services, items, verb, input));
  };
}

/** Ends the command if the action does not apply to an item although its state fits. */
function mustApply(kind: ResourceKind, verb: Verb, items: readonly ItemNode[]): void {
  const { appliesTo, words } = changeOf(kind, verb);
  if (items.some(({ row }) => row !== undefined && appliesTo?.(row) === false))
    throw new CommandAborted(
      words.notForAll?.() ?? l10n.t("This is not possible for everything that is selected. Nothing was done."),
    );
}
