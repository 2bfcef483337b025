import { isDeepStrictEqual } from "node:util";
import { shownIdentity, type ResourceRequest } from "../../actions/actionRequest.ts";
import { questionFor } from "../../actions/confirmation.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import { confirmationText } from "../../texts/confirmationTexts.ts";
import type { AgentPanels } from "../agentServices.ts";
import type { AgentToolInput } from "../agentTools.ts";

/** Most inputs whose calls have not come; our own guard asks about others. */
const MOST = 100;

/** What an agent asks for. */
export type ControlInput = AgentToolInput<"control_panel_resource">;

/** What a question of VS Code names: the panel as it was then, and what is to be done there. */
export interface Asked {
  readonly panel: PanelRecord;
  readonly request: ResourceRequest;
}

/** The calls for one input that VS Code has prepared. Nobody says which of them comes, or that a person has declined one. */
interface Prepared {
  /** As far as they have not come. */
  readonly count: number;
  /** What the questions for all of them name; absent: two things, or not all of them have a question. */
  readonly named?: Asked;
  /** A person may just have agreed to one of them. */
  readonly mayCome: boolean;
}

/**
 * The targets that VS Code was given to ask about, until they are acted on: what is done is what was found for the question,
 * and what VS Code was not given to ask our own guard asks. So it does where calls for one input mean two things.
 */
export class AskedTargets {
  readonly #prepared = new Map<string, Prepared>();

  /** Keeps what the question for an input names; `false`: our own guard asks, and VS Code must not. */
  keep(input: ControlInput, asked: Asked): boolean {
    const before = this.#prepared.get(keyOf(input));
    const isClear = before === undefined || (before.named !== undefined && namesSame(before.named, asked));
    if (!isClear || (before === undefined && this.#prepared.size >= MOST)) {
      this.leave(input);
      return false;
    }
    this.#prepared.set(keyOf(input), { count: (before?.count ?? 0) + 1, named: asked, mayCome: true });
    return true;
  }

  /** Leaves a call to our own guard, and with it all others for this input that have not come yet. */
  leave(input: ControlInput): void {
    const before = this.#prepared.get(keyOf(input));
    if (before === undefined && this.#prepared.size >= MOST) return;
    this.#prepared.set(keyOf(input), { count: (before?.count ?? 0) + 1, mayCome: false });
  }

  /** Takes what VS Code has asked about; `undefined`: nothing, or its panel is no longer the one that the question named. */
  take(input: ControlInput, { panels, connections }: AgentPanels): ResourceRequest | undefined {
    const key = keyOf(input);
    const prepared = this.#prepared.get(key);
    if (prepared === undefined) return undefined;
    const { count, named, mayCome } = prepared;
    if (count === 1) this.#prepared.delete(key);
    // one answer is for one call
    else this.#prepared.set(key, { ...prepared, count: count - 1, mayCome: false });
    if (named === undefined || !mayCome) return undefined;
    const { id, name, address } = named.panel;
    const panel = panels().find((each) => each.id === id && each.name === name && each.address === address);
    // its protection may be another one by now
    return panel && { ...named.request, panel: connections.of(panel) };
  }
}

/** Whether two questions say the same and mean the same. */
function namesSame(one: Asked, other: Asked): boolean {
  return isDeepStrictEqual(meaningOf(one), meaningOf(other));
}

function meaningOf({ panel: { id, name, address }, request }: Asked) {
  const question = questionFor([request], "ask");
  return [id, name, address, question && confirmationText(question), request.target, shownIdentity(request)];
}

function keyOf({ panel, kind, name, action }: ControlInput): string {
  return JSON.stringify([panel, kind, name, action]);
}
