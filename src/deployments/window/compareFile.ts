import { posix } from "node:path";
import * as l10n from "@vscode/l10n";
import { nameOf } from "../../serverFiles/filePlace.ts";
import { targetOf } from "../place.ts";
import type { PreparedDeployment } from "../preparedDeployment.ts";
import type { SourceFile } from "../sourceFiles.ts";
import type { Editing } from "../../ports/workbench.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { DeployTo } from "../targetNow.ts";

type PlaceOfFiles = Pick<PreparedDeployment, "place"> & {
  readonly release?: PreparedDeployment["release"] | undefined;
};

/** The path of a file on the server, or in the release before. */
export function pathThere({ place, release }: PlaceOfFiles, path: string): string {
  return posix.join(targetOf(place), release?.base ?? "", path);
}

/** Shows what the server has of a file, or what the release before has, beside that of this computer, until the person closes it. */
export async function compareFile(
  { editors, dialogs }: Editing & Talking,
  { panel }: DeployTo,
  { place, release }: Pick<PreparedDeployment, "place" | "release">,
  { path, realPath }: SourceFile,
): Promise<void> {
  const there = { panelId: panel.id, path: pathThere({ place, release }, path) };
  dialogs.mention(l10n.t("Close the comparison to go on with the deployment."));
  await editors.compareUntilClosed(there, realPath, l10n.t("{0} (on the server and here)", nameOf(there.path)));
}
