import { exactPath } from "../wire/answers/exactPath.ts";
import { failureOf } from "../wire/answers/failure.ts";
import type { Call } from "./resource.ts";

/** The process ID in a file; `undefined` if the file has gone meanwhile, or has none. */
export async function pidIn(call: Call, path: string): Promise<number | undefined> {
  return (await pidsIn(call, path))?.[0];
}

/** The process IDs in a file; `undefined` if the file has gone meanwhile, or has something else. */
export async function pidsIn(call: Call, path: string): Promise<readonly number[] | undefined> {
  try {
    const { text = "" } = await call("file.text", { path: exactPath("text", path) });
    if (!/^[\d\s]*$/.test(text)) return undefined;
    return text
      .split(/\s+/)
      .map(Number)
      .filter((pid) => pid > 0);
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind === "rejected" || failure?.kind === "unsupported") return undefined;
    throw error;
  }
}
