import * as v from "valibot";
import type { DeploymentCounts, Deployer } from "../actions/deploymentEnd.ts";
import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import { nameProblem } from "../serverFiles/remoteNames.ts";
import { isObject } from "../wire/answers/isObject.ts";
import { DeploymentError } from "./deploymentError.ts";
import type { PlacedFile } from "./deploymentPlan.ts";
import { recordPath } from "./exchange/exchangeHistory.ts";
import { MOST_FILES } from "./exchange/exchangeResult.ts";

/** Version of the format; a greater one was written by a newer extension. */
const VERSION = 2;

/** Largest record that can be read again, in bytes. */
const LARGEST = 7 * 2 ** 20;

/** What the server keeps of a deployment beside its copies: who, when, and the files as they were placed. It comes with the archive. */
export interface DeploymentRecord extends Deployer {
  /** Name of the deployment. */
  readonly deployment: string;
  /** The website or project, as people call it. */
  readonly website: string;
  /** Relative to the root; empty for the root itself. */
  readonly directory: string;
  readonly counts: DeploymentCounts;
  /** Of the files that were replaced or removed, of which the server keeps copies. */
  readonly backupBytes: number;
  /** Every file that this deployment and those before it have placed. */
  readonly placed: readonly PlacedFile[];
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const sha1 = v.pipe(v.string(), v.regex(/^[\da-f]{40}$/));
const name = v.pipe(v.string(), v.maxLength(255));

/** A path below a directory. Anybody with access to the server may have changed the record, so it must not lead out. */
const path = v.pipe(
  v.string(),
  v.check((text) => !text.startsWith("/") && nameProblem(text) === undefined),
);

/** Milliseconds since the epoch, up to the end of the year 9999. */
const time = v.pipe(count, v.maxValue(253_402_300_799_999));

const schema: v.GenericSchema<unknown, DeploymentRecord> = v.object({
  installation: v.pipe(v.string(), v.regex(/^[\da-zA-Z-]{1,64}$/)),
  computer: name,
  at: time,
  deployment: name,
  website: name,
  directory: v.union([v.literal(""), path]),
  counts: v.object({ added: count, changed: count, unchanged: count, removed: count }),
  backupBytes: count,
  placed: v.pipe(
    v.array(v.object({ path, size: count, sha1, mtime: count, deployment: name })),
    v.maxLength(MOST_FILES),
  ),
});

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
