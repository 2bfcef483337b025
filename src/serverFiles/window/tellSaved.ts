import * as l10n from "@vscode/l10n";
import type { Finished } from "../../actions/actionRunner.ts";
import { openAtLine } from "../../commands/context/openAtLine.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { Fix, Services } from "../../commands/context/services.ts";
import type { FilePlace } from "../filePlace.ts";

/** Puts the bytes back that a save has replaced. */
interface Undoing {
  readonly undo: () => Promise<Finished>;
}

/** Says what a save has left unsaid by the editor: that the web server refuses its configuration, with the way back. */
export function tellSaved(
  services: Services,
  { panelId }: FilePlace,
  finished: Finished,
  undoing: Undoing | undefined,
): void {
  const { outcome } = finished;
  if (outcome.kind !== "done" || outcome.why === undefined) return;
  const fixes: Fix[] = [];
  if (outcome.broken !== undefined && undoing !== undefined)
    fixes.push({
      label: l10n.t("Undo"),
      run: async () => showFinished(services, await undoing.undo(), []),
    });
  fixes.push(...openAtLine(services, panelId, outcome.broken));
  void showFinished(services, finished, fixes);
}
