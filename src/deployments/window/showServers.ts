import * as l10n from "@vscode/l10n";
import { offer } from "../../commands/context/showFailure.ts";
import type { Acting } from "../../commands/context/acting.ts";
import type { Fix } from "../../commands/context/telling.ts";
import {
  rolledBackHeading,
  rolledBackLines,
  rolledBackText,
  serverLines,
  serversHeading,
  serversText,
} from "../../texts/serversTexts.ts";
import { isEverywhere, placedOn, type EndedServers } from "../several/runInOrder.ts";
import { outputFixes } from "./deploymentOutput.ts";
import type { DeployingFolders, Ended } from "./deployServices.ts";
import { replacesMessages } from "./replacedMessages.ts";
import { areAllBack, rollBackEverywhere, type RolledBack } from "./rollBackSeveral.ts";

/** Shows how a deployment to several servers has ended, with what a person may do next. */
export function showServersAfter(services: Acting & DeployingFolders, ended: EndedServers<Ended>, again: Fix): void {
  replacesMessages(ended);
  const back: Fix = { label: l10n.t("Roll Back All"), run: async () => rollBackAndShow(services, ended) };
  const outputs = ended.servers.flatMap((each) => (each.ended === undefined ? [] : outputFixes(services, each.ended)));
  showServers(services, ended, [
    ...outputs.slice(0, 1),
    ...(placedOn(ended.servers).length > 0 ? [back] : []),
    ...(isEverywhere(ended.servers) ? [] : [again]),
  ]);
}

async function rollBackAndShow(services: Acting & DeployingFolders, ended: EndedServers<Ended>): Promise<void> {
  const back = await rollBackEverywhere(services, ended);
  if (back !== undefined) showRolledBack(services, back);
}

/** How a roll back on several servers has ended, and behind a button a line for each. */
export function showRolledBack(services: Acting, ended: RolledBack): void {
  const { deployment, servers, staying } = ended;
  const message = rolledBackText(deployment, servers, staying);
  const details: Fix = {
    label: l10n.t("Show Details"),
    async run() {
      await services.dialogs.read(rolledBackHeading(deployment, servers), rolledBackLines(servers).join("\n"), []);
    },
  };
  const names = [...servers, ...staying].flatMap(({ role, panel }) => [role, panel]);
  const severity = areAllBack(ended) ? "information" : "warning";
  offer(services, { severity, message, names: [...names, deployment] }, [details]);
}

/** A sentence, and behind a button a line or two for each server. */
export function showServers(services: Acting, ended: EndedServers, fixes: readonly Fix[]): void {
  const message = serversText(ended);
  const details: Fix = {
    label: l10n.t("Show Details"),
    async run() {
      const answers = fixes.filter(({ isInDetails }) => isInDetails === true).map((fix) => ({ ...fix, value: fix }));
      const chosen = await services.dialogs.read(serversHeading(ended), serverLines(ended).join("\n"), answers);
      await chosen?.run();
    },
  };
  const names = ended.servers.flatMap(({ role, panel }) => [role, panel]);
  const severity = isEverywhere(ended.servers) ? "information" : "warning";
  offer(services, { severity, message, names: [...names, ended.deployment] }, [...fixes, details]);
}
