import * as v from "valibot";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { deployedNameProblem, isPathBelow, nameProblem } from "../serverFiles/remoteNames.ts";
import { isObject } from "../wire/answers/isObject.ts";
import { DeploymentError } from "./deploymentError.ts";
import { recordPath } from "./exchange/exchangeHistory.ts";
import { MOST_FILES } from "./exchange/exchangeResult.ts";
import { MOST_SHARED, PLAIN_PATH, RELEASES } from "./releases/releaseFields.ts";
import { namedStepsSchema } from "./steps/namedStep.ts";

/** Version of the format; a greater one was written by a newer extension. */
const VERSION = 2;

/** Largest record that can be read again, in bytes. */
const LARGEST = 7 * 2 ** 20;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const sha1 = v.pipe(v.string(), v.regex(/^[\da-f]{40}$/));
const name = v.pipe(v.string(), v.maxLength(255));

/** A path below a directory. Anybody with access to the server may have changed the record, so it must not lead out. */
const path = v.pipe(
  v.string(),
  v.check((text) => isPathBelow(text) && !text.includes("\0") && deployedNameProblem(text) === undefined),
);

/** Milliseconds since the epoch, up to the end of the year 9999. */
const time = v.pipe(count, v.maxValue(253_402_300_799_999));

const placedFile = v.object({
  /** Relative, with `/`. */
  path,
  size: count,
  sha1,
  /** Seconds since the epoch, as the server has it for a file that nobody has changed since. */
  mtime: count,
  /** Name of the deployment that placed it. */
  deployment: name,
  /** It is a symbolic link, with the hash and the length of what it says. */
  isLink: v.exactOptional(v.literal(true)),
});

/** A file or a link that a deployment has placed below its target. */
export type PlacedFile = Readonly<v.InferOutput<typeof placedFile>>;

/** A directory that a website serves, below its own: with a stroke before it, and empty for that itself. */
const runPath = v.pipe(
  v.string(),
  v.check((text) => text === "" || (text.startsWith("/") && isPlain(text.slice(1)))),
);

/** Panels put it into commands without quotes. */
function isPlain(text: string): boolean {
  return PLAIN_PATH.test(text) && nameProblem(text) === undefined;
}

const release = v.object({
  /** Its directory, relative to the root: that of all releases, and its own in there. */
  path: v.pipe(
    path,
    v.check((text) => {
      const [releases = "", own = "", ...more] = text.split("/");
      return RELEASES.test(releases) && /^[\da-zA-Z][\da-zA-Z-]{0,63}$/.test(own) && more.length === 0;
    }),
  ),
  /** The directory of it that visitors see, relative to it; empty for all of it. */
  served: v.pipe(
    v.string(),
    v.check((text) => text === "" || isPlain(text)),
  ),
  /** What the website served when it was made, and before its first release. */
  before: runPath,
  plain: runPath,
  /** What it shares with all others. */
  shared: v.pipe(v.array(path), v.maxLength(MOST_SHARED), v.readonly()),
});

/** A release as the server remembers it. */
export type RecordedRelease = Readonly<v.InferOutput<typeof release>>;

const schema = v.object({
  installation: v.pipe(v.string(), v.regex(/^[\da-zA-Z-]{1,64}$/)),
  computer: name,
  at: time,
  /** Of a deployment to several servers: which others belong to it. */
  run: v.exactOptional(v.pipe(v.string(), v.regex(/^[\da-zA-Z-]{1,64}$/))),
  /** Name of the deployment. */
  deployment: name,
  /** The website or project, as people call it. */
  website: name,
  /** Relative to the root; empty for the root itself. */
  directory: v.union([v.literal(""), path]),
  counts: v.object({ added: count, changed: count, unchanged: count, removed: count }),
  /** Of the files that were replaced or removed, of which the server keeps copies. */
  backupBytes: count,
  /** What runs before and after it, and may have changed files. */
  steps: v.exactOptional(namedStepsSchema),
  /** Where the deployment is a release of its own: `placed` is relative to it. */
  release: v.exactOptional(release),
  /** Every file that this deployment and those before it have placed. */
  placed: v.pipe(v.array(placedFile), v.maxLength(MOST_FILES), v.readonly()),
});

/** What the server keeps of a deployment beside its copies: who, when, and the files as they were placed. It comes with the archive. */
export type DeploymentRecord = Readonly<v.InferOutput<typeof schema>>;

/** The bytes of a record. Throws a `DeploymentError` if there are too many to read them again. */
export function recordBytes(record: DeploymentRecord): Buffer {
  const bytes = Buffer.from(JSON.stringify({ version: VERSION, ...record }));
  if (bytes.length > LARGEST) throw new DeploymentError({ kind: "tooMany" });
  return bytes;
}

/** Reads the record of an exchange. Throws `PanelError`, and a `DeploymentError` if it is damaged. */
export async function readRecord(files: RemoteFiles, site: string, id: string): Promise<DeploymentRecord> {
  const file = recordPath(site, id);
  const content = await files.readJson(file);
  const parsed = v.safeParse(schema, isObject(content) && content["version"] === VERSION ? content : undefined);
  if (!parsed.success) throw new DeploymentError({ kind: "damaged", path: file });
  return parsed.output;
}
