import { l10n } from "vscode";
import type { Verb } from "../model/resource.ts";
import type { ResourceKind } from "../model/resources/table.ts";
import type { Message } from "../platform/dialogs.ts";
import { outcomeText } from "../platform/texts/actionTexts.ts";
import { chooseItem } from "./choose.ts";
import { tellFailure } from "./tellFailure.ts";
import type { Handler, Services } from "./services.ts";

/** The command of one action of the resource table. */
export function actionCommand(kind: ResourceKind, verb: Verb): Handler {
  return async (services, args) => {
    const item = await chooseItem(services, args, kind, verb);
    const panel = services.panels().find(({ id }) => id === item?.panelId);
    if (item === undefined || panel === undefined) return;
    const request = {
      panel: services.connections.of(panel),
      kind,
      verb,
      target: { key: item.key, label: item.label },
      row: item.row,
      rows: services.tree.rows(panel.id, kind),
    };
    const outcome = await services.runner.run(request);
    const told = outcomeText(request, outcome);
    if (told === undefined) return;
    if (outcome.kind === "failed" && outcome.failure.kind !== "rejected") {
      await tellFailure(services, outcome.failure, panel);
      return;
    }
    // not awaited: a notification may stay for long after the command is done
    void tellOutcome(services, told);
  };
}

async function tellOutcome({ dialogs, log }: Services, told: Message): Promise<void> {
  const showLog = l10n.t("Show Log");
  const buttons = told.severity === "information" ? [] : [showLog];
  if ((await dialogs.tell({ ...told, buttons })) === showLog) log.show();
}
