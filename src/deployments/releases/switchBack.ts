import { isDeepStrictEqual } from "node:util";
import type { DeploymentEnd } from "../../actions/deploymentEnd.ts";
import type { Outcome } from "../../actions/outcome.ts";
import type { Site } from "../../wire/operations/sites.ts";
import type { BegunRelease } from "../abandonedDeployment.ts";
import { steadyFiles, type DeployContext } from "../deploy.ts";
import { DeploymentError } from "../deploymentError.ts";
import { perform, type RunDeploymentOptions } from "../deploymentProcedure.ts";
import { resultOf, type Result } from "../deploymentResult.ts";
import { readIds, statePath } from "../siteState.ts";
import type { DeployTo } from "../targetNow.ts";
import { tidyRoot } from "../targetRoot.ts";
import { runPathOf, type PastRelease, type SiteReleases } from "./pastReleases.ts";
import type { PlannedRelease } from "./plannedRelease.ts";
import type { Served } from "./servedDirectory.ts";
import { servedBy } from "./switchStage.ts";
import { switchTo } from "./switchRelease.ts";

/** What a person goes back to: a release that is kept, or the website as it was before its first one. */
export type EarlierRelease = PastRelease | "plain";

/** Has a website serve an earlier release again, or its own directory. No release is removed by it. Resolves whatever the panel does. */
export async function runSwitchBack(
  to: DeployTo,
  { releases, earlier }: { readonly releases: SiteReleases; readonly earlier: EarlierRelease },
  options: RunDeploymentOptions,
): Promise<Outcome> {
  const { place, served } = releases;
  const site = siteOf(to);
  const runPath = runPathBack(releases, earlier);
  const input = { name: nameOf(releases), directory: tidyRoot(site.root) + runPath };
  const release = begunRelease({ site, from: served, runPath });
  // what the panel has lost nobody has gone back from
  const verb = earlier === releases.lost ? "serveAgain" : "rollBack";
  return perform(to, input, { verb, place, ids: [], release }, options, async (context) =>
    switchBack(site, releases, earlier, context),
  );
}

/** The deployment that is gone back from, or whose release the panel has lost; empty: none is known. */
function nameOf({ live, lost }: SiteReleases): string {
  return (live ?? lost)?.deployment ?? "";
}

function runPathBack({ plain = "" }: SiteReleases, earlier: EarlierRelease): string {
  return earlier === "plain" ? plain : runPathOf(earlier.release);
}

/** Throws a `DeploymentError` `changed` if somebody has deployed meanwhile, or does now. */
async function assertAsShown({ place, releases }: SiteReleases, context: DeployContext): Promise<void> {
  await context.lookAgain(context.signal);
  const { ids } = await readIds(steadyFiles(context), place);
  const shown = releases.map(({ id }) => id);
  if (ids.unfinished !== undefined || !isDeepStrictEqual(ids.history, shown))
    throw new DeploymentError({ kind: "changed" });
}

/** Has a website serve an earlier release, as it was shown. Throws only before anything was changed, and defects. */
export async function switchBack(
  site: Site,
  releases: SiteReleases,
  earlier: EarlierRelease,
  context: DeployContext & { readonly waitMs: number },
): Promise<Result> {
  const { live, place, served } = releases;
  await assertAsShown(releases, context);
  const hadSteps = live?.steps !== undefined && live.steps.length > 0;
  const common: Omit<DeploymentEnd, "state"> = {
    deployment: nameOf(releases),
    isRelease: true,
    ...(hadSteps && { hadSteps }),
  };
  context.onPhase("switching");
  // a deployment from another computer may remove it meanwhile
  const mark = earlier === "plain" ? undefined : statePath(place.site, earlier.id);
  const ended = await switchTo(context, site, served, runPathBack(releases, earlier), mark);
  switch (ended.kind) {
    case "served":
    case "sent":
      return { end: { ...common, state: "wanted", ...servedBy(ended) } };
    case "notLoaded":
    case "before":
    case "changed":
    case "unknown": {
      const isSeen = ended.kind === "before" || ended.kind === "changed";
      const state = isSeen ? "untouched" : "unknown";
      return resultOf({ ...common, state, ...servedBy(ended) }, ended);
    }
    default:
      return ended satisfies never;
  }
}

/** What the journal keeps of a switch. */
export function begunRelease({
  site,
  from,
  runPath,
}: Pick<PlannedRelease, "site" | "runPath"> & { readonly from: Pick<Served, "runPath"> }): BegunRelease {
  return { website: site.name ?? "", before: from.runPath, runPath };
}

/** The website that a deployment goes to, as the panel lists it. */
export function siteOf({ row }: Pick<DeployTo, "row">): Site {
  return row as Site;
}
