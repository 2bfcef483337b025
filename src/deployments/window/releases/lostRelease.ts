import * as l10n from "@vscode/l10n";
import { posix } from "node:path";
import type { Finished } from "../../../actions/actionRunner.ts";
import { visibleText } from "../../../characters/plainText.ts";
import { runPathText } from "../../../texts/releaseTexts.ts";
import { timeText } from "../../../texts/timeTexts.ts";
import { runPathOf, type SiteReleases } from "../../releases/pastReleases.ts";
import { USER_INI } from "../../releases/servedDirectory.ts";
import { runSwitchBack } from "../../releases/switchBack.ts";
import type { DeployTo } from "../../targetNow.ts";
import { optionsFor, type Deploying, type RunBy } from "../deployServices.ts";

/**
 * Has a website serve the release again whose run path the panel has lost, after a question of its own: whatever else it would serve first
 * had none of the panel's own file. `undefined`: the person turned away, or none is lost.
 */
export async function serveLost(
  services: Deploying,
  to: DeployTo,
  releases: SiteReleases,
  { confirm, showProgress }: Partial<RunBy> = {},
): Promise<Finished | undefined> {
  const { served, lost } = releases;
  if (lost === undefined) return undefined;
  const { target, panel } = to;
  const runPath = runPathOf(lost.release);
  const isWanted = await services.dialogs.ask(
    l10n.t(
      "Serve the release “{0}” of {1} for “{2}” on “{3}” again?",
      visibleText(lost.deployment),
      timeText(lost.at),
      target.label,
      panel.name,
    ),
    [
      l10n.t("Run path: {0} → {1}", runPathText(served.runPath), runPathText(runPath)),
      l10n.t(
        "The website serves {0}, but the panel's own {1} is still in the release: so the panel has lost the run path, as aaPanel does where a website is stopped and started. Anything else that is served now would be without that file, which says what PHP may read.",
        visibleText(served.root),
        posix.join(visibleText(runPath), USER_INI),
      ),
    ].join("\n"),
    l10n.t("Serve It Again"),
  );
  if (!isWanted) return undefined;
  const run = {
    ...(await optionsFor(services)),
    ...(confirm && { confirm }),
    ...(showProgress && { showProgress }),
    isAgreed: true,
  } as const;
  const outcome = await runSwitchBack(to, { releases, earlier: lost }, run);
  return { request: { ...to, verb: "serveAgain" }, outcome };
}
