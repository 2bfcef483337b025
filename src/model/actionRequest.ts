import { operations } from "../panel/operations/table.ts";
import { safeguardFor, type GuardLevel, type Safeguard } from "./guardLevel.ts";
import type { Action, ActionInput, Call, ResourceState, Target, Verb } from "./resource.ts";
import { resourceOf, type ResourceKind } from "./resources/table.ts";

/** A panel as the runner needs it; `PanelConnection` is one. */
export interface ActionPanel {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly guardLevel: GuardLevel;
  readonly callFor: (signal: AbortSignal) => Call;
}

/** What a person wants done, to one target. */
export interface ActionRequest<Row = unknown> {
  readonly panel: ActionPanel;
  readonly kind: ResourceKind;
  readonly verb: Verb;
  readonly target: Target;
  readonly input?: ActionInput;
  readonly state?: ResourceState;
  /** The row as last seen and its neighbours, to name others that are hit as well. */
  readonly row?: Row;
  readonly rows?: readonly Row[];
}

/** The row of the resource table. Throws where the kind has no such verb, which is a defect. */
export function actionOf({ kind, verb }: ActionRequest): Action<unknown> {
  const action = resourceOf(kind).actions[verb];
  if (action === undefined) throw new TypeError(`${kind} has no ${verb}`);
  return action;
}

/** What the panel's guard level asks before the action is sent. */
export function safeguardOf(request: ActionRequest): Safeguard {
  return safeguardFor(request.panel.guardLevel, operations[actionOf(request).operation].effect);
}
