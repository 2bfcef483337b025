import type { CalledBy } from "../connection/lockoutGuard.ts";
import { orCancelled } from "../connection/orCancelled.ts";
import type { PanelRecord } from "../panels/panelRecord.ts";
import type { Call } from "../resources/resource.ts";
import type { Clock } from "../storage/ports.ts";
import type { MachineDetails } from "../wire/answers/machine.ts";
import { attempt } from "./loadGroup.ts";
import type { PanelTree } from "./panelTree.ts";
import type { SeenMachine } from "./treeNodes.ts";

/** A tooltip comes up without what takes longer. */
const WAIT_MS = 3_000;

export interface PanelDetailsOptions {
  readonly tree: Pick<PanelTree, "node">;
  readonly callFor: (panel: PanelRecord, signal: AbortSignal, by: CalledBy) => Call;
  readonly clock: Clock;
  /** For the log: what was thrown is no failure of a panel. */
  readonly onDefect: (error: unknown) => void;
}

const NOTHING: MachineDetails = { load: undefined, disks: [] };

/** Load and disks of panels, asked for when somebody looks at one, and once until the panel is loaded again. */
export class PanelDetails {
  readonly #options: PanelDetailsOptions;
  /** By what the panel told when it was loaded. */
  readonly #known = new WeakMap<SeenMachine, MachineDetails>();

  constructor(options: PanelDetailsOptions) {
    this.#options = options;
  }

  /**
   * What the panel of a node tells besides, as far as it is known after a moment; nothing of a panel that does not answer or
   * was not loaded: looking at a row is no reason to call it. Never rejects.
   */
  async of(id: string, signal: AbortSignal): Promise<MachineDetails> {
    const { tree, callFor, onDefect } = this.#options;
    const node = tree.node(id);
    const machine = node?.type === "panel" && node.state.kind === "answering" ? node.state.machine : undefined;
    if (node?.type !== "panel" || machine === undefined) return NOTHING;
    const known = this.#known.get(machine);
    if (known !== undefined) return known;
    const outcome = await attempt(
      async () => this.#inTime(signal, (given) => callFor(node.panel, given, "automatic")("system.details", {})),
      onDefect,
    );
    const details = "value" in outcome ? outcome.value : NOTHING;
    // whoever looks again later gets another chance
    if (!signal.aborted) this.#known.set(machine, details);
    return details;
  }

  /** Rejects as cancelled when the signal aborts, or when it has taken too long. */
  async #inTime<T>(signal: AbortSignal, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const limited = AbortSignal.any([signal, over.signal]);
    const end = () => over.abort();
    this.#options.clock.sleep(WAIT_MS, limited).then(end, end);
    try {
      return await orCancelled(limited, task(limited));
    } finally {
      over.abort();
    }
  }
}
