import { operations } from "../wire/operations/operations.ts";
import type { Effect } from "../wire/answers/operation.ts";
import { changeIn, safeguardOf, type ActionPanel, type ActionRequest } from "./actionRequest.ts";
import type { Safeguard } from "../panels/guardLevel.ts";
import type { DeploymentInput } from "../resources/plannedDeployment.ts";
import type { FileInput } from "../resources/files/fileInput.ts";
import type { ActionInput, ResourceState, Target } from "../resources/resource.ts";
import type { Verb } from "../resources/verbs.ts";
import type { SubjectKind } from "../resources/subjects.ts";
import { alsoAffected } from "./alsoAffected.ts";

/** The question before an action, one for all targets. */
export interface Confirmation {
  readonly kind: SubjectKind;
  /** The verb of the first target; others may differ. */
  readonly verb: Verb;
  readonly effect: Effect;
  readonly input: ActionInput;
  readonly targets: readonly ConfirmedTarget[];
  /** Who asks in a person's stead. */
  readonly by?: ActionRequest["by"];
  readonly calledByTask?: string;
  /** The strictest that any of the panels requires. */
  readonly safeguard: Exclude<Safeguard, "none" | "refuse">;
}

/** One target of a question. */
export interface ConfirmedTarget {
  readonly verb: Verb;
  readonly panel: Pick<ActionPanel, "id" | "name" | "address">;
  readonly target: Target;
  readonly state: ResourceState;
  /** Labels of others that are affected too. */
  readonly alsoAffects: readonly string[];
  readonly file?: FileInput;
  readonly deployment?: DeploymentInput;
}

/** Asks a person; resolves to whether they agreed. Rejects with `QuestionUnanswered` or `PanelError` if nobody answers. */
export type Confirm = (confirmation: Confirmation) => Promise<boolean>;

/** Nobody has answered a question in time: nothing was sent. The message is a sentence. */
export class QuestionUnanswered extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "QuestionUnanswered";
  }
}

const STRICTNESS: readonly Safeguard[] = ["none", "ask", "typeName", "refuse"];

/**
 * Builds the one question for requests of one kind; `undefined` if none is required.
 * @param least the safeguard if no panel requires more
 */
export function questionFor(
  requests: readonly ActionRequest[],
  least: "none" | "ask" = "none",
): Confirmation | undefined {
  const [first] = requests;
  if (first === undefined) return undefined;
  const safeguard = requests
    .flatMap((request): readonly Safeguard[] => [
      leastFor(request),
      // a typed name: the person has not seen the target yet
      request.state === "manual" ? "ask" : "none",
      safeguardOf(request),
    ])
    .reduce<Safeguard>((a, b) => (STRICTNESS.indexOf(a) > STRICTNESS.indexOf(b) ? a : b), least);
  if (safeguard === "none" || safeguard === "refuse") return undefined;
  const { kind, verb, input = {}, by, calledByTask } = first;
  return {
    kind,
    verb,
    input,
    ...(by !== undefined && { by }),
    ...(calledByTask !== undefined && { calledByTask }),
    effect: operations[changeIn(first).operation].effect,
    safeguard,
    targets: requests.map((request) => ({
      verb: request.verb,
      panel: request.panel,
      target: request.target,
      state: request.state ?? "unknown",
      alsoAffects: alsoAffected(request).map(({ label }) => label),
      ...(request.input?.file && { file: request.input.file }),
      ...(request.input?.deployment && { deployment: request.input.deployment }),
    })),
  };
}

function leastFor(request: ActionRequest): Safeguard {
  const { safeguard = "none" } = changeIn(request);
  if (typeof safeguard === "function") return safeguard(request.target.key);
  return safeguard;
}
