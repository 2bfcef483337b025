import { operations, type OperationId } from "../wire/operations/operations.ts";
import { safeguardFor, type GuardLevel, type Safeguard } from "../panels/guardLevel.ts";
import type { Action, ActionInput, Call, ResourceState, Target, Identity } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import { changeOf, nameableKinds, resourceOf, type ResourceKind } from "../resources/resources.ts";

/** A panel as the runner needs it; `PanelConnection` is one. */
export interface ActionPanel {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly guardLevel: GuardLevel;
  readonly callFor: (signal: AbortSignal) => Call;
  /** Whether the panel may have an operation: `true` while nothing excludes it. May throw `PanelError`. */
  readonly offers: (id: OperationId, signal: AbortSignal) => Promise<boolean>;
}

/** What a person wants done, to one target. */
export interface ActionRequest<Row = unknown> {
  readonly panel: ActionPanel;
  readonly kind: ResourceKind;
  readonly verb: Verb;
  readonly target: Target;
  readonly input?: ActionInput;
  readonly state?: ResourceState;
  /** The row as the person saw it; `undefined`: its key is all that they saw, or they typed it. */
  readonly row: Row | undefined;
  /** Its neighbours, to name others that are hit as well. */
  readonly rows?: readonly Row[];
}

/** The row of the resource table. Throws where the kind has no such verb, which is a defect. */
export function actionOf({ kind, verb }: ActionRequest): Action<unknown> {
  const action = resourceOf(kind).actions[verb];
  if (action === undefined) throw new TypeError(`${kind} has no ${verb}`);
  return action;
}

/** Keys of the others that are hit as well, by the rows at hand. */
export function keysAlsoHit(request: ActionRequest): readonly string[] {
  const { kind, verb, row, rows = [] } = request;
  const others = row === undefined ? undefined : changeOf(kind, verb).alsoAffects?.(row, rows);
  return others?.flatMap((other) => resourceOf(kind).key(other) ?? []) ?? [];
}

/** What the panel's guard level asks before the action is sent. */
export function safeguardOf({ panel, kind, verb }: ActionRequest): Safeguard {
  return safeguardFor(panel.guardLevel, operations[changeOf(kind, verb).operation].effect);
}

/**
 * The rows that can be shown without a new list, by the last look at the target; `undefined`: it did not see all that was
 * hit.
 */
export function rowsSeen(
  request: ActionRequest,
  latest: { readonly seen: unknown } | undefined,
): readonly unknown[] | undefined {
  const { kind, verb, row, rows = [] } = request;
  if (latest === undefined) return undefined;
  const alsoAffects = resourceOf(kind).actions[verb]?.alsoAffects;
  // without the row that a person saw nobody knows whom it shares its server with
  if (alsoAffects !== undefined && (row === undefined || alsoAffects(row, rows).length > 0)) return undefined;
  return latest.seen === undefined ? [] : resourceOf(kind).seenRows?.(latest.seen, row);
}

/**
 * What a person saw of the target, to be compared with what the panel has before anything is sent; `undefined`: they typed a
 * name, by which it is looked up.
 */
export function shownIn({ kind, row, target }: ActionRequest): Identity | undefined {
  if (row !== undefined) return resourceOf(kind).identity(row);
  return nameableKinds.some((nameable) => nameable === kind) ? undefined : [target.key];
}
