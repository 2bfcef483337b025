import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isShort } from "./testNames.ts";

/** Names a folder in which processes that share the work of a tier write down what they take. */
export const QUEUE_VARIABLE = "TEST_QUEUE";

/** Whether this process shares its work. */
export const hasQueue = process.env[QUEUE_VARIABLE] !== undefined;

/**
 * The work that this process takes, one piece after another. Of shared work it takes what no other process has taken when it asks for the next
 * piece, so all of them end at about the same time.
 */
export function* taken<Work>(all: readonly Work[]): Generator<Work> {
  for (const [index, work] of all.entries()) if (takes(index)) yield work;
}

/** Files in the order in which processes that share them take them: what takes long begins first. */
export function longFirst(files: readonly string[]): readonly string[] {
  return [...files.filter((file) => !isShort(file)), ...files.filter(isShort)];
}

/** Whether this process is the first that takes a piece of the work. */
function takes(index: number): boolean {
  const directory = process.env[QUEUE_VARIABLE];
  if (directory === undefined) return true;
  mkdirSync(directory, { recursive: true });
  try {
    mkdirSync(join(directory, String(index)));
    return true;
  } catch {
    return false;
  }
}
