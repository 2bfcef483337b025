import { isDeepStrictEqual } from "node:util";
import type { Heard } from "../connection/lastCall.ts";
import type { Edition } from "../wire/answers/operation.ts";
import type { Call } from "../resources/resource.ts";
import { failingState, isSilent, loadPanelState } from "./loadPanelState.ts";
import type { PanelTreeOptions } from "./panelTreeOptions.ts";
import type { PanelNode, PanelState } from "./treeNodes.ts";

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
  readonly #heard = new Map<string, Heard>();
  /** As each was when it last told about itself. */
  readonly #told = new Map<string, Answering>();

  /** The state of a panel after another of its calls. */
  after(
    { panel, state }: PanelNode,
    heard: Heard,
    { editionOf, now }: Pick<PanelTreeOptions, "editionOf" | "now">,
  ): PanelState {
    this.#heard.set(panel.id, heard);
    const { failure } = heard;
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
    const before = this.#heard.get(id);
    const state = await loadPanelState(call, learnEdition, now, onDefect);
    if (state.kind === "answering") this.#told.set(id, state);
    const latest = this.#heard.get(id);
    if (latest === undefined || latest === before || isOfLoad(latest)) return state;
    const isOutdated = latest.failure !== undefined || isSilent(state);
    return isOutdated ? (current() ?? state) : state;
  }

  /** For a panel that is reached in another way from now on. */
  forget(id: string): void {
    this.#heard.delete(id);
    this.#told.delete(id);
  }
}

/** Whether loading a panel asks for this itself, and shows what it told. */
export function isOfLoad({ operation, failure }: Heard): boolean {
  return operation === "system.total" || (operation === "system.edition" && failure === undefined);
}

/** Whether both say the same of a panel, though of another time. */
export function saysSame(a: PanelState, b: PanelState): boolean {
  return isDeepStrictEqual({ ...a, atMs: 0 }, { ...b, atMs: 0 });
}

/** Whether a panel that was asked is not as it should be: it fails, or the certificate that was trusted has expired. */
export function needsAttention({ panel, state }: Pick<PanelNode, "panel" | "state">, now: number): boolean {
  if (state.kind === "unknown") return false;
  if (state.kind === "failing" && state.failure.kind !== "cancelled") return true;
  return panel.pinnedUntil !== undefined && Date.parse(panel.pinnedUntil) < now;
}
