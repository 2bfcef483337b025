import * as l10n from "@vscode/l10n";
import type { Finished } from "../../actions/actionRunner.ts";
import { openAtLine } from "../../commands/context/openAtLine.ts";
import { showFinished } from "../../commands/context/runAndTell.ts";
import type { FilePlace } from "../filePlace.ts";
import type { Acting } from "../../commands/context/acting.ts";
import type { Fix } from "../../commands/context/telling.ts";
import { isLost } from "../recycleBin.ts";

/** Puts the bytes back that a save has replaced. */
interface Undoing {
  readonly undo: () => Promise<Finished>;
}

/**
 * Says what a change has left unsaid by the editor: that the web server refuses its configuration, with the way back, that it has
 * to be reloaded for the new one, or that a deleted file is not in the recycle bin.
 */
export function tellSaved(
  services: Acting,
  { panelId }: FilePlace,
  finished: Finished,
  undoing: Undoing | undefined,
): void {
  const { request, outcome } = finished;
  if (outcome.kind !== "done") return;
  const isToldLost = isLost(request.input?.file, outcome.removal);
  const isSaid = outcome.why === undefined && outcome.accepted === undefined;
  if (isSaid && !isToldLost) return;
  const fixes: Fix[] = [];
  if (outcome.broken !== undefined && undoing !== undefined)
    fixes.push({
      label: l10n.t("Undo"),
      run: async () => showFinished(services, withoutReload(await undoing.undo()), { fixes: [] }),
    });
  fixes.push(...openAtLine(services, panelId, outcome.broken));
  void showFinished(services, finished, { fixes });
}

/** The web server has never used what was put back here. */
function withoutReload({ request, outcome }: Finished): Finished {
  const { accepted: _accepted, ...plain } = outcome;
  return { request, outcome: plain };
}
