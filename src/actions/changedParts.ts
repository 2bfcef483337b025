import { isDeepStrictEqual } from "node:util";
import type { Part, PartAfter } from "../resources/resource.ts";
import type { Performance } from "./performance.ts";

/** The parts as they are now where they are not as a person saw them. Throws where they cannot be read. */
export async function changedParts(
  { action, call, request }: Performance,
  before: unknown,
): Promise<readonly Part[] | undefined> {
  const shown = request.input?.with ?? [];
  const now: Part[] = [];
  for (const { kind } of shown) {
    const part = await action.parts?.read(call, before, kind);
    if (part !== undefined) now.push(part);
  }
  return isDeepStrictEqual(now, shown) ? undefined : now;
}

/** What became of each part that was to be deleted. Never throws. */
export async function partsAfter({ action, call, request, failureIn }: Performance): Promise<readonly PartAfter[]> {
  const after: PartAfter[] = [];
  for (const part of request.input?.with ?? []) {
    try {
      const isThere = await action.parts?.isThere(call, part);
      after.push({ ...part, state: isThere === true ? "there" : "gone" });
    } catch (error) {
      failureIn(error);
      after.push({ ...part, state: "unknown" });
    }
  }
  return after;
}
