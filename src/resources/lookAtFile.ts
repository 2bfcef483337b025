import { failureUnlessCancelled, type PanelFailure } from "../wire/answers/failure.ts";
import type { ResultOf } from "../wire/operations/operations.ts";
import type { Call } from "./resource.ts";

type Entry = ResultOf<"file.stat">["rows"][number];

/** How many directories of a path are checked. */
const MOST_ABOVE = 10;

/** Reads entries of the server's file system; none if the panel cannot tell. Throws if it is cancelled. */
export async function lookAtFiles(call: Call, paths: readonly string[]): Promise<readonly Entry[]> {
  try {
    return (await call("file.stat", { paths: [...paths] })).rows;
  } catch (error) {
    failureUnlessCancelled(error);
    return [];
  }
}

/** Why a directory cannot be created at a path; `undefined`: no file is known to be in its way. Throws if it is cancelled. */
export async function whyNoDirectory(call: Call, path: string): Promise<PanelFailure | undefined> {
  const parts = path.split("/").filter((part) => part !== "");
  const above = parts.map((_, index) => `/${parts.slice(0, parts.length - index).join("/")}`).slice(0, MOST_ABOVE);
  if (above.length === 0) return undefined;
  const nearest = (await lookAtFiles(call, above)).find(({ exists }) => exists !== false);
  if (nearest?.isFile !== true) return undefined;
  return { kind: "invalid", field: "path", rule: "file", ...(nearest.path !== undefined && { value: nearest.path }) };
}
