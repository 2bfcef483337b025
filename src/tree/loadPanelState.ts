import type { PanelFailure } from "../wire/answers/failure.ts";
import type { Edition } from "../wire/answers/operation.ts";
import { attempt } from "./loadGroup.ts";
import type { Call } from "../resources/resource.ts";
import type { PanelState } from "./treeNodes.ts";

/** Asks a panel for its state, and for its edition, which decides what it has. Never rejects: a defect goes to `onDefect`, and counts as a failure. */
export async function loadPanelState(
  call: Call,
  learnEdition: () => Promise<Edition>,
  now: () => number,
  onDefect: (error: unknown) => void,
): Promise<Exclude<PanelState, { kind: "unknown" }>> {
  const outcome = await attempt(async () => {
    const { version, machine } = await call("system.total", {});
    const seen = { ...machine, atMs: now() };
    return { version, edition: await learnEdition(), machine: seen };
  }, onDefect);
  return "failure" in outcome
    ? failingState(outcome.failure, now)
    : { kind: "answering", ...outcome.value, atMs: now() };
}

/** The state of a panel by a call that failed. Where a refusal stands nothing was sent, so it has the time of that. */
export function failingState(failure: PanelFailure, now: () => number): Extract<PanelState, { kind: "failing" }> {
  return { kind: "failing", failure, atMs: (failure.kind === "refused" ? failure.at : undefined) ?? now() };
}

/**
 * Whether there is no use in asking for its groups: it did not answer, answered with a page, or refused us. One that
 * gives an unexpected answer to this may still answer for its groups.
 */
export function isSilent(state: PanelState): state is Extract<PanelState, { kind: "failing" }> {
  return state.kind === "failing" && !ANSWERS.has(state.failure.kind);
}

const ANSWERS: ReadonlySet<PanelFailure["kind"]> = new Set(["unsupported", "rejected", "malformed", "tooLarge"]);
