import * as l10n from "@vscode/l10n";
import { withoutQuery, type DeploymentCounts } from "../../actions/deploymentEnd.ts";
import type { Outcome } from "../../actions/outcome.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Timed } from "../../storage/ports.ts";
import type { Deployment } from "../deploymentSetting.ts";
import { runUnchanged } from "../runDeployment.ts";
import type { DeployTo } from "../targetNow.ts";
import { neverAborted } from "../../storage/neverAborted.ts";

/** Asks the address of a deployment that has nothing to send. */
export async function unchanged(
  { dialogs, clock }: Talking & Timed,
  to: DeployTo,
  { name, check }: Pick<Deployment, "name" | "check">,
  counts: DeploymentCounts,
): Promise<Outcome> {
  const ask = async (signal: AbortSignal) => runUnchanged(to, name, counts, check, { clock, signal });
  if (check === undefined) return ask(neverAborted);
  return dialogs.progress(l10n.t("Asking {0}…", withoutQuery(check)), ask);
}
