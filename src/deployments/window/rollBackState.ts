import * as l10n from "@vscode/l10n";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import type { Place } from "../place.ts";
import { readReleases, type SiteReleases } from "../releases/pastReleases.ts";
import { siteOf } from "../releases/switchBack.ts";
import { readPastDeployments, readState, type PastDeployment, type SiteState } from "../siteState.ts";
import type { DeployTo } from "../targetNow.ts";
import { compared, type RunningScript } from "./deployServices.ts";

/** What a server has of deployments to a place. */
export interface RollBackState extends Pick<SiteState, "unfinished"> {
  /** The latest first; none where it has releases. */
  readonly history: readonly PastDeployment[];
  /** What was deployed are releases. */
  readonly releases: SiteReleases | undefined;
}

/** Reads what can be rolled back. Ends the command with a sentence if that shows a problem. */
export async function readRollBackState(
  services: RunningScript,
  to: DeployTo,
  place: Place,
  isRelease: boolean,
): Promise<RollBackState> {
  return compared(
    services,
    to,
    async (context) => {
      const { callFor, clock, signal } = context;
      const files = new RemoteFiles(callFor(signal), clock, signal);
      const { unfinished } = await readState(files, place);
      if (isRelease && unfinished === undefined)
        return { unfinished, history: [], releases: await readReleases(context, siteOf(to), place) };
      return { unfinished, history: await readPastDeployments(files, place), releases: undefined };
    },
    l10n.t("Reading the deployments…"),
  );
}
