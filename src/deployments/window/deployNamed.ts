import * as l10n from "@vscode/l10n";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { rolesText } from "../../texts/serversTexts.ts";
import { mustBeAgreed } from "./askSteps.ts";
import {
  chosenPanel,
  invalidEntryText,
  statedDeployments,
  statedServers,
  type KnownDeployments,
} from "./chooseDeployment.ts";
import { compared, type DeployingFolders, type Deputy } from "./deployServices.ts";
import { serverOf, type DeploymentServer, type DeploymentServers } from "./deploymentServer.ts";
import { deployToServers, type DeploymentResult } from "./deployToServers.ts";
import { mustAllHave, together } from "./onAllServers.ts";
import { placeNamed } from "./placeNamed.ts";
import { readSteps } from "./readSteps.ts";
import { replacesMessages } from "./replacedMessages.ts";
import { sourceOf } from "./sources/sourceOf.ts";

/** The servers of the deployment of a name. Throws `CommandAborted` if there is none, or with those for which no panel was chosen. */
export function serversNamed(services: KnownDeployments, name: string): DeploymentServers {
  const allStated = statedDeployments(services);
  const stated = allStated.find(({ deployment }) => deployment.name === name);
  if (stated === undefined)
    throw new CommandAborted(
      invalidEntryText(services, name) ?? l10n.t("There is no deployment “{0}” in the settings.", name),
    );
  const all = statedServers(allStated, stated);
  const open = all.filter((each) => chosenPanel(services, each) === undefined);
  const [first, ...others] = all.flatMap((each): readonly DeploymentServer[] => {
    const panel = chosenPanel(services, each);
    return panel === undefined ? [] : [{ ...each, panel }];
  });
  if (first !== undefined && open.length === 0) return [first, ...others];
  if (stated.deployment.server === undefined)
    throw new CommandAborted(l10n.t("Deploy “{0}” once by its command: that asks which panel it means.", name));
  throw new CommandAborted(
    l10n.t(
      "Deploy “{0}” once by its command: that asks which panels it means. Not chosen yet: {1}.",
      name,
      rolesText(open.map((each) => serverOf(each).role)),
    ),
  );
}

/** Runs a deployment in a person's place; `undefined`: they turned away. */
export async function deployNamed(
  services: DeployingFolders,
  servers: DeploymentServers,
  deputy: Deputy,
): Promise<DeploymentResult | undefined> {
  await stepsMustBeAgreed(services, servers);
  const ended = await deployToServers(services, sourceOf(servers[0]), servers, deputy);
  if (ended === undefined || ended === "choosePanel") return undefined;
  replacesMessages(ended);
  return ended;
}

/** Throws `StepsNotAgreed` where a person has not agreed to the steps of a deployment as they would run now. Nothing is sent. */
export async function stepsMustBeAgreed(services: DeployingFolders, servers: DeploymentServers): Promise<void> {
  const withSteps = servers.filter(({ deployment }) => deployment.steps.length > 0);
  if (withSteps.length === 0) return;
  await mustAllHave(services, servers, "deploy");
  const title = l10n.t("Looking at who runs its steps…");
  await together(services, title, withSteps, async (own, server) => {
    const found = await placeNamed(own, server);
    const steps = await compared(own, found.to, async (context) => readSteps(context, found, server), title);
    if (steps !== undefined) await mustBeAgreed(own, steps.seen);
  });
}
