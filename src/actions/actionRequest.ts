import type { Agent } from "./agent.ts";
import { operations, type OperationId } from "../wire/operations/operations.ts";
import { safeguardFor, type GuardLevel, type Safeguard } from "../panels/guardLevel.ts";
import type { Action, ActionInput, Call, ResourceState, Target, Identity } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import { nameableKinds, resourceOf, type ResourceKind } from "../resources/resources.ts";
import { changeOf, type SubjectKind } from "../resources/subjects.ts";
import { settingAction } from "../siteSettings/settingAction.ts";

/** The part of `PanelConnection` that the runner needs. */
export interface ActionPanel {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly guardLevel: GuardLevel;
  readonly callFor: (signal: AbortSignal) => Call;
  /** Whether the panel has an operation; `true` if that is unknown. May throw `PanelError`, as where its version would do harm with it. */
  readonly offers: (id: OperationId, signal: AbortSignal) => Promise<boolean>;
}

/** An action that a person wants performed on one target. */
export interface ActionRequest<Row = unknown> {
  readonly panel: ActionPanel;
  readonly kind: SubjectKind;
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
  readonly by?: Agent;
  /** Which one it is of several that the activity shows as one. */
  readonly group?: RequestGroup;
}

/** One server of a deployment to several. */
export interface RequestGroup {
  /** Of this run. */
  readonly id: string;
  readonly deployment: string;
  readonly role: string;
  /** Of all its servers. */
  readonly roles: readonly string[];
}

/** An action on a resource, which may be in the resource table. */
export interface ResourceRequest<Row = unknown> extends ActionRequest<Row> {
  readonly kind: ResourceKind;
}

/** A request with its action in the resource table. */
export interface RowAction {
  readonly request: ResourceRequest;
  readonly action: Action<unknown>;
}

/** Finds what the tables of resources and settings have for a request; `undefined`: a procedure performs it. */
export function findRowAction(request: ActionRequest): RowAction | undefined {
  const { kind, verb, input } = request;
  if (kind === "file") return undefined;
  const action = input?.setting === undefined ? resourceOf(kind).actions[verb] : settingAction(input.setting);
  return action && { request: { ...request, kind }, action };
}

/** The action or procedure of a request. Throws if there is neither, which is a defect. */
export function changeIn({ kind, verb, input }: Pick<ActionRequest, "kind" | "verb" | "input">) {
  const setting = input?.setting && settingAction(input.setting);
  return setting ?? changeOf(kind, verb);
}

/** What the tables have for a request. Throws if that is nothing, which is a defect. */
export function rowActionOf(request: ActionRequest): RowAction {
  const found = findRowAction(request);
  if (found === undefined) throw new TypeError(`${request.kind} has no ${request.verb}`);
  return found;
}

/** What the panel's guard level requires before the action is sent. */
export function safeguardOf(request: Pick<ActionRequest, "panel" | "kind" | "verb" | "input">): Safeguard {
  return safeguardFor(request.panel.guardLevel, operations[changeIn(request).operation].effect);
}

/** Rows to patch into the tree without a reload; `undefined`: the last look did not see everything that was affected. */
export function rowsSeen(
  request: ActionRequest,
  latest: { readonly seen: unknown } | undefined,
): readonly unknown[] | undefined {
  const found = findRowAction(request);
  if (latest === undefined || found === undefined) return undefined;
  const { row, rows = [] } = request;
  const { alsoAffects } = found.action;
  // without a row, the others that are affected too are unknown
  if (alsoAffects !== undefined && (row === undefined || alsoAffects(row, rows).length > 0)) return undefined;
  if (latest.seen === undefined) return [];
  return resourceOf(found.request.kind).seenRows?.(latest.seen, row);
}

/** The identity that the person saw; `undefined`: they typed a name, which identifies the target by itself. */
export function shownIdentity(request: ResourceRequest): Identity | undefined {
  const { kind, row, target } = request;
  if (row !== undefined) return (findRowAction(request)?.action.identity ?? resourceOf(kind).identity)(row);
  if (nameableKinds.some((nameable) => nameable === kind)) return undefined;
  return [target.key];
}
