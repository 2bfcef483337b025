import type { ActionPanel, ResourceRequest } from "../actions/actionRequest.ts";
import type { ActionInput } from "../resources/resource.ts";
import { resourceOf } from "../resources/resources.ts";
import type { Verb } from "../resources/verbs.ts";
import type { ItemNode } from "./treeNodes.ts";

/** Makes the request for an action on an item; `rows` are the loaded rows of its kind. */
export function actionRequestOf(
  panel: ActionPanel,
  { kind, key, label, state, row }: ItemNode,
  verb: Verb,
  rows: readonly unknown[],
  input: ActionInput = {},
): ResourceRequest {
  const alias = row === undefined ? undefined : resourceOf(kind).alias?.(row);
  return { panel, kind, verb, input, target: { key, label, ...(alias !== undefined && { alias }) }, state, row, rows };
}
