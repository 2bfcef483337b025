import type { ActionRequest } from "../../actions/actionRequest.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { AgentServices } from "../agentServices.ts";
import type { AgentToolInput } from "../agentTools.ts";

/** Most questions of VS Code that may be open; the oldest are forgotten, and asked again by our own guard. */
const MOST = 100;

/** What an agent asks for. */
export type ControlInput = AgentToolInput<"control_panel_resource">;

/** What a question of VS Code names: the panel as it was then, and what is to be done there. */
interface Asked {
  readonly panel: PanelRecord;
  readonly request: ActionRequest;
}

/**
 * The targets that VS Code was given to ask about, until they are acted on: what is done is what was found for the question,
 * and what VS Code was not given to ask our own guard asks.
 */
export class AskedTargets {
  readonly #asked = new Map<string, Asked>();

  /** Keeps what the question for an input names, in place of an earlier one. */
  keep(input: ControlInput, asked: Asked): void {
    this.forget(input);
    this.#asked.set(keyOf(input), asked);
    for (const oldest of this.#asked.keys()) {
      if (this.#asked.size <= MOST) return;
      this.#asked.delete(oldest);
    }
  }

  /** There is no question for an input. */
  forget(input: ControlInput): void {
    this.#asked.delete(keyOf(input));
  }

  /** Takes what VS Code has asked about; `undefined`: nothing, or its panel is no longer the one that the question named. */
  take(
    input: ControlInput,
    { panels, connections }: Pick<AgentServices, "panels" | "connections">,
  ): ActionRequest | undefined {
    const asked = this.#asked.get(keyOf(input));
    this.forget(input);
    if (asked === undefined) return undefined;
    const { id, name, address } = asked.panel;
    const panel = panels().find((each) => each.id === id && each.name === name && each.address === address);
    // its protection may be another one by now
    return panel && { ...asked.request, panel: connections.of(panel) };
  }
}

function keyOf({ panel, kind, name, action }: ControlInput): string {
  return JSON.stringify([panel, kind, name, action]);
}
