import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { logDirectoryOf } from "../../resources/javaProject.ts";
import type { ActionInput, Verb } from "../../resources/resource.ts";
import { actionsOf, resourceKinds, type RowActionId, type ResourceKind } from "../../resources/resources.ts";
import { sentences } from "../../characters/sentences.ts";
import { actionSentences, startText } from "../../texts/actionSentences.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { serverPath } from "../../wire/answers/serverPath.ts";
import { chooseItems } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { Handler } from "../context/services.ts";
import type { ResourceServices } from "./resourceServices.ts";
import { requestsFor, runAndTell } from "../context/runAndTell.ts";
import { listText } from "../../texts/listTexts.ts";

/** Asks for what an action needs besides its targets; `undefined`: dismissed. */
type AskInput = (
  services: Pick<ResourceServices, "dialogs">,
  items: readonly ItemNode[],
) => Promise<ActionInput | undefined>;

/** Where panels put the logs of Java projects. */
const LOG_DIRECTORY = "/www/wwwlogs/java";

/** Asks what is deleted with a site: three choices, all off. */
const askRemoval: AskInput = async ({ dialogs }, items) => {
  const choices = [
    { label: l10n.t("Root directory"), description: l10n.t("all files of the website"), value: "root" as const },
    { label: l10n.t("FTP user"), description: l10n.t("of the same name, if there is one"), value: "ftp" as const },
    { label: l10n.t("Database"), description: l10n.t("of the same name, if there is one"), value: "database" as const },
  ];
  const title = l10n.t("Delete {0}", listText(items.map(({ label }) => label)));
  const parts = await dialogs.pickMany(title, l10n.t("What else should be deleted? Nothing is selected yet."), choices);
  return parts === undefined ? undefined : { with: parts };
};

/** Asks for the new log directory, with the present one to start from. */
const askLogPath: AskInput = async ({ dialogs }, [item]) => {
  const present = logDirectoryOf(item?.row);
  const path = await dialogs.input({
    title: l10n.t("Log Directory of “{0}”", item?.label ?? ""),
    prompt: sentences(
      l10n.t("An absolute path on the server. It is created if needed."),
      startText(item?.state ?? "unknown"),
    ),
    placeholder: LOG_DIRECTORY,
    ...(present === undefined ? {} : { value: present }),
    problem: (typed) =>
      v.is(serverPath, typed) ? undefined : l10n.t("The path must be absolute, without “..” or “./”."),
  });
  return path === undefined ? undefined : { path };
};

/** Asked before the runner's question. */
const QUESTIONS: Readonly<Partial<Record<RowActionId, AskInput>>> = {
  "site.remove": askRemoval,
  "javaProject.changeLogPath": askLogPath,
};

/** The commands of all actions of the resource table. */
export const actionHandlers = Object.fromEntries(
  resourceKinds.flatMap((kind) =>
    actionsOf(kind).map(([verb]) => [`serverPanel.${kind}.${verb}`, actionCommand(kind, verb)]),
  ),
) as Readonly<Record<`serverPanel.${RowActionId}`, Handler<ResourceServices>>>;

/** The command of one action: on what is selected in the tree, or picked from a list. */
export function actionCommand(kind: ResourceKind, verb: Verb): Handler<ResourceServices> {
  return async (services, args) => {
    const items = await chooseItems(services, args, kind, verb);
    if (items.length === 0) return;
    mustApply(kind, verb, items);
    const askInput = QUESTIONS[`${kind}.${verb}` as RowActionId];
    const input = askInput === undefined ? {} : await askInput(services, items);
    if (input === undefined) return;
    await runAndTell(services, requestsFor(services, items, verb, input));
  };
}

/** Ends the command where the panel does not offer the action for one of these, though their state fits. */
function mustApply(kind: ResourceKind, verb: Verb, items: readonly ItemNode[]): void {
  const appliesTo = actionsOf(kind).find(([name]) => name === verb)?.[1].appliesTo;
  if (items.some(({ row }) => row !== undefined && appliesTo?.(row) === false))
    throw new CommandAborted(
      actionSentences(kind, verb).notForAll?.() ??
        l10n.t("This is not possible for everything that is selected. Nothing was done."),
    );
}
