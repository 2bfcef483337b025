import { realpath, stat } from "node:fs/promises";
import { posix } from "node:path";
import type { DeploymentCounts } from "../actions/deploymentEnd.ts";
import { readLocalFile, type LocalFile } from "../serverFiles/localFile.ts";
import { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { putInPlace, type DeployContext, type Deployed, type Exchange } from "./deploy.ts";
import { DeploymentError } from "./deploymentError.ts";
import { targetOf, type Place } from "./place.ts";
import { ServerRun, type ScriptContext } from "./serverRun.ts";
import { haveStepsEnded, readState, type SiteState } from "./siteState.ts";
import type { Step } from "./steps/step.ts";
import { isWithin, SourceError } from "./sourceFiles.ts";

/** A jar on this computer. */
export interface BuiltFile extends LocalFile {
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** A jar on this computer, and the project's jar that it is to replace. Nothing has been sent yet. */
export interface PreparedFile {
  /** Name of the deployment. */
  readonly name: string;
  /** The project, as people call it. */
  readonly project: string;
  readonly local: BuiltFile;
  /** Where the project's jar is; see `filePlace`. */
  readonly place: Place;
  readonly state: SiteState;
  /** The project's jar before the deployment. */
  readonly before: { readonly sha1: string; readonly size: number };
  readonly run: ServerRun;
  /** What the server runs before and after the jar is exchanged. */
  readonly steps: readonly Step[];
  /** Names of other projects that run the same file. */
  readonly sharedBy: readonly string[];
  /** Whether exactly these steps have all ended with 0 in the last deployment. */
  readonly areStepsDone: boolean;
}

/** What is to be prepared. */
interface FileToPrepare extends Pick<PreparedFile, "name" | "project" | "local" | "place" | "steps"> {
  /** The server runs the file itself. */
  readonly mustRun?: boolean;
  readonly sharedBy?: PreparedFile["sharedBy"];
}

/** The counts of a deployment that changes nothing, because the project has the same jar already. */
export const UNCHANGED: DeploymentCounts = { added: 0, changed: 0, unchanged: 1, removed: 0 };

/**
 * Hashes a jar on this computer. Rejects with file errors, and with a `SourceError` for a link that leads out of the folder.
 * @param folder the workspace folder that it is in
 */
export async function readBuiltFile(file: string, folder: string, signal: AbortSignal): Promise<BuiltFile> {
  const [base, real] = await Promise.all([realpath(folder), realpath(file)]);
  if (!isWithin(base, real)) throw new SourceError({ kind: "outside" });
  const local = await readLocalFile(real, signal);
  const { mtimeMs: modified } = await stat(real);
  return { ...local, modified };
}

/**
 * Prepares the deployment of a jar: looks at the project's jar, and changes nothing. Throws `PanelError` and
 * `DeploymentError`.
 */
export async function prepareFile(
  context: ScriptContext,
  { mustRun = false, sharedBy = [], ...given }: FileToPrepare,
): Promise<PreparedFile> {
  const { place } = given;
  const files = new RemoteFiles(context.callFor(context.signal), context.clock, context.signal);
  const jar = targetOf(place);
  const state = await readState(files, place);
  const there = (await files.look([jar])).get(jar);
  const noFile = new DeploymentError({ kind: "noFile", path: jar });
  if (there?.isFile !== true) throw noFile;
  const sha1 = await files.hash(jar);
  if (sha1 === undefined) throw noFile;
  const { isLink, mode = "" } = await files.attributes(jar);
  if (isLink !== false) throw noFile;
  // what comes gets this mode: a restart would stop what runs, and start nothing
  if (mustRun && (Number.parseInt(mode, 8) & 0o111) === 0) throw new DeploymentError({ kind: "notProgram", path: jar });
  return {
    ...given,
    sharedBy,
    state,
    before: { sha1, size: there.size },
    run: new ServerRun(place),
    areStepsDone: await haveStepsEnded(files, place, state.last, given.steps),
  };
}

/**
 * The place of a jar, which differs from a folder's: its `directory` is the jar's own file name.
 * @param jar path on the server
 */
export function filePlace(jar: string): Pick<Place, "root" | "directory"> {
  return { root: posix.dirname(jar), directory: posix.basename(jar) };
}

/** Whether the project has the jar already, and the deployment's steps have done what they do. */
export function hasFile({
  local,
  before,
  steps,
  areStepsDone,
}: Pick<PreparedFile, "local" | "before" | "steps" | "areStepsDone">): boolean {
  return before.sha1 === local.sha1 && (steps.length === 0 || areStepsDone);
}

/**
 * Replaces a project's jar. Throws only while nothing has been changed; later failures are in the result, and only
 * defects are thrown.
 */
export async function deployFile(prepared: PreparedFile, context: DeployContext): Promise<Deployed> {
  const { name, project, local, place, state, before, run, steps } = prepared;
  if (hasFile(prepared)) return { end: { deployment: name, counts: UNCHANGED, state: "wanted" } };
  const isSame = before.sha1 === local.sha1;
  const counts = isSame ? UNCHANGED : { ...UNCHANGED, unchanged: 0, changed: 1 };
  const exchange: Exchange = {
    place,
    run,
    // with steps alone there is no file to exchange
    records: isSame
      ? []
      : [
          {
            record: {
              there: { kind: "file", sha1: before.sha1 },
              comes: { kind: "file", sha1: local.sha1 },
              mode: 0o644,
              path: place.directory,
            },
            source: {
              realPath: local.file,
              size: local.size,
              sha1: local.sha1,
              mtime: placedAs(local).mtime,
            },
          },
        ],
    record: {
      ...context.by,
      installation: context.installation,
      deployment: name,
      website: project,
      directory: place.directory,
      counts,
      backupBytes: before.size,
      // the next deployment can see by this whether somebody else has changed the jar
      placed: [{ path: place.directory, ...placedAs(local), deployment: name }],
    },
    state,
    steps,
    unchanged: new Map(),
    bytes: local.size + before.size,
  };
  return putInPlace(exchange, { deployment: name, counts, bytes: local.size }, context);
}

function placedAs({ size, sha1, modified }: BuiltFile) {
  return { size, sha1, mtime: Math.floor(modified / 1_000) };
}

/** Whether the project's jar is not as our last deployment placed it: somebody has put another one there, or nobody has deployed it. */
export function isForeign({ state, before }: Pick<PreparedFile, "state" | "before">): boolean {
  const [placed] = state.last?.placed ?? [];
  return placed?.sha1 !== before.sha1;
}
