import type { RunsOn } from "../ports/environment.ts";
import type { ResourceKind } from "../resources/resources.ts";
import type { PanelFailure } from "../wire/answers/failure.ts";
import type { Edition } from "../wire/answers/operation.ts";

/** The steps from this computer to what a panel offers, in the order in which they are looked at. */
export const steps = [
  "address",
  "name",
  "port",
  "secure",
  "panel",
  "api",
  "allowed",
  "key",
  "clock",
  "edition",
  "offer",
] as const;

export type Step = (typeof steps)[number];

/** `unknown`: it was not come to, or what was seen proves neither. */
export type Mark = "tick" | "cross" | "unknown";

/** What was found out about a step. */
export interface Finding {
  readonly step: Step;
  readonly mark: Mark;
  readonly seen: Seen;
}

/** The computer that asks; in a remote window, `remote` is the one that the window works on. */
export interface Asker {
  readonly computer: string;
  readonly place: RunsOn;
}

/** What was seen at a step: facts, never sentences; `src/texts` has these. */
export type Seen =
  /** Why it is a cross. `isEarlier`: a refusal of before; the panel has answered no signed call since. */
  | { readonly fact: "failure"; readonly failure: PanelFailure; readonly isEarlier?: true }
  /** The panel answers a signed call as it answers strangers. */
  | { readonly fact: "asStranger"; readonly failure: PanelFailure }
  | { readonly fact: "notReached" }
  /** The step is as it should be. */
  | { readonly fact: "fine" }
  /** Another server than a panel may answer like this. */
  | { readonly fact: "unlikePanel" }
  | { readonly fact: "address"; readonly address: string; readonly from: Asker }
  | { readonly fact: "numeric" }
  | { readonly fact: "resolved"; readonly addresses: readonly string[] }
  | { readonly fact: "connected"; readonly milliseconds: number }
  /** This computer itself does not get there, and the panel answers all the same. */
  | { readonly fact: "throughProxy" }
  | { readonly fact: "plain"; readonly isLocal: boolean }
  | { readonly fact: "trusted"; readonly by: "system" | "pin" }
  /** The server's clock, in milliseconds ahead of ours; absent: its answer has no time. */
  | { readonly fact: "clock"; readonly aheadMs?: number }
  | { readonly fact: "software"; readonly edition: Edition; readonly version: string | undefined }
  /** The groups of the panel; `hidden`: those that the person hides. */
  | { readonly fact: "offer"; readonly groups: readonly ResourceKind[]; readonly hidden: readonly ResourceKind[] };

/** The failure behind a cross. */
export function failureIn({ mark, seen }: Finding): PanelFailure | undefined {
  if (mark === "cross" && "failure" in seen) return seen.failure;
  return undefined;
}
