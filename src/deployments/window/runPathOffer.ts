import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import type { ActionRequest } from "../../actions/actionRequest.ts";
import { isReached } from "../../actions/outcomeKinds.ts";
import type { Acting } from "../../commands/context/acting.ts";
import { runAndTell } from "../../commands/context/runAndTell.ts";
import type { Fix } from "../../commands/context/telling.ts";
import { runPath } from "../../siteSettings/servingSettings.ts";
import { siteOf } from "../releases/switchBack.ts";
import { isOfFolder } from "./chooseDeployment.ts";
import type { DeploymentServer } from "./deploymentServer.ts";
import type { EndedOn } from "./deployToServers.ts";
import { isPhpApplication, PUBLIC } from "./sources/phpApplication.ts";
import { neverAborted } from "../../storage/neverAborted.ts";
import { unlessFailing } from "../../wire/answers/failure.ts";

/** What is told after a deployment, with its button. */
interface RunPathOffer {
  readonly text: string;
  readonly fix: Fix;
}

/** The run path as a setting of the website, and its value for that website's own directory. */
const SETTING = "runPath";
const ROOT = "/";

/**
 * Offers the run path of an application in PHP that was deployed whole, to a website that serves its root all the same; `undefined`: nothing
 * is to be offered, or the panel does not say what is served.
 */
export async function runPathOffer(
  services: Acting,
  server: DeploymentServer,
  { to, outcome }: EndedOn,
): Promise<RunPathOffer | undefined> {
  const { folder } = server;
  if (to.kind !== "site" || !isReached(outcome) || outcome.deployment?.isRelease === true) return undefined;
  if (!isOfFolder(server) || server.deployment.directory !== "") return undefined;
  if (!(await isPhpApplication(join(folder.path, server.deployment.source)))) return undefined;
  const value = `/${PUBLIC}`;
  const now = await unlessFailing(async () => runPath.read(to.panel.callFor(neverAborted), siteOf(to)));
  if (now?.value !== ROOT || now.options?.includes(value) !== true) return undefined;
  const setting = { name: SETTING, value, was: ROOT } as const;
  const request: ActionRequest = { ...to, verb: "changeSetting", state: "running", input: { setting } };
  return {
    text: l10n.t("The website serves its root, while visitors of such an application are to see {0}.", value),
    fix: { label: l10n.t("Set Run Path to {0}", value), run: async () => void (await runAndTell(services, [request])) },
  };
}
