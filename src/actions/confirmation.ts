import { operations } from "../wire/operations/operations.ts";
import type { Effect } from "../wire/answers/operation.ts";
import { safeguardOf, type ActionPanel, type ActionRequest } from "./actionRequest.ts";
import type { Safeguard } from "../panels/guardLevel.ts";
import type { ActionInput, ResourceState, Target } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import { changeOf, resourceOf, type ResourceKind } from "../resources/resources.ts";

/** What a person is asked before an operation is sent, once for all targets. */
export interface Confirmation {
  readonly kind: ResourceKind;
  /** Of the first target; others may have another one. */
  readonly verb: Verb;
  readonly effect: Effect;
  readonly input: ActionInput;
  readonly targets: readonly ConfirmedTarget[];
  /** The strictest that the panels ask for. */
  readonly safeguard: Exclude<Safeguard, "none" | "refuse">;
}

/** One target of a question. */
export interface ConfirmedTarget {
  readonly verb: Verb;
  readonly panel: Pick<ActionPanel, "id" | "name" | "address">;
  readonly target: Target;
  readonly state: ResourceState;
  /** Labels of others that are hit as well. */
  readonly alsoAffects: readonly string[];
}

/** Asks a person; resolves to whether they agreed. */
export type Confirm = (confirmation: Confirmation) => Promise<boolean>;

const STRICTNESS: readonly Safeguard[] = ["none", "ask", "typeName", "refuse"];

/**
 * The one question for all requests, which are of one kind; `undefined` where no panel asks for one.
 * @param least what is asked for where no panel wants more
 */
export function questionFor(
  requests: readonly ActionRequest[],
  least: "none" | "ask" = "none",
): Confirmation | undefined {
  const [first] = requests;
  if (first === undefined) return undefined;
  const safeguard = requests
    .flatMap((request): readonly Safeguard[] => [
      changeOf(request.kind, request.verb).safeguard ?? ("none" as const),
      // nobody has seen yet what the name stands for
      request.state === "manual" ? "ask" : "none",
      safeguardOf(request),
    ])
    .reduce<Safeguard>((a, b) => (STRICTNESS.indexOf(a) > STRICTNESS.indexOf(b) ? a : b), least);
  if (safeguard === "none" || safeguard === "refuse") return undefined;
  const { kind, verb, input = {} } = first;
  return {
    kind,
    verb,
    input,
    effect: operations[changeOf(kind, verb).operation].effect,
    safeguard,
    targets: requests.map((request) => ({
      verb: request.verb,
      panel: request.panel,
      target: request.target,
      state: request.state ?? "unknown",
      alsoAffects: affectedBeside(request),
    })),
  };
}

function affectedBeside(request: ActionRequest): readonly string[] {
  const { kind, verb, row, rows } = request;
  const { alsoAffects } = changeOf(kind, verb);
  if (row === undefined || alsoAffects === undefined) return [];
  return alsoAffects(row, rows ?? []).map((other) => resourceOf(kind).label(other));
}
