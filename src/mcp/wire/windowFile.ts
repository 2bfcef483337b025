import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";

/** Largest file of a window that is read, in bytes. */
const MOST_BYTES = 4_096;

const schema = v.object({
  /** Of `messages.ts`. */
  protocol: v.number(),
  /** The path of a socket, or the name of a pipe. */
  socket: v.string(),
  /** Who says hello must know it. */
  token: v.string(),
  /** Whose welcome does not have it is not the window. */
  proof: v.string(),
});

/** How to reach a window that listens: a file in the directory for agents, from when it listens until it is closed. */
export type WindowFile = Readonly<v.InferOutput<typeof schema>>;

/** By which program and window know one another. */
export type WindowSecrets = Pick<WindowFile, "proof" | "token">;

/** The name of a window's file. */
export function windowFileName(id: string): string {
  return `${id}.window.json`;
}

const NAME = /^[\da-f-]{36}\.window\.json$/;

/** A window's file, with where it is. */
export interface FoundWindow extends WindowFile {
  readonly path: string;
}

/** The files of all windows, also of those that have died. The directory is a private one. */
export function readWindowFiles(directory: string): readonly FoundWindow[] {
  return namesIn(directory)
    .filter((name) => NAME.test(name))
    .flatMap((name) => {
      const path = join(directory, name);
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), smallText(path));
      return parsed.success ? { ...parsed.output, path } : [];
    });
}

/** Empty where the directory has just been removed. */
function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Empty if there is none any more, or none that a window has written. */
function smallText(path: string): string {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MOST_BYTES ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}
