import { failureOf, type PanelFailure } from "../wire/answers/failure.ts";
import type { ResultOf } from "../wire/operations/operations.ts";
import type { Call } from "./resource.ts";

/** What is at a path of the server. */
type Found = ResultOf<"file.stat">;

/** How many directories above one are looked at. */
const MOST_ABOVE = 10;

/** `nothing` is there; `undefined`: the panel does not tell. Throws where it is cancelled. */
export async function lookAtFile(call: Call, path: string): Promise<Found | "nothing" | undefined> {
  try {
    return await call("file.stat", { path });
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || failure.kind === "cancelled") throw error;
    return failure.kind === "rejected" ? "nothing" : undefined;
  }
}

/**
 * Why there cannot be a directory at a path, which is made with those above it; `undefined`: nothing that was seen speaks
 * against it. Throws where it is cancelled.
 */
export async function whyNoDirectory(call: Call, path: string): Promise<PanelFailure | undefined> {
  const parts = path.split("/").filter((part) => part !== "");
  for (let left = Math.min(parts.length, MOST_ABOVE); left > 0; left -= 1, parts.pop()) {
    const at = `/${parts.join("/")}`;
    const found = await lookAtFile(call, at);
    if (found === "nothing") continue;
    return found?.isFile === true ? { kind: "invalid", field: "path", rule: "file", value: at } : undefined;
  }
  return undefined;
}
