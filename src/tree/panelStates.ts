import { isDeepStrictEqual } from "node:util";
import type { CallResult } from "../connection/lastCall.ts";
import type { Edition } from "../wire/answers/operation.ts";
import type { Call } from "../resources/resource.ts";
import { failingState, isSilent, loadPanelState } from "./loadPanelState.ts";
import type { PanelTreeOptions } from "./panelTreeOptions.ts";
import type { PanelNode, PanelState, SeenMachine } from "./treeNodes.ts";

type Answering = Extract<PanelState, { kind: "answering" }>;

/** One panel to be asked. */
interface Asking {
  readonly call: Call;
  readonly learnEdition: () => Promise<Edition>;
  /** As it is shown at the time of the call. */
  readonly current: () => PanelState | undefined;
}

/** How panels are, by the newest of the calls that were made to them, whoever made it. */
export class PanelStates {
  readonly #results = new Map<string, CallResult>();
  /** As each was when it last told about itself. */
  readonly #told = new Map<string, Answering>();

  /** The state of a panel after another of its calls. */
  after(
    { panel, state }: PanelNode,
    result: CallResult,
    { editionOf, now }: Pick<PanelTreeOptions, "editionOf" | "now">,
  ): PanelState {
    this.#results.set(panel.id, result);
    const { failure } = result;
    if (failure !== undefined) return failingState(failure, now);
    const known = state.kind === "answering" ? state : this.#told.get(panel.id);
    // the machine may have been started anew since it was found failing
    const machine = state.kind === "answering" ? state.machine : undefined;
    const told = { version: known?.version, ...(machine !== undefined && { machine }) };
    return { kind: "answering", edition: editionOf(panel), ...told, atMs: now() };
  }

  /** Asks a panel for its state. What a call that was sent later has shown meanwhile prevails. */
  async load(
    id: string,
    { call, learnEdition, current }: Asking,
    { now, onDefect }: Pick<PanelTreeOptions, "now" | "onDefect">,
  ): Promise<PanelState> {
    const before = this.#results.get(id);
    const state = await loadPanelState(call, learnEdition, now, onDefect);
    if (state.kind === "answering") this.#told.set(id, state);
    const latest = this.#results.get(id);
    if (latest === undefined || latest === before || isOfLoad(latest)) return state;
    const isOutdated = latest.failure !== undefined || isSilent(state);
    return isOutdated ? (current() ?? state) : state;
  }

  /** For a panel that is reached in another way from now on. */
  forget(id: string): void {
    this.#results.delete(id);
    this.#told.delete(id);
  }
}

/** Whether loading a panel asks for this itself, and shows what it told. */
export function isOfLoad({ operation, failure }: CallResult): boolean {
  return operation === "system.total" || (operation === "system.edition" && failure === undefined);
}

/** Whether both say the same of a panel, though of another time. */
export function saysSame(a: PanelState, b: PanelState): boolean {
  return isDeepStrictEqual({ ...a, atMs: 0 }, { ...b, atMs: 0 });
}

/** A state that was just loaded, with the load and disks of the one before until its own are told. */
export function withDetailsOf(before: PanelState | undefined, state: PanelState): PanelState {
  const details = machineOf(before)?.details;
  if (state.kind !== "answering" || state.machine === undefined || details === undefined) return state;
  return { ...state, machine: { ...state.machine, details } };
}

export function machineOf(state: PanelState | undefined): SeenMachine | undefined {
  return state?.kind === "answering" ? state.machine : undefined;
}

/** What decides whether a panel needs attention. */
export interface AttentionLimits {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** From how many percent on a disk counts as full. */
  readonly diskPercent: number;
}

/**
 * Whether a panel that was asked is not as it should be: it fails, the certificate that was trusted has expired, or a disk of
 * its machine is full.
 */
export function needsAttention(
  { panel, state }: Pick<PanelNode, "panel" | "state">,
  { now, diskPercent }: AttentionLimits,
): boolean {
  if (state.kind === "unknown") return false;
  if (state.kind === "failing" && state.failure.kind !== "cancelled") return true;
  if (panel.pinnedUntil !== undefined && Date.parse(panel.pinnedUntil) < now) return true;
  return state.kind === "answering" && fullPercent(state.machine, diskPercent) !== undefined;
}

/** How full the fullest disk of a machine is, in percent; `undefined`: not as full as the limit, or not known. */
export function fullPercent(machine: SeenMachine | undefined, limit: number): number | undefined {
  const most = Math.max(0, ...(machine?.details?.disks ?? []).map(({ usedPercent = 0 }) => usedPercent));
  return most >= limit ? most : undefined;
}
