import type { OperationId } from "../wire/operations/table.ts";
import { operations } from "../wire/operations/table.ts";
import type { ActionPanel } from "./actionRequest.ts";
import { safeguardFor, type Safeguard } from "../panels/guardLevel.ts";
import type { Outcome } from "./outcome.ts";
import type { Target, Verb } from "../resources/resource.ts";
import type { ResourceKind } from "../resources/table.ts";

/** A change that is no action of the resource table, because what it is about is not there before. */
export interface Deed<Result> {
  readonly panel: ActionPanel;
  readonly kind: ResourceKind;
  readonly verb: Verb;
  /** Named by what it will be called. */
  readonly target: Target;
  /** What decides how carefully it is done. */
  readonly operation: OperationId;
  /** Sends it and finds out what became of it. */
  readonly perform: () => Promise<Result>;
  /** What is recorded of a result. */
  readonly outcomeOf: (result: Result) => Outcome;
}

/** Why `perform` was never called. */
export type Unsent = Extract<Outcome, { readonly kind: "readOnly" | "declined" | "busy" }>;

/** What the panel's guard level, as it is now, asks before a deed is done. */
export function safeguardOfDeed({ panel, operation }: Pick<Deed<unknown>, "panel" | "operation">): Safeguard {
  return safeguardFor(panel.guardLevel, operations[operation].effect);
}
