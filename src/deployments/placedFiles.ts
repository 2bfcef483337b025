import * as v from "valibot";
import { nameProblem } from "./remoteNames.ts";

/** Version of the format; a greater one was written by a newer extension. */
const VERSION = 1;

const MOST_FILES = 100_000;

/** A file that a deployment has placed below the website's directory. */
export interface PlacedFile {
  readonly path: string;
  readonly size: number;
  readonly sha1: string;
  /** Seconds since the epoch, as the server tells them for a file that nobody has changed since. */
  readonly mtime: number;
}

/** The files of the last deployment to a website, kept on the server outside of every web root. */
export interface PlacedFiles {
  /** Id of the deployment. */
  readonly id: string;
  /** Name of the deployment. */
  readonly deployment: string;
  /** The directory below the website's root; empty for the root. */
  readonly directory: string;
  /** Milliseconds since the epoch, by the clock of the computer that deployed. */
  readonly at: number;
  /** Name of that computer. */
  readonly computer: string;
  readonly files: readonly PlacedFile[];
}

const safePath = v.pipe(
  v.string(),
  v.check((path) => !path.startsWith("/") && nameProblem(path) === undefined),
);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const schema = v.object({
  version: v.literal(VERSION),
  id: v.pipe(v.string(), v.regex(/^[\da-f-]{1,64}$/)),
  deployment: v.pipe(v.string(), v.maxLength(200)),
  directory: v.union([v.literal(""), safePath]),
  at: count,
  computer: v.pipe(v.string(), v.maxLength(255)),
  files: v.pipe(
    v.array(v.tuple([safePath, count, v.pipe(v.string(), v.regex(/^[\da-f]{40}$/)), count])),
    v.maxLength(MOST_FILES),
    v.check((files) => new Set(files.map(([path]) => path)).size === files.length),
  ),
});

/** The text of the file on the server. */
export function placedFilesText({ files, ...rest }: PlacedFiles): string {
  return JSON.stringify({
    version: VERSION,
    ...rest,
    files: files.map(({ path, size, sha1, mtime }) => [path, size, sha1, mtime]),
  });
}

/**
 * Reads the file on the server. Anybody with access to the server may have changed it, so paths that could lead out of the
 * directory, duplicates and unknown versions make it `damaged`.
 */
export function readPlacedFiles(text: string): PlacedFiles | "damaged" {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!read.success) return "damaged";
  const { version: _version, files, ...rest } = read.output;
  return { ...rest, files: files.map(([path, size, sha1, mtime]) => ({ path, size, sha1, mtime })) };
}
