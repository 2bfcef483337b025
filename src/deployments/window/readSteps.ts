import { isDeepStrictEqual } from "node:util";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import { mayChange } from "../../panels/guardLevel.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import type { InWorkspace } from "../../ports/workspace.ts";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import type { NamedSteps } from "../../texts/stepTexts.ts";
import { readDeployments } from "../deploymentSetting.ts";
import { releasesIn, type Place } from "../place.ts";
import { releaseSettingOf } from "../releases/releaseFields.ts";
import { baseOf, resolveSteps } from "../steps/resolveSteps.ts";
import type { ScriptContext } from "../serverRun.ts";
import { isAgreedTo } from "../steps/stepAgreement.ts";
import { targetKindOf } from "../targetKinds.ts";
import { identityOf, type DeployTo } from "../targetNow.ts";
import type { StatedDeployment } from "./deploymentServer.ts";

/**
 * The steps of a deployment as a person is asked about them: as whom they run is read from the server. `undefined`: it has none.
 * Throws `PanelError` and `DeploymentError`.
 */
export async function readSteps(
  { callFor, clock, signal }: Pick<ScriptContext, "callFor" | "clock" | "signal">,
  { to, place: near }: { readonly to: DeployTo; readonly place: Place },
  { folder, deployment }: Pick<StatedDeployment, "folder" | "deployment">,
): Promise<NamedSteps | undefined> {
  if (deployment.steps.length === 0) return undefined;
  const { panel, kind, target, row } = to;
  const { brings, programs, userOf } = targetKindOf(to);
  const place = releaseSettingOf(deployment) === undefined ? near : releasesIn(near);
  const user = userOf?.(row);
  const at = {
    place,
    isFile: brings.what === "file",
    path: programs?.(row) ?? [],
    ...(user !== undefined && { user }),
  };
  const files = new RemoteFiles(callFor(signal), clock, signal);
  return {
    seen: {
      panel: { id: panel.id, address: panel.address },
      folder: folder.path,
      deployment: deployment.name,
      target: { kind, key: target.key, identity: identityOf(to, row) },
      base: baseOf(at),
      steps: await resolveSteps(files, deployment.steps, at),
    },
    target: target.label,
    panel: panel.name,
    isRelease: place.isReleases === true,
  };
}

/**
 * Whether a person still agrees to steps, by what the settings, the window and the panel are by now: all of them may have changed while
 * a preview or a question was open.
 */
export function stillAgreed(
  { panels, store, workspace }: KnownPanels & InWorkspace & KeepingPanels,
  { seen }: NamedSteps,
  { folder, deployment }: Pick<StatedDeployment, "folder" | "deployment">,
): () => Promise<boolean> {
  return async () => {
    const panel = panels().find(({ id }) => id === seen.panel.id);
    if (panel === undefined || !mayChange(panel.guardLevel) || !workspace.isTrusted()) return false;
    const { deployments } = readDeployments(workspace.deployments(folder));
    const now = deployments.find(
      ({ name, server }) => name === deployment.name && server?.role === deployment.server?.role,
    );
    if (!isDeepStrictEqual(now?.steps, deployment.steps)) return false;
    return isAgreedTo(store, { ...seen, panel });
  };
}
