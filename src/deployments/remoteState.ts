import { createHash } from "node:crypto";
import { posix } from "node:path";
import * as v from "valibot";
import type { LockOwner } from "../actions/deploymentEnd.ts";
import { isObject } from "../wire/answers/isObject.ts";
import { DeploymentError } from "./deploymentError.ts";
import type { PlacedFile } from "./deploymentPlan.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { nameProblem, OUR_DIRECTORY } from "../serverFiles/remoteNames.ts";

/** Version of the format of all files here; a greater one was written by a newer extension. */
export const VERSION = 1;

/** Most files of a deployment. */
const MOST_FILES = 60_000;

/** Largest file here that can be read again, in bytes. */
const LARGEST = 7 * 2 ** 20;

/** Deployments that can be rolled back. */
export const MOST_KEPT = 3;

/** Where the server keeps what belongs to one target. */
export interface StatePaths {
  /** Of the lock, which all targets of a website share. */
  readonly site: string;
  readonly state: string;
  /** The directory that is deployed to. */
  readonly target: string;
}

/** @param root of the website @param directory below it; empty for the root */
export function statePaths(root: string, directory: string): StatePaths {
  const site = posix.join(OUR_DIRECTORY, nameFor(root));
  const state = posix.join(site, directory === "" ? "root" : nameFor(directory));
  return { site, state, target: posix.join(root, directory) };
}

/** The paths for the jar of a project. */
export function jarPaths(jar: string): StatePaths {
  return { ...statePaths(jar, ""), target: posix.dirname(jar) };
}

/** A name without characters that panels hand to a shell. */
function nameFor(path: string): string {
  const digest = createHash("sha1").update(path).digest("hex").slice(0, 8);
  return `${posix
    .basename(path)
    .replaceAll(/[^\w.-]+/g, "_")
    .slice(0, 100)}-${digest}`;
}

/** The owner of a lock whose window died before it could write who it is. */
export const NOBODY: LockOwner = { id: "", installation: "", computer: "", at: 0 };

/** Who deployed when. */
export interface Deployed extends LockOwner {
  /** Name of the deployment. */
  readonly deployment: string;
}

/** A file that a deployment replaces or removes, with its copy `n` in the deployment's directory. */
export interface BackedUp {
  readonly path: string;
  readonly sha1: string;
  readonly n: number;
  /** Its sha1 after the deployment; absent if the deployment removes it. */
  readonly deployed?: string;
}

/** Everything needed to go back to what was there before a deployment; paths are relative to `target`. */
export interface UndoRecord extends Deployed {
  /** The directory that was deployed to. */
  readonly target: string;
  readonly replaced: readonly BackedUp[];
  readonly removed: readonly BackedUp[];
  /** Files that were not there before, with their sha1 after the deployment. */
  readonly added: readonly (readonly [path: string, sha1: string])[];
  /** The files of the deployment before; empty if there was none. */
  readonly placedBefore: readonly PlacedFile[];
}

/** A deployment that can be rolled back. */
export interface PastDeployment extends Deployed {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Of the copies on the server. */
  readonly backupBytes: number;
}

/** What was deployed to a target. */
export interface Deployments {
  /** Files that our last deployment has placed. */
  readonly placed: readonly PlacedFile[];
  /** The latest first. */
  readonly history: readonly PastDeployment[];
}

/** A file that was, or was about to be, uploaded. */
export interface Upload {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export interface RemoteState extends Deployments {
  /** A deployment or a roll back that did not end. */
  readonly unfinished?: UndoRecord;
  /** Id of a deployment that has ended, but whose undo record was not put away (see `putAway`). */
  readonly ended?: string;
  readonly lock?: LockOwner;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const sha1 = v.pipe(v.string(), v.regex(/^[\da-f]{40}$/));
const id = v.pipe(v.string(), v.regex(/^[\da-f-]{1,64}$/));
const name = v.pipe(v.string(), v.maxLength(255));

/** A path below the target. Anybody with access to the server may have changed a file here, so it must not lead out. */
const path = v.pipe(
  v.string(),
  v.check((text) => !text.startsWith("/") && nameProblem(text) === undefined),
);
/** The path of an archive or a jar; a jar may wait beside the one that it replaces. */
const UPLOAD = /^\/(?:[^/\p{Cc}]+\/)*(?:[\da-f]{12}\.(?:tar\.gz|part)|\.server-panel-[\da-f]{12}\.part)$/u;

const many = <Entry>(entry: v.GenericSchema<unknown, Entry>) => v.pipe(v.array(entry), v.maxLength(MOST_FILES));

/** Milliseconds since the epoch, up to the end of the year 9999. */
const time = v.pipe(count, v.maxValue(253_402_300_799_999));

const owner = { id, installation: id, computer: name, at: time };
const deployed = { ...owner, deployment: name };
const placed = many(v.object({ path, size: count, sha1, mtime: count, deployment: name }));
const backedUp = many(v.object({ path, sha1, n: count, deployed: v.exactOptional(sha1) }));

const schemas = {
  owner: v.object(owner),
  deployments: v.object({
    placed,
    history: v.pipe(
      v.array(v.object({ ...deployed, added: count, changed: count, removed: count, backupBytes: count })),
      v.maxLength(2 * MOST_KEPT),
    ),
  }),
  undo: v.object({
    ...deployed,
    target: v.pipe(v.string(), v.regex(/^\/[^\p{Cc}]*$/u)),
    replaced: backedUp,
    removed: backedUp,
    added: many(v.tuple([path, sha1])),
    placedBefore: placed,
  }),
  upload: v.object({ path: v.pipe(v.string(), v.regex(UPLOAD)), size: count }),
};

/** Files of the state, by what they hold. */
export const stateFiles = {
  lock: "lock",
  owner: "owner.json",
  deployments: "deployments.json",
  /** The undo record of a deployment until it has ended. */
  pending: "pending.json",
  /** The undo record of a roll back until it has ended. */
  undoing: "undoing.json",
  undo: "undo.json",
  /** What was last uploaded; it may not have ended. */
  upload: "upload.json",
} as const;

/** The bytes of a file of the state. Throws a `DeploymentError` if there are too many to read them again. */
export function stateBytes(content: object): Buffer {
  const bytes = Buffer.from(JSON.stringify({ version: VERSION, ...content }));
  if (bytes.length > LARGEST) throw new DeploymentError({ kind: "tooMany" });
  return bytes;
}

async function read<Content>(
  files: RemoteFiles,
  file: string,
  schema: v.GenericSchema<unknown, Content>,
): Promise<Content> {
  const content = await files.readJson(file);
  const isOurs = isObject(content) && content["version"] === VERSION;
  const parsed = v.safeParse(schema, isOurs ? content : undefined);
  if (!parsed.success) throw new DeploymentError({ kind: "damaged", path: file });
  return parsed.output;
}

export async function readOwner(files: RemoteFiles, { site }: StatePaths): Promise<LockOwner | undefined> {
  const file = posix.join(site, stateFiles.lock, stateFiles.owner);
  return (await files.look([file])).has(file) ? read(files, file, schemas.owner) : undefined;
}

/** Reads what was last uploaded. A path in another directory counts as damaged. */
export async function readUpload(files: RemoteFiles, { state, target }: StatePaths): Promise<Upload | undefined> {
  const file = posix.join(state, stateFiles.upload);
  if (!(await files.look([file])).has(file)) return undefined;
  const upload = await read(files, file, schemas.upload);
  const directory = posix.dirname(upload.path);
  if (directory !== state && directory !== target) throw new DeploymentError({ kind: "damaged", path: file });
  return upload;
}

/** Reads how to go back. A record of another directory counts as damaged. */
export async function readUndo(files: RemoteFiles, file: string, { target }: StatePaths): Promise<UndoRecord> {
  const record = await read(files, file, schemas.undo);
  if (record.target !== target) throw new DeploymentError({ kind: "damaged", path: file });
  return record;
}

/** Reads the state; takes one call if nothing was ever deployed. */
export async function readState(files: RemoteFiles, paths: StatePaths): Promise<RemoteState> {
  const { site, state } = paths;
  const file = {
    lock: posix.join(site, stateFiles.lock),
    owner: posix.join(site, stateFiles.lock, stateFiles.owner),
    deployments: posix.join(state, stateFiles.deployments),
    pending: posix.join(state, stateFiles.pending),
    undoing: posix.join(state, stateFiles.undoing),
  };
  const found = await files.look(Object.values(file));
  const { placed: before = [], history = [] } = found.has(file.deployments)
    ? await read(files, file.deployments, schemas.deployments)
    : {};
  const unfinished = found.has(file.undoing) ? file.undoing : found.has(file.pending) ? file.pending : undefined;
  const record = unfinished === undefined ? undefined : await readUndo(files, unfinished, paths);
  // its end was written, but the record not yet put away
  const hasEnded = unfinished === file.pending && record !== undefined && record.id === history[0]?.id;
  const lock = found.has(file.owner) ? await read(files, file.owner, schemas.owner) : undefined;
  return {
    placed: before,
    history,
    ...(record !== undefined && (hasEnded ? { ended: record.id } : { unfinished: record })),
    ...(found.has(file.lock) && { lock: lock ?? NOBODY }),
  };
}

/** Puts away the undo record of a deployment that has ended. */
export async function putAway(files: RemoteFiles, { state }: StatePaths, ended: string): Promise<void> {
  await files.move(posix.join(state, stateFiles.pending), posix.join(state, ended, stateFiles.undo));
}
