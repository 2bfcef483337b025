import { causeOf, failureOf, type PanelFailure } from "../wire/answers/failure.ts";
import type { ActionPanel } from "./actionRequest.ts";
import type { Call } from "../resources/resource.ts";

/**
 * The panels that are left alone for the rest of a run: each further call would fail in the same way, and wait for its
 * turn first.
 */
export class BlockedPanels {
  readonly #causes = new Map<string, PanelFailure>();

  /** Why a panel is to be left alone; `undefined`: it is not. */
  causeFor({ id }: Pick<ActionPanel, "id">): PanelFailure | undefined {
    return this.#causes.get(id);
  }

  /** As the panel's own; what its calls fail with is noticed, also where it does not become the outcome. */
  callFor(panel: Pick<ActionPanel, "id" | "callFor">, signal: AbortSignal): Call {
    const call = panel.callFor(signal);
    return async (id, params) => {
      try {
        return await call(id, params);
      } catch (error) {
        this.#notice(panel.id, failureOf(error));
        throw error;
      }
    };
  }

  #notice(panelId: string, failure: PanelFailure | undefined): void {
    const cause = failure && causeOf(failure);
    if (cause !== undefined && isLasting(cause)) this.#causes.set(panelId, cause);
  }
}

/** Whether a panel's next call would fail in the same way, until a person does something about it. */
function isLasting({ kind }: PanelFailure): boolean {
  return kind === "refused" || kind === "tls" || kind === "keyNeeded" || kind === "consentNeeded";
}
