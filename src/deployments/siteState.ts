import { posix } from "node:path";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { DeploymentError } from "./deploymentError.ts";
import { readRecord, type DeploymentRecord } from "./deploymentRecord.ts";
import { historyPath, readHistory, recordPath, unfinishedPath } from "./exchange/exchangeHistory.ts";
import { readExchangeList } from "./exchange/readExchangeList.ts";
import { LARGEST_PART } from "../wire/operations/files.ts";
import { MOST_RELEASES } from "./releases/releaseFields.ts";
import { releasesIn, targetWord, type Place } from "./place.ts";
import { digestOfSteps, type Step } from "./steps/step.ts";

/** Deployments of a directory that can be rolled back. */
export const MOST_KEPT = 3;

/** A deployment that the server knows. */
export interface PastDeployment extends DeploymentRecord {
  /** Of its exchange. */
  readonly id: string;
}

/** A deployment or a roll back that was cut off. */
export interface Unfinished {
  readonly id: string;
  /** `undefined`: it was cut off before its record was there. */
  readonly record: DeploymentRecord | undefined;
}

/** What the server says of a directory that is deployed to. It is read, never written: an exchange that has ended is the state. */
export interface SiteState {
  /** The latest deployment, whose files are in the directory. */
  readonly last: PastDeployment | undefined;
  /** Of any directory of the website. */
  readonly unfinished: Unfinished | undefined;
  /** Whether the website has releases, one of which it may serve. */
  readonly hasReleases: boolean;
}

/** Longer than any file of the script's that names exchanges. */
const LONGEST_LINE = 1_000;

/** The ids of the exchanges that can be rolled back, the latest first, and of one that has not ended. */
export interface StateIds {
  readonly history: readonly string[];
  readonly unfinished: string | undefined;
}

/**
 * Reads which exchanges there are, and looks at other paths in the same call. Throws `PanelError` and `DeploymentError`.
 * @param besides absolute paths
 */
export async function readIds(files: RemoteFiles, place: Place, besides: readonly string[] = []) {
  const { listed, unfinished, found } = await readListed(files, place, besides);
  // beside those that are kept, the one that is served
  const kept =
    place.isReleases === true
      ? listed.slice(0, MOST_RELEASES + 1)
      : (await stillThere(files, place, listed)).slice(0, MOST_KEPT);
  const ids: StateIds = { history: kept, unfinished };
  return { ids, found };
}

/** What the script's own files list; somebody may have tidied up the exchanges since. */
async function readListed(files: RemoteFiles, place: Place, besides: readonly string[]) {
  const history = historyPath(place.site, targetWord(place));
  const unfinished = unfinishedPath(place.site);
  const found = await files.look([history, unfinished, ...besides]);
  const read = async (file: string) => (found.has(file) ? readLine(files, file) : []);
  const [id] = await read(unfinished);
  return { listed: await read(history), unfinished: id, found };
}

/** The exchanges that nobody has tidied up: the script leaves the others out when it is run next. */
async function stillThere(files: RemoteFiles, { site }: Place, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const found = await files.look(ids.map((id) => recordPath(site, id)));
  return ids.filter((id) => found.has(recordPath(site, id)));
}

/** The ids in a file of the script's that was there; none if it is gone by now. */
async function readLine(files: RemoteFiles, file: string): Promise<readonly string[]> {
  const bytes = await unlessGone(files, file, async () => files.read(file, 0, LONGEST_LINE));
  const text = new TextDecoder().decode(bytes);
  const ids = text.trim() === "" ? [] : readHistory(text);
  if (ids === undefined) throw new DeploymentError({ kind: "damaged", path: file });
  return ids;
}

/** Reads a file that was there; `undefined` if it is gone by now, for an exchange that ends meanwhile takes its files away. */
export async function unlessGone<T>(files: RemoteFiles, file: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DeploymentError || (await files.look([file])).has(file)) throw error;
    return undefined;
  }
}

/** Reads the state of a directory; takes one call if nothing was ever deployed to the website. */
export async function readState(files: RemoteFiles, place: Place): Promise<SiteState> {
  const releases = historyPath(place.site, targetWord(releasesIn(place)));
  const { listed, unfinished, found } = await readListed(files, place, [releases]);
  return {
    last: await readLatest(files, place, listed),
    unfinished: unfinished === undefined ? undefined : await readUnfinished(files, place, unfinished),
    hasReleases: found.has(releases),
  };
}

/** Reads the first of these exchanges that nobody has tidied up: nearly always that is the first of all. */
async function readLatest(
  files: RemoteFiles,
  place: Place,
  listed: readonly string[],
): Promise<PastDeployment | undefined> {
  const [latest] = listed;
  if (latest === undefined) return undefined;
  if (place.isReleases === true) return readPast(files, place, latest);
  const read = async () => readPast(files, place, latest);
  const past = await unlessGone(files, recordPath(place.site, latest), read);
  if (past !== undefined) return past;
  const [next] = await stillThere(files, place, listed);
  return next === undefined ? undefined : readPast(files, place, next);
}

/** Reads a deployment of a directory. Throws `PanelError` and `DeploymentError`. */
export async function readPast(
  files: RemoteFiles,
  { site, directory, isReleases }: Place,
  id: string,
): Promise<PastDeployment> {
  const record = await readRecord(files, site, id);
  const own = record.release === undefined ? undefined : posix.basename(record.release.path);
  const isSameKind = own === (isReleases === true ? id : undefined);
  // somebody may have changed it, and it must not lead to another directory
  if (record.directory !== directory || !isSameKind)
    throw new DeploymentError({ kind: "damaged", path: recordPath(site, id) });
  return { id, ...record, placed: await placedNow(files, site, id, record) };
}

/** The files of a deployment as they were placed, or as its own steps have left them since: these are nobody's edits. */
async function placedNow(
  files: RemoteFiles,
  site: string,
  id: string,
  { directory, placed, steps, release }: DeploymentRecord,
): Promise<DeploymentRecord["placed"]> {
  const [changed, list] = ["steps/changed", "list"].map((name) => posix.join(site, id, name));
  if (steps === undefined || changed === undefined || list === undefined) return placed;
  if (!(await files.look([changed])).has(changed)) return placed;
  const read = async (file: string) => unlessGone(files, file, async () => files.read(file, 0, LARGEST_PART));
  const [lines, listed] = [await read(changed), await read(list)];
  const records = listed === undefined ? undefined : readExchangeList(listed);
  if (lines === undefined || records === undefined) return placed;
  const after = new Map<string, string>();
  for (const line of new TextDecoder().decode(lines).split("\n")) {
    const [, number = "", sha1] = /^(\d{1,9}) ([\da-f]{40})$/.exec(line) ?? [];
    const record = records[Number(number)];
    if (record !== undefined && sha1 !== undefined) after.set(record.path, sha1);
  }
  return placed.map((file) => {
    const sha1 = after.get(posix.join(release?.path ?? directory, file.path));
    // its size and time are those of what was placed, which no longer hold
    return sha1 === undefined ? file : { ...file, sha1 };
  });
}

/** Reads who began an exchange that has not ended, as far as that is known. */
export async function readUnfinished(
  files: RemoteFiles,
  { site }: Pick<Place, "site">,
  id: string,
): Promise<Unfinished> {
  const file = recordPath(site, id);
  const isThere = (await files.look([file])).has(file);
  return { id, record: isThere ? await unlessGone(files, file, async () => readRecord(files, site, id)) : undefined };
}

/** The path of what goes first where an exchange is removed, before its release does. */
export function statePath(site: string, id: string): string {
  return posix.join(site, id, "state");
}

/** The word by which the script knows how far an exchange is; `undefined`: the exchange is no longer there, or never was. */
export async function readStateWord(
  files: RemoteFiles,
  { site }: Pick<Place, "site">,
  id: string,
): Promise<string | undefined> {
  const file = statePath(site, id);
  if ((await files.look([file])).has(file)) return (await readLine(files, file))[0];
  return undefined;
}

/** Whether somebody has deleted what an exchange is ended by. */
export async function isTidied(files: RemoteFiles, { site }: Pick<Place, "site">, id: string): Promise<boolean> {
  const paths = ["", "old", "state", "about", "list"].map((name) => posix.join(site, id, name));
  const found = await files.look(paths);
  const [isThere, hasCopies, hasState, ...lines] = paths.map((path) => found.has(path));
  const hasBegun = hasCopies === true || hasState === true;
  return isThere === false || (hasBegun && (hasState === false || lines.includes(false)));
}

/** Whether the last deployment has run exactly these steps, and all have ended with 0: the server says so once it is settled. */
export async function haveStepsEnded(
  files: RemoteFiles,
  { site }: Pick<Place, "site">,
  last: PastDeployment | undefined,
  steps: readonly Step[],
): Promise<boolean> {
  if (last === undefined || steps.length === 0) return false;
  const done = posix.join(site, last.id, "steps", "done");
  if (!(await files.look([done])).has(done)) return false;
  const bytes = await unlessGone(files, done, async () => files.read(done, 0, LONGEST_LINE));
  return new TextDecoder().decode(bytes).trim() === digestOfSteps(steps);
}

/** The deployments of a directory that can be rolled back, the latest first. */
export async function readPastDeployments(files: RemoteFiles, place: Place): Promise<readonly PastDeployment[]> {
  const { ids } = await readIds(files, place);
  return Promise.all(ids.history.map(async (id) => readPast(files, place, id)));
}

/** What the server keeps of all directories of a website, whatever the settings name today. */
export interface SiteHistory {
  readonly unfinished: Unfinished | undefined;
  readonly targets: readonly { readonly place: Place; readonly history: readonly PastDeployment[] }[];
}

/** Reads all deployments of a website or project that can be rolled back. */
export async function readSiteHistory(files: RemoteFiles, place: Place): Promise<SiteHistory> {
  const { site, root } = place;
  if (!(await files.look([site])).has(site)) return { unfinished: undefined, targets: [] };
  const listed = (await files.list(site)).files.rows.map(({ name }) => name);
  const targets: SiteHistory["targets"][number][] = [];
  for (const name of listed.filter((each) => each.startsWith("history-"))) {
    const [id] = await readLine(files, posix.join(site, name));
    if (id === undefined) continue;
    const { directory, release } = await readRecord(files, site, id);
    const own: Place = release === undefined ? { site, root, directory } : releasesIn(place);
    if (posix.join(site, name) !== historyPath(site, targetWord(own)))
      throw new DeploymentError({ kind: "damaged", path: recordPath(site, id) });
    targets.push({ place: own, history: await readPastDeployments(files, own) });
  }
  const { unfinished: id } = (await readIds(files, place)).ids;
  return { unfinished: id === undefined ? undefined : await readUnfinished(files, place, id), targets };
}
