import { isDeepStrictEqual } from "node:util";
import type { Part, PartAfter } from "../resources/resource.ts";
import type { ActionContext } from "./actionContext.ts";
import { BETWEEN_LOOKS_MS } from "./verifier.ts";

/** The parts as they are now where they are not as a person saw them. Throws where they cannot be read. */
export async function changedParts(
  { action, call, request }: ActionContext,
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

/**
 * What became of each part that was to be deleted. A part counts as gone only when a second look does not find it either (see
 * `Verifier.look`). Never throws.
 */
export async function partsAfter({
  action,
  call,
  request,
  clock,
  signal,
  failureIn,
}: Pick<ActionContext, "action" | "call" | "request" | "clock" | "signal" | "failureIn">): Promise<
  readonly PartAfter[]
> {
  const look = async (part: Part): Promise<PartAfter> => {
    try {
      const isThere = await action.parts?.isThere(call, part);
      return { ...part, state: isThere === true ? "there" : "gone" };
    } catch (error) {
      failureIn(error);
      return { ...part, state: "unknown" };
    }
  };
  const after: PartAfter[] = [];
  for (const part of request.input?.with ?? []) after.push(await look(part));
  if (after.every(({ state }) => state !== "gone")) return after;
  // once the signal is aborted, the looks themselves fail
  await clock.sleep(BETWEEN_LOOKS_MS, signal).catch(() => undefined);
  for (const [at, part] of after.entries()) if (part.state === "gone") after[at] = await look(part);
  return after;
}
