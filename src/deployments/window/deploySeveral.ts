import * as l10n from "@vscode/l10n";
import { offer } from "../../commands/context/showFailure.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { Acting } from "../../commands/context/acting.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import type { Fix } from "../../commands/context/telling.ts";
import {
  rolledBackHeading,
  rolledBackLines,
  rolledBackText,
  serverLines,
  serversHeading,
  serversText,
} from "../../texts/waveTexts.ts";
import { isEverywhere, placedOn, type EndedServers } from "../several/deployWaves.ts";
import type { SeveralStated } from "./chooseDeployment.ts";
import type { DeployingFolders, Ended } from "./deployServices.ts";
import { deployToSeveral } from "./deployToSeveral.ts";
import { areAllBack, rollBackEverywhere, type RolledBack } from "./rollBackSeveral.ts";
import { choosePanels } from "./severalPanels.ts";
import { endingFixes } from "./endUnfinished.ts";

/** Deploying to several servers, and telling how that ended. */
interface DeployingSeveral extends Acting, Choosing, DeployingFolders {}

/** Deploys to all servers of a deployment, and shows how that has ended. */
export async function deploySeveralAndShow(services: DeployingSeveral, several: SeveralStated): Promise<void> {
  const meant = await choosePanels(services, several);
  if (meant === undefined) return;
  const ended = await deployToSeveral(services, meant, {});
  if (ended === undefined) return;
  if (!("servers" in ended)) {
    await showFinished(services, ended, endingFixes(services, ended));
    return;
  }
  const again: Fix = { label: l10n.t("Deploy Again"), run: async () => deploySeveralAndShow(services, several) };
  const back: Fix = { label: l10n.t("Roll Back All"), run: async () => rollBackAndShow(services, ended) };
  showServers(services, ended, [
    ...(placedOn(ended.servers).length > 0 ? [back] : []),
    ...(isEverywhere(ended.servers) ? [] : [again]),
  ]);
}

async function rollBackAndShow(services: DeployingSeveral, ended: EndedServers<Ended>): Promise<void> {
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
      await services.dialogs.read(serversHeading(ended), serverLines(ended).join("\n"), []);
    },
  };
  const names = ended.servers.flatMap(({ role, panel }) => [role, panel]);
  const severity = isEverywhere(ended.servers) ? "information" : "warning";
  offer(services, { severity, message, names: [...names, ended.deployment] }, [...fixes, details]);
}
