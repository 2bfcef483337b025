import { posix } from "node:path";
import { changesFiles, type DeploymentCounts } from "../actions/deploymentEnd.ts";
import { isPanelPage, panelPageHashes } from "../serverFiles/panelPages.ts";
import { RemoteFiles, type ServerFile } from "../serverFiles/remoteFiles.ts";
import { DeploymentError } from "./deploymentError.ts";
import {
  isBelowGoingLink,
  pathsToLookAt,
  planDeployment,
  type Compared,
  type DeploymentPlan,
  type Replaced,
} from "./deploymentPlan.ts";
import type { Looked } from "./exchange/exchangeLook.ts";
import type { NewDirectory } from "./exchangeRecords.ts";
import { listedPath, targetOf, type Place } from "./place.ts";
import { folded, otherNamesOf, type AlikeNames } from "./source/alikeNames.ts";
import { assertServesOwn } from "./releases/pastReleases.ts";
import type { PlannedRelease } from "./releases/plannedRelease.ts";
import type { ConfiguredSite } from "./releases/servedDirectory.ts";
import { ServerRun, type ScriptContext } from "./serverRun.ts";
import { haveStepsEnded, readState, type SiteState } from "./siteState.ts";
import type { Source } from "./sourceFiles.ts";
import type { Step } from "./steps/step.ts";
import type { NestedRoot } from "./targetRoot.ts";
import { directoriesAbove, isBelow } from "../characters/isBelow.ts";

/** A deployment as the preview shows it: nothing of it was sent yet. Deploy it, or call `turnAway`. */
export interface PreparedDeployment {
  /** Name of the deployment. */
  readonly name: string;
  /** The website, as people call it. */
  readonly website: string;
  readonly source: Source;
  readonly place: Place;
  /** Roots of other websites below the target. */
  readonly nested: readonly NestedRoot[];
  /** Names of deployments of the settings to the same directory, whose files are left alone. */
  readonly alongside: readonly string[];
  readonly state: SiteState;
  readonly plan: DeploymentPlan;
  /** Paths of the plan's that lie behind a symbolic link on the server: nothing there is touched. */
  readonly behindLinks: readonly string[];
  /** Directories that come, relative to the website's root, each after the one above it. */
  readonly directories: readonly NewDirectory[];
  /** Bytes on the server of what is replaced and removed. */
  readonly backupBytes: number;
  /** What lies on the server for it: that of the look, if there was one. */
  readonly run: ServerRun;
  /** What the server runs before and after the files are exchanged. */
  readonly steps: readonly Step[];
  /** Whether exactly these steps have all ended with 0 in the last deployment. */
  readonly areStepsDone: boolean;
  /** New files for which the server keeps another one: their names differ only in case, or in how letters are composed. */
  readonly alike: readonly AlikeNames[];
  /** Only some files of the folder are deployed: its others stay as they are, on the server and in what is known of it. */
  readonly isPart?: boolean;
  /** Where it is to be a release of its own: `plan` says how that differs from the one before it. */
  readonly release?: PlannedRelease;
}

/** What a deployment is made of. */
export type GivenDeployment = Pick<
  PreparedDeployment,
  "name" | "website" | "source" | "place" | "nested" | "alongside" | "steps" | "isPart"
>;

/**
 * Compares a source folder with the server. Throws `PanelError` and `DeploymentError`.
 * @param site the website, as the panel lists it: it must not serve a release of its own
 */
export async function prepareDeployment(
  context: ScriptContext,
  given: GivenDeployment,
  site?: ConfiguredSite,
): Promise<PreparedDeployment> {
  const { source, place, nested, name, alongside, isPart = false } = given;
  const target = targetOf(place);
  const otherRootOf = (path: string) => nested.find((each) => isBelow(posix.join(target, path), each.path));
  for (const { path } of source.files) {
    const other = otherRootOf(path);
    if (other !== undefined) throw new DeploymentError({ kind: "otherSite", path: other.path, site: other.site });
  }
  const files = new RemoteFiles(context.callFor(context.signal), context.clock, context.signal);
  const state = await readState(files, place);
  if (state.hasReleases && site !== undefined) await assertServesOwn(context, site);
  const placed = state.last?.placed ?? [];
  const needed = isPart ? source.files : [...source.files, ...placed];
  const server = await lookBelow(
    files,
    target,
    needed.map(({ path }) => path),
  );
  const compared: Compared = {
    source: source.files,
    placed: placed.filter(({ path }) => otherRootOf(path) === undefined),
    server,
    target,
    deployment: name,
    alongside,
    isPart,
  };
  const run = new ServerRun(place);
  try {
    const looked = await lookAt(run, place, pathsToLookAt(compared), context);
    const planned = planDeployment(compared, looked);
    const nestedKept = placed.filter(({ path }) => otherRootOf(path) !== undefined && server.has(path));
    const plan = {
      ...planned,
      changed: await withPanelPages(files, place, planned.changed),
      kept: [...planned.kept, ...nestedKept.map(({ path }) => path)],
    };
    const directories = await newDirectories(files, given, plan);
    const empty = await newEmptyDirectories(context, run, files, {
      given,
      directories,
      isFree: (path) => otherRootOf(path) === undefined,
    });
    const alike = await alikeOn(files, target, plan);
    const touched = [...plan.changed, ...plan.removed].map(({ path }) => {
      const there = server.get(path);
      return there?.isFile === true ? there.size : 0;
    });
    return {
      ...given,
      state,
      plan,
      behindLinks: [...looked].flatMap(([path, { kind }]) => (kind === "behindLink" ? [path] : [])),
      directories: [...directories, ...empty].toSorted(byPath),
      backupBytes: touched.reduce((sum, size) => sum + size, 0),
      run,
      alike,
      areStepsDone: await haveStepsEnded(files, place, state.last, given.steps),
    };
  } catch (error) {
    await run.discard(context);
    throw error instanceof DeploymentError ? inTarget(error, target) : error;
  }
}

/** Files that are replaced, where the panel's own pages in the root of a new website are nobody's change. */
async function withPanelPages(
  files: RemoteFiles,
  place: Place,
  changed: readonly Replaced[],
): Promise<readonly Replaced[]> {
  return Promise.all(
    changed.map(async (file) => {
      const name = listedPath(place, file.path);
      if (file.isOurs || file.there.kind !== "file" || !isPanelPage(name)) return file;
      const { sha1 } = file.there;
      return { ...file, isOurs: (await panelPageHashes(files, name)).includes(sha1) };
    }),
  );
}

/** Removes what the preview of a deployment has on the server, if anything. */
export async function turnAway({ run }: Pick<PreparedDeployment, "run">, context: ScriptContext): Promise<void> {
  await run.discard(context);
}

/** What listings say at paths below a directory. Throws `PanelError`. */
export async function lookBelow(
  files: RemoteFiles,
  target: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, ServerFile>> {
  const relative = [...new Set(paths)];
  const found = await files.look(relative.map((path) => posix.join(target, path)));
  return new Map(
    relative.flatMap((path) => {
      const there = found.get(posix.join(target, path));
      if (there === undefined) return [];
      return [[path, there] as const];
    }),
  );
}

/** Has the server look at paths of which its listing does not say enough; runs nothing where there are none. */
export async function lookAt(
  run: ServerRun,
  place: Place,
  paths: readonly string[],
  context: ScriptContext,
): Promise<ReadonlyMap<string, Looked>> {
  if (paths.length === 0) return new Map();
  const nothing = { kind: "nothing" } as const;
  const listed = paths.map((path) => listedPath(place, path));
  const records = listed.map((path) => ({ record: { there: nothing, comes: nothing, mode: 0, path } }));
  await run.send(records, undefined, context);
  const looked = await run.look({ id: run.id, paths: listed, bytes: 0 }, context);
  return new Map(paths.map((path, number) => [path, looked[number] ?? nothing]));
}

/** Of directories above the deployment's own, which the source does not have. */
const WIDEST_MODE = 0o755;

/** The directories that the server does not have. Throws a `DeploymentError` where something else is. */
async function newDirectories(
  files: RemoteFiles,
  { source, place }: GivenDeployment,
  { added, removed }: DeploymentPlan,
): Promise<readonly NewDirectory[]> {
  const above = new Set<string>();
  for (const { path } of added)
    for (
      let each = posix.dirname(listedPath(place, path));
      each !== "." && !above.has(each);
      each = posix.dirname(each)
    )
      above.add(each);
  const server = await lookBelow(files, place.root, [...above]);
  const going = new Set(removed.map(({ path }) => listedPath(place, path)));
  const isBelowGoing = isBelowGoingLink(removed.map((file) => ({ ...file, path: listedPath(place, file.path) })));
  const missing = [...above].filter((path) => {
    const there = server.get(path);
    if (there?.isFile === true && !going.has(path))
      throw new DeploymentError({ kind: "inTheWay", path: posix.join(place.root, path) });
    return there === undefined || there.isFile || isBelowGoing(path);
  });
  const modes = new Map(source.directories.map(({ path, mode }) => [listedPath(place, path), mode]));
  return missing.map((path) => ({ path, mode: modes.get(path) ?? WIDEST_MODE })).toSorted(byPath);
}

/** The facts of a deployment before its empty directories are looked for. */
interface BeforeEmpty {
  readonly given: GivenDeployment;
  /** Those that come with files. */
  readonly directories: readonly NewDirectory[];
  /** Whether a path is not in the root of another website. */
  readonly isFree: (path: string) => boolean;
}

/** The directories without files of the source that the server does not have. Nothing is made where something is in the way: no file needs it. */
async function newEmptyDirectories(
  context: ScriptContext,
  run: ServerRun,
  files: RemoteFiles,
  { given: { source, place }, directories, isFree }: BeforeEmpty,
): Promise<readonly NewDirectory[]> {
  const withFiles = new Set(source.files.flatMap(({ path }) => directoriesAbove(path)));
  const empty = source.directories.filter(({ path }) => !withFiles.has(path) && isFree(path));
  if (empty.length === 0) return [];
  const target = targetOf(place);
  const server = await lookBelow(files, target, [
    ...new Set(empty.flatMap(({ path }) => [...directoriesAbove(path), path])),
  ]);
  const isBelowFile = (path: string) => directoriesAbove(path).some((above) => server.get(above)?.isFile === true);
  const missing = empty.filter(({ path }) => !server.has(path) && !isBelowFile(path));
  const coming = new Set(directories.map(({ path }) => path));
  // a listing follows links, and nothing is made behind one
  const unsure = missing.filter(({ path }) => directoriesAbove(path).some((above) => server.has(above)));
  const looked = await lookAt(
    run,
    place,
    unsure.map(({ path }) => path),
    context,
  );
  return missing
    .filter(({ path }) => (looked.get(path)?.kind ?? "nothing") === "nothing")
    .map(({ path, mode }) => ({ path: listedPath(place, path), mode }))
    .filter(({ path }) => !coming.has(path));
}

/** The new files beside which something of almost the same name stays. Only names that could have such another one are asked for. */
async function alikeOn(
  files: RemoteFiles,
  target: string,
  { added, removed, unchanged, changed, kept, others }: DeploymentPlan,
): Promise<readonly AlikeNames[]> {
  const own = new Set([...added, ...removed, ...unchanged, ...changed].map(({ path }) => path));
  const staying = new Map([...kept, ...others.map(({ path }) => path)].map((path) => [folded(path), path]));
  const asked = new Map(
    added.flatMap(({ path }) =>
      otherNamesOf(path)
        .filter((other) => !own.has(other))
        .map((other) => [other, path] as const),
    ),
  );
  const server = asked.size === 0 ? new Map() : await lookBelow(files, target, [...asked.keys()]);
  const known = added.flatMap(({ path }) => {
    const other = staying.get(folded(path));
    return other === undefined ? [] : [{ path, other }];
  });
  const found = [...asked].flatMap(([other, path]) => (server.has(other) ? [{ path, other }] : []));
  return [...known, ...found.filter(({ path }) => !known.some((each) => each.path === path))];
}

function byPath(one: NewDirectory, other: NewDirectory): number {
  return one.path < other.path ? -1 : 1;
}

/** The error with its path as it is on the server. */
function inTarget({ problem }: DeploymentError, target: string): DeploymentError {
  const isRelative = "path" in problem && !problem.path.startsWith("/");
  return new DeploymentError(isRelative ? { ...problem, path: posix.join(target, problem.path) } : problem);
}

/** Whether the server already has everything as wanted, and its steps have done what they do. */
export function isUpToDate({
  plan,
  steps,
  areStepsDone,
  release,
}: Pick<PreparedDeployment, "plan" | "steps" | "areStepsDone" | "release">): boolean {
  if (release?.isAlike === false) return false;
  return !changesFiles(countsOf(plan)) && (steps.length === 0 || areStepsDone);
}

/** Files to be replaced that are not as our last deployment placed them: somebody has changed them, or nobody has deployed them. */
export function foreignIn({ changed }: Pick<DeploymentPlan, "changed">): readonly Replaced[] {
  return changed.filter(({ isOurs }) => !isOurs);
}

/** Bytes of the files that are sent. */
export function sentBytes({ added, changed }: DeploymentPlan): number {
  return [...added, ...changed].reduce((sum, { size }) => sum + size, 0);
}

/** How many files a deployment adds, changes, leaves and removes. */
export function countsOf({ added, changed, unchanged, removed }: DeploymentPlan): DeploymentCounts {
  return { added: added.length, changed: changed.length, unchanged: unchanged.length, removed: removed.length };
}
