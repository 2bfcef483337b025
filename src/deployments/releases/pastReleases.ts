import { posix } from "node:path";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { DeploymentError } from "../deploymentError.ts";
import type { RecordedRelease } from "../deploymentRecord.ts";
import { releasesIn, type Place } from "../place.ts";
import { readIds, readPast, readPastDeployments, type PastDeployment } from "../siteState.ts";
import { RELEASES } from "./releaseFields.ts";
import { findUserIni, isIn, type UserIni } from "./userIni.ts";
import { readServedAgain, type ConfiguredSite, type Reading, type Served } from "./servedDirectory.ts";

/** A release that the server keeps. */
export interface PastRelease extends PastDeployment {
  readonly release: RecordedRelease;
}

/** The releases of a website, and which of them it serves. */
export interface SiteReleases {
  readonly place: Place;
  readonly served: Served;
  /** The last one first. */
  readonly releases: readonly PastRelease[];
  /** The one that is served. */
  readonly live: PastRelease | undefined;
  /** What it served before its first one, below its own directory; `undefined`: it serves none. */
  readonly plain: string | undefined;
  /**
   * The one that it serves no more although the panel's own file is still in it: nobody has gone back from it, and whatever is served next
   * would not get that file (docs/protocol.md 6.49). `undefined`: it serves one, or somebody has gone back.
   */
  readonly lost: PastRelease | undefined;
  /** Where the panel's own file is; `undefined`: nowhere. */
  readonly userIni: UserIni | undefined;
}

/** The directory of a release that the website serves, below its own. */
export function runPathOf({ path, served }: Pick<RecordedRelease, "path" | "served">): string {
  return `/${posix.join(path, served)}`;
}

/** The directory that visitors saw of a release. */
export function servedIn(root: string, { release }: PastRelease): string {
  return root + runPathOf(release);
}

/** Whether it is a directory of a release, also of one that the server does not keep. */
export function isOfReleases(runPath: string): boolean {
  return RELEASES.test(runPath.split("/")[1] ?? "");
}

/** The id of the release that the panel has a website serve after its next start; `undefined`: none. */
export function rememberedIn({ startRunPath = "" }: Pick<Site, "startRunPath">): string | undefined {
  return isOfReleases(startRunPath) ? startRunPath.split("/")[2] : undefined;
}

/** Reads the releases of a website; `undefined`: the server keeps none. Throws `PanelError` and `DeploymentError`. */
export async function readReleases(
  reading: Reading,
  site: ConfiguredSite,
  near: Place,
): Promise<SiteReleases | undefined> {
  const place = releasesIn(near);
  const files = filesOf(reading);
  const releases = await readPastDeployments(files, place);
  if (releases.length === 0) return undefined;
  const kept = releases.map((past) => asRelease(past));
  const served = await readServedAgain(reading, site);
  const live = kept.find(({ release }) => runPathOf(release) === served.runPath);
  const { root } = place;
  const userIni = await findUserIni(files, served, [...kept.map((past) => servedIn(root, past)), root]);
  const lost = isOfReleases(served.runPath) ? undefined : kept.find((past) => isIn(userIni, servedIn(root, past)));
  return { place, served, releases: kept, live, plain: live?.release.plain, lost, userIni };
}

/** The release that a website serves; `undefined`: none that the server keeps. Throws `PanelError` and `DeploymentError`. */
export async function liveIn(files: RemoteFiles, near: Place, served: Served): Promise<PastRelease | undefined> {
  const place = releasesIn(near);
  // a release is called by its id
  const [, , id] = served.runPath.split("/");
  const { ids } = await readIds(files, place);
  if (id === undefined || !ids.history.includes(id)) return undefined;
  const live = asRelease(await readPast(files, place, id));
  return runPathOf(live.release) === served.runPath ? live : undefined;
}

/**
 * Throws a `DeploymentError` where a website serves one of its releases: whoever changes files of its own directory changes nothing that
 * visitors see.
 */
export async function assertServesOwn(reading: Reading, site: ConfiguredSite): Promise<void> {
  const { root, runPath } = await readServedAgain(reading, site);
  if (isOfReleases(runPath)) throw new DeploymentError({ kind: "release", why: "servesRelease", root });
}

/** A deployment of the history of releases. */
export function asRelease(past: PastDeployment): PastRelease {
  const { release } = past;
  // whatever has the history of releases is one, or was not read
  if (release === undefined) throw new TypeError("a release has no directory");
  return { ...past, release };
}

function filesOf({ callFor, clock, signal }: Reading): RemoteFiles {
  return new RemoteFiles(callFor(signal), clock, signal);
}
