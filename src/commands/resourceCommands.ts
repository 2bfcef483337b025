import { l10n } from "vscode";
import type { ActionRequest } from "../model/actionRequest.ts";
import type { Finished } from "../model/actionRunner.ts";
import type { ActionInput, Verb } from "../model/resource.ts";
import { actionsOf, type ResourceKind } from "../model/resources/table.ts";
import type { ItemNode } from "../model/treeNodes.ts";
import type { Message } from "../platform/dialogs.ts";
import { outcomeText, summaryText, type ToldOutcome } from "../platform/texts/actionTexts.ts";
import { chooseItems } from "./choose.ts";
import { directoryOf } from "./askLogPath.ts";
import type { AskInput, Handler, Services } from "./services.ts";
import { tellFailure } from "./tellFailure.ts";

/** The command of one action of the resource table: on what is selected in the tree, or picked from a list. */
export function actionCommand(kind: ResourceKind, verb: Verb, askInput?: AskInput): Handler {
  return async (services, args) => {
    const items = applicable(services, kind, verb, await chooseItems(services, args, kind, verb));
    if (items.length === 0) return;
    const input = askInput === undefined ? {} : await askInput(services, items);
    if (input === undefined) return;
    await runAndTell(services, requestsFor(services, items, verb, input));
  };
}

/** Runs actions and tells what became of them, without waiting for the notification to be closed. */
export async function runAndTell(services: Services, requests: readonly ActionRequest[]): Promise<readonly Finished[]> {
  const finished = await services.runner.runAll(requests);
  void tell(services, finished).catch((error: unknown) => services.log.error(String(error)));
  return finished;
}

/** One request for each item; items of panels that are gone are left out. */
export function requestsFor(
  services: Services,
  items: readonly ItemNode[],
  verb: Verb,
  input: ActionInput,
): readonly ActionRequest[] {
  return items.flatMap((item) => {
    const panel = services.panels().find(({ id }) => id === item.panelId);
    if (panel === undefined) return [];
    return {
      panel: services.connections.of(panel),
      kind: item.kind,
      verb,
      input,
      target: { key: item.key, label: item.label },
      state: item.state,
      row: item.row,
      rows: services.tree.rows(panel.id, item.kind),
    };
  });
}

/** Those to which the action applies; says so where it applies to none. */
function applicable(
  services: Services,
  kind: ResourceKind,
  verb: Verb,
  items: readonly ItemNode[],
): readonly ItemNode[] {
  const appliesTo = actionsOf(kind).find(([name]) => name === verb)?.[1].appliesTo;
  const fitting = items.filter(({ row }) => row === undefined || appliesTo === undefined || appliesTo(row));
  if (fitting.length === 0 && items.length > 0) {
    const message = l10n.t("The panel offers this for Spring Boot projects only.");
    void services.dialogs.tell({ severity: "information", message });
  }
  return fitting;
}

async function tell(services: Services, finished: readonly Finished[]): Promise<void> {
  const [first] = finished;
  if (first === undefined || finished.every(({ outcome }) => outcome.kind === "declined")) return;
  if (finished.length > 1) {
    const { details, ...summary } = summaryText(finished);
    for (const detail of details) services.log.warn(detail);
    tellWithLog(services, summary);
    return;
  }
  const { request, outcome } = first;
  const panel = services.panels().find(({ id }) => id === request.panel.id);
  const told = outcomeText(request, outcome);
  if (told === undefined) return;
  if (outcome.kind === "failed" && panel !== undefined)
    await tellFailure(services, outcome.failure, panel, told.message);
  else if (request.verb === "changeLogPath" && outcome.kind !== "done")
    await offerToChangeBack(services, request, told);
  else tellWithLog(services, told);
}

function tellWithLog({ dialogs, log }: Services, told: Message): void {
  const buttons = told.severity === "information" ? [] : [l10n.t("Show Log")];
  dialogs.notify({ ...told, buttons }, async () => log.show());
}

/** Tells that a project did not come up with its new log directory, and offers to give it the old one back. */
async function offerToChangeBack(services: Services, request: ActionRequest, told: ToldOutcome): Promise<void> {
  const path = directoryOf(request.row);
  const changeBack = l10n.t("Change Back");
  const pressed = await services.dialogs.tell({ ...told, buttons: path === undefined ? [] : [changeBack] });
  if (pressed === changeBack && path !== undefined) await runAndTell(services, [{ ...request, input: { path } }]);
}
