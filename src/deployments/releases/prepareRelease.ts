import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import { RemoteFiles } from "../../serverFiles/remoteFiles.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { DeploymentError } from "../deploymentError.ts";
import type { RecordedRelease } from "../deploymentRecord.ts";
import type { Looked } from "../exchange/exchangeLook.ts";
import { listedPath, releasesIn } from "../place.ts";
import { lookAt, lookBelow, type GivenDeployment, type PreparedDeployment } from "../preparedDeployment.ts";
import { ServerRun, type ScriptContext } from "../serverRun.ts";
import { haveStepsEnded, readState } from "../siteState.ts";
import type { NestedRoot } from "../targetRoot.ts";
import {
  asRelease,
  isOfReleases,
  liveIn,
  readReleases,
  rememberedIn,
  runPathOf,
  servedIn,
  type PastRelease,
} from "./pastReleases.ts";
import { countAdded } from "./addedFiles.ts";
import { compareRelease, releaseRecords, writtenSince, type BaseRelease } from "./planRelease.ts";
import { newReleaseId } from "./releaseId.ts";
import type { ReleaseSetting } from "./releaseFields.ts";
import { configurationPath, readServed, type Served } from "./servedDirectory.ts";
import { pathsOfShared, planShared } from "./sharedPaths.ts";
import { findUserIni } from "./userIni.ts";
import { isBelow, isIn } from "../../characters/isBelow.ts";

/** What a release is made of. */
export interface GivenRelease extends GivenDeployment {
  readonly site: Site;
  readonly setting: ReleaseSetting;
}

/** Looks at what a website serves and shares, and plans a release of its own. Throws `PanelError` and `DeploymentError`. */
export async function prepareRelease(
  context: ScriptContext,
  { site, setting, ...given }: GivenRelease,
): Promise<PreparedDeployment> {
  const { source, name, nested, steps } = given;
  const place = releasesIn(given.place);
  const files = new RemoteFiles(context.callFor(context.signal), context.clock, context.signal);
  const from = await readServed(context, site);
  const state = await readState(files, place);
  const live = await liveIn(files, place, from);
  const base = live ?? (state.last && asRelease(state.last));
  const others = base === undefined || live !== undefined ? undefined : await readReleases(context, site, place);
  // by the wall clock: people read it
  const run = new ServerRun(place, newReleaseId(context.clock.wallTime()));
  const releases = base === undefined ? newReleases() : posix.dirname(base.release.path);
  assertNobodys(posix.join(place.root, releases), nested);
  const path = posix.join(releases, run.id);
  const served = setting.served ?? base?.release.served ?? from.runPath.slice(1);
  const compared = await baseOf(files, place.root, base);
  try {
    const written = base === undefined ? [] : writtenSince(compared).map((file) => file.path);
    const listed = written.map((each) => listedPath({ directory: base?.release.path ?? "" }, each));
    const looked = await lookAt(
      run,
      { ...place, directory: "" },
      [...pathsOfShared(setting.shared), ...listed],
      context,
    );
    const shared = planShared(source, setting.shared, served, looked);
    for (const each of [...shared.directories, ...shared.files]) assertOwn(posix.join(place.root, each.path), nested);
    const atBase = new Map(
      written.map((each, index): [string, Looked] => [each, looked.get(listed[index] ?? "") ?? { kind: "nothing" }]),
    );
    const plan = compareRelease(shared.rest.files, compared, name, atBase);
    const taken = new Set(plan.unchanged.map((file) => file.path));
    const directory = posix.join(place.root, releases);
    const hasReleases = (await files.look([directory])).size > 0;
    const left = base === undefined ? [] : [servedIn(place.root, base), place.root + base.release.plain];
    const added = live && (await countAdded(files, posix.join(place.root, live.release.path), live));
    const sharedPaths = setting.shared.map((each) => each.path);
    return {
      ...given,
      place,
      state,
      plan,
      behindLinks: [],
      // it has a directory of its own
      alike: [],
      directories: [],
      backupBytes: 0,
      run,
      areStepsDone: await haveStepsEnded(files, place, live, steps),
      release: {
        site,
        path,
        from,
        live: live?.id,
        added,
        lost: others?.lost && others,
        remembered: rememberedIn(site),
        runPath: runPathOf({ path, served }),
        served,
        // what it serves may be a release that nobody knows
        plain: (live ?? (isOfReleases(from.runPath) ? base : undefined))?.release.plain ?? plainOf(from),
        shared: shared.shared,
        userIni: await findUserIni(files, from, [...left, place.root]),
        keep: setting.keep,
        configuration: configurationPath(site.name ?? ""),
        base: base?.release.path,
        isAlike: live !== undefined && isAlike(live.release, served, sharedPaths),
        records: releaseRecords({ path, served, plan: shared, taken, hasReleases }),
      },
    };
  } catch (error) {
    await run.discard(context);
    throw error;
  }
}

/** What a website serves before its first release. */
function plainOf({ runPath }: Served): string {
  return isOfReleases(runPath) ? "" : runPath;
}

/** A name that nobody can guess: the directory lies where visitors see it, until the first release is served. */
function newReleases(): string {
  return `releases-${randomBytes(8).toString("hex")}`;
}

async function baseOf(files: RemoteFiles, root: string, base: PastRelease | undefined): Promise<BaseRelease> {
  if (base === undefined) return { placed: [], server: new Map() };
  const { placed, release } = base;
  const paths = placed.map(({ path }) => path);
  return { placed, server: await lookBelow(files, posix.join(root, release.path), paths) };
}

function isAlike(live: RecordedRelease, served: string, shared: readonly string[]): boolean {
  return (
    live.served === served && live.shared.length === shared.length && shared.every((path) => live.shared.includes(path))
  );
}

/** Throws a `DeploymentError` where another website serves a release, which would be removed one day. */
function assertNobodys(releases: string, nested: readonly NestedRoot[]): void {
  const other = nested.find(({ path }) => isIn(path, releases));
  if (other !== undefined) throw new DeploymentError({ kind: "otherSite", path: other.path, site: other.site });
}

/** Throws a `DeploymentError` for a file or a directory that would go into the root of another website. */
function assertOwn(path: string, nested: readonly NestedRoot[]): void {
  const other = nested.find((each) => isBelow(path, each.path));
  if (other !== undefined) throw new DeploymentError({ kind: "otherSite", path: other.path, site: other.site });
}
