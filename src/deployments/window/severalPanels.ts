import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import { choosePanel } from "../../commands/context/choose.ts";
import type { Choosing } from "../../commands/context/choosing.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { rolesText } from "../../texts/waveTexts.ts";
import type { OneOfSeveral } from "../several/severalTargets.ts";
import { targetKindFor } from "../targetKinds.ts";
import {
  chosenPanel,
  type DeploymentTarget,
  type KnownDeployments,
  type SeveralStated,
  type StatedDeployment,
} from "./chooseDeployment.ts";

/** A server of a deployment, and the panel that a person has chosen for its role. */
export type ServerMeant = StatedDeployment & Pick<DeploymentTarget, "panel">;

/** The panels that a person has chosen for the servers of a deployment; asks for those that they have not. */
export async function choosePanels(
  services: Choosing & KnownDeployments,
  several: SeveralStated,
): Promise<readonly ServerMeant[] | undefined> {
  const meant: ServerMeant[] = [];
  for (const stated of several) {
    const { deployment } = stated;
    const title = l10n.t("The panel for “{0}” of “{1}”", visibleText(serverOf(stated).role), deployment.name);
    const feature = { kind: targetKindFor(deployment).kind, verb: "deploy" } as const;
    const panel = chosenPanel(services, stated) ?? (await choosePanel(services, [], title, feature));
    if (panel === undefined) return undefined;
    meant.push({ ...stated, panel });
  }
  return meant;
}

/** The panels that a person has chosen for the servers of a deployment. Ends the command with the roles that have none. */
export function panelsMeant(services: KnownDeployments, several: SeveralStated): readonly ServerMeant[] {
  const meant = several.flatMap((stated) => {
    const panel = chosenPanel(services, stated);
    return panel === undefined ? [] : [{ ...stated, panel }];
  });
  const open = several.filter((stated) => chosenPanel(services, stated) === undefined);
  if (open.length > 0)
    throw new CommandAborted(
      l10n.t(
        "Deploy “{0}” once by its command: that asks which panels it means. Not chosen yet: {1}.",
        several[0].deployment.name,
        rolesText(open.map((stated) => serverOf(stated).role)),
      ),
    );
  return meant;
}

/** Which server a deployment is for. Throws if it has only one, which is a defect. */
export function serverOf({ deployment }: StatedDeployment): OneOfSeveral {
  if (deployment.server === undefined) throw new TypeError("a deployment to one server");
  return deployment.server;
}
