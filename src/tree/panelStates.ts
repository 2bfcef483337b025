import { isDeepStrictEqual } from "node:util";
import type { CallResult } from "../connection/lastCall.ts";
import type { CalledBy } from "../connection/lockoutGuard.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { CertificateLimits } from "../resources/trouble.ts";
import { isSilence, type PanelFailure } from "../wire/answers/failure.ts";
import { attempt } from "./loadGroup.ts";
import type { PanelTreeOptions } from "./panelTreeOptions.ts";
import type { PanelNode, PanelState, SeenMachine } from "./treeNodes.ts";

type PanelStatesOptions = Pick<PanelTreeOptions, "callFor" | "editionOf" | "learnEdition" | "now" | "onDefect">;
type Answering = Extract<PanelState, { kind: "answering" }>;

/** Derives the states of panels from the newest calls made to them, whoever made them. */
export class PanelStates {
  readonly #options: PanelStatesOptions;
  readonly #results = new Map<string, CallResult>();
  /** The last state in which each panel described itself. */
  readonly #described = new Map<string, Answering>();

  constructor(options: PanelStatesOptions) {
    this.#options = options;
  }

  /** Returns the state of a panel after another of its calls. */
  after({ panel, state }: PanelNode, result: CallResult): PanelState {
    const { editionOf, now } = this.#options;
    this.#results.set(panel.id, result);
    const { failure } = result;
    if (failure !== undefined) return failingState(failure, now);
    const edition = editionOf(panel);
    if (state.kind === "answering") return { ...state, edition, atMs: now() };
    // without the machine, which may have been restarted since it failed
    const version = this.#described.get(panel.id)?.version;
    return { kind: "answering", edition, version, atMs: now() };
  }

  /**
   * Asks a panel for its state and its edition, which decides what it has. The result of a call that was sent later prevails;
   * `current` returns the state that is shown then. Never rejects: a defect goes to `onDefect`.
   */
  async load(
    panel: PanelRecord,
    signal: AbortSignal,
    calledBy: CalledBy,
    current: () => PanelState | undefined,
  ): Promise<PanelState> {
    const { callFor, learnEdition, now, onDefect } = this.#options;
    const { id } = panel;
    const resultBefore = this.#results.get(id);
    const outcome = await attempt(async () => {
      const { version, machine } = await callFor(panel, signal, calledBy)("system.total", {});
      const seen = machine && { machine: { ...machine, atMs: now() } };
      return { version, edition: await learnEdition(panel, signal, calledBy), ...seen };
    }, onDefect);
    let state: PanelState;
    if ("failure" in outcome) state = failingState(outcome.failure, now);
    else {
      state = { kind: "answering", ...outcome.value, atMs: now() };
      this.#described.set(id, state);
    }
    const latest = this.#results.get(id);
    if (latest === undefined || latest === resultBefore) return state;
    if (isOfLoad(latest)) return state;
    const isOutdated = latest.failure !== undefined || isSilent(state);
    if (isOutdated) return current() ?? state;
    return state;
  }

  /** Forgets a panel whose address or key has changed. */
  forget(id: string): void {
    this.#results.delete(id);
    this.#described.delete(id);
  }
}

/** The state of a panel whose call failed. During a refusal nothing is sent, so the state has the time of the refusal. */
function failingState(failure: PanelFailure, now: () => number): Extract<PanelState, { kind: "failing" }> {
  const refusedAt = failure.kind === "refused" ? failure.at : undefined;
  return { kind: "failing", failure, atMs: refusedAt ?? now() };
}

/** Whether asking for the groups of a panel is useless; one that answers this call unexpectedly may still answer for its groups. */
export function isSilent(state: PanelState): state is Extract<PanelState, { kind: "failing" }> {
  return state.kind === "failing" && isSilence(state.failure);
}

/** Whether a call belongs to the load of a panel, which shows its result itself. */
export function isOfLoad({ operation, failure }: CallResult): boolean {
  return operation === "system.total" || (operation === "system.edition" && failure === undefined);
}

/** Whether two states differ in time only. */
export function saysSame(a: PanelState, b: PanelState): boolean {
  return isDeepStrictEqual({ ...a, atMs: 0 }, { ...b, atMs: 0 });
}

/** Adds load and disks of the state before to one that was just loaded, until its own have arrived. */
export function withDetailsOf(stateBefore: PanelState | undefined, state: PanelState): PanelState {
  const details = machineOf(stateBefore)?.details;
  if (state.kind !== "answering" || state.machine === undefined) return state;
  if (details === undefined) return state;
  return { ...state, machine: { ...state.machine, details } };
}

export function machineOf(state: PanelState | undefined): SeenMachine | undefined {
  if (state?.kind === "answering") return state.machine;
  return undefined;
}

/** Limits from which on a panel needs attention. */
export interface AttentionLimits {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** A disk counts as full from this percentage on. */
  readonly diskPercent: number;
}

/** Limits from which on a panel or a resource needs attention. */
export type Limits = CertificateLimits & Pick<AttentionLimits, "diskPercent">;

/** Whether a panel fails, its trusted certificate has expired, or a disk of its machine is full. */
export function needsAttention(
  { panel, state }: Pick<PanelNode, "panel" | "state">,
  { now, diskPercent }: AttentionLimits,
): boolean {
  if (state.kind === "unknown") return false;
  if (state.kind === "failing" && state.failure.kind !== "cancelled") return true;
  if (panel.pinnedUntil !== undefined && Date.parse(panel.pinnedUntil) < now) return true;
  return state.kind === "answering" && fullPercent(state.machine, diskPercent) !== undefined;
}

/** Percentage used of the fullest disk; `undefined`: below the limit, or unknown. */
export function fullPercent(machine: SeenMachine | undefined, limit: number): number | undefined {
  const fullest = Math.max(0, ...(machine?.details?.disks ?? []).map(({ usedPercent = 0 }) => usedPercent));
  if (fullest >= limit) return fullest;
  return undefined;
}
