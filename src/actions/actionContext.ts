import type { Action, Call } from "../resources/resource.ts";
import type { Clock } from "../storage/ports.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { ActionRequest } from "./actionRequest.ts";
import type { Phase } from "./outcome.ts";
import type { Verifier } from "./verifier.ts";

/** One action and what it is carried out with. */
export interface ActionContext {
  readonly request: ActionRequest;
  readonly action: Action<unknown>;
  readonly call: Call;
  /** Aborted before something is sent, nothing is; later the wait ends. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** How long to wait for a change to be seen. */
  readonly waitMs: number;
  /** Reports a phase, and notes it in the journal if something is sent in it. Rejects with `PanelError` if it cannot. */
  readonly report: (phase: Phase) => Promise<void>;
  /** See `Claim.alsoBy`. */
  readonly claimBy: (key: string) => Promise<boolean>;
  /** Takes the verifier that looks at the target from now on. */
  readonly onLooked: (verifier: Verifier) => void;
  /** The failure that an error stands for; reports defects. */
  readonly failureIn: (error: unknown) => PanelFailure;
}

/** Whether the panel refused an action because its target is already as wanted. */
export async function isRefusedInVain(
  { call, failureIn }: ActionContext,
  { refusedWhenSo }: Action<unknown>,
  verifier: Verifier,
  failure: PanelFailure,
): Promise<boolean> {
  if (failure.kind !== "rejected" || refusedWhenSo !== true) return false;
  try {
    return await verifier.isAlreadyInState(call);
  } catch (error) {
    failureIn(error);
    return false;
  }
}
