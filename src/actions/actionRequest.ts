import { operations, type OperationId } from "../wire/operations/operations.ts";
import { safeguardFor, type GuardLevel, type Safeguard } from "../panels/guardLevel.ts";
import type { Action, ActionInput, Call, ResourceState, Target, Identity } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import { changeOf, nameableKinds, resourceOf, type ResourceKind } from "../resources/resources.ts";

/** The part of `PanelConnection` that the runner needs. */
export interface ActionPanel {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly guardLevel: GuardLevel;
  readonly callFor: (signal: AbortSignal) => Call;
  /** Whether the panel has an operation; `true` if that is unknown. May throw `PanelError`. */
  readonly offers: (id: OperationId, signal: AbortSignal) => Promise<boolean>;
}

/** An action that a person wants performed on one target. */
export interface ActionRequest<Row = unknown> {
  readonly panel: ActionPanel;
  readonly kind: ResourceKind;
  readonly verb: Verb;
  readonly target: Target;
  readonly input?: ActionInput;
  readonly state?: ResourceState;
  /** The row as the person saw it; `undefined`: they saw or typed only a key. */
  readonly row: Row | undefined;
  /** The loaded rows of the kind, to find others that are affected too. */
  readonly rows?: readonly Row[];
  /** What the task calls the target, where its label is another one. */
  readonly calledByTask?: string;
  /** Who asks in a person's stead; the question and the activity say so. */
  readonly by?: "agent";
}

/** The action in the resource table. Throws if the kind has no such verb, which is a defect. */
export function actionOf({ kind, verb }: ActionRequest): Action<unknown> {
  const action = resourceOf(kind).actions[verb];
  if (action === undefined) throw new TypeError(`${kind} has no ${verb}`);
  return action;
}

/** Keys of others that the action affects too, among the loaded rows. */
export function keysAlsoAffected(request: ActionRequest): readonly string[] {
  const { kind, verb, row, rows = [] } = request;
  const others = row === undefined ? undefined : changeOf(kind, verb).alsoAffects?.(row, rows);
  return others?.flatMap((other) => resourceOf(kind).key(other) ?? []) ?? [];
}

/** What the panel's guard level requires before the action is sent. */
export function safeguardOf({ panel, kind, verb }: Pick<ActionRequest, "panel" | "kind" | "verb">): Safeguard {
  return safeguardFor(panel.guardLevel, operations[changeOf(kind, verb).operation].effect);
}

/** Rows to patch into the tree without a reload; `undefined`: the last look did not see everything that was affected. */
export function rowsSeen(
  request: ActionRequest,
  latest: { readonly seen: unknown } | undefined,
): readonly unknown[] | undefined {
  const { kind, verb, row, rows = [] } = request;
  if (latest === undefined) return undefined;
  const alsoAffects = resourceOf(kind).actions[verb]?.alsoAffects;
  // without a row, the others that are affected too are unknown
  if (alsoAffects !== undefined && (row === undefined || alsoAffects(row, rows).length > 0)) return undefined;
  if (latest.seen === undefined) return [];
  return resourceOf(kind).seenRows?.(latest.seen, row);
}

/** The identity that the person saw; `undefined`: they typed a name, which identifies the target by itself. */
export function shownIdentity({ kind, row, target }: ActionRequest): Identity | undefined {
  if (row !== undefined) return resourceOf(kind).identity(row);
  if (nameableKinds.some((nameable) => nameable === kind)) return undefined;
  return [target.key];
}
