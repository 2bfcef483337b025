import { shownIdentity, type ResourceRequest } from "../actions/actionRequest.ts";
import { compare, type Call, type Identity } from "../resources/resource.ts";
import { resourceOf } from "../resources/resources.ts";
import { DeploymentError } from "./deploymentError.ts";
import type { Place } from "./place.ts";
import { targetKindOf } from "./targetKinds.ts";

/** A website or a Java project as the person saw it. */
export type DeployTo = Pick<ResourceRequest, "panel" | "kind" | "target" | "row" | "by">;

/**
 * Looks at a website or project, and returns its row. Throws a `DeploymentError` `changed` if it is gone, is another one, or has its files
 * or its jar elsewhere, and `PanelError`.
 */
export async function targetNow(to: DeployTo, place: Place, call: Call): Promise<unknown> {
  const kind = targetKindOf(to.kind);
  const row = await kind.find(call, to.target.key);
  if (row === undefined || !isSame(to, identityOf(to, row)) || !kind.isAt(row, place))
    throw new DeploymentError({ kind: "changed" });
  return row;
}

/** What tells a website or project from a later one of the same name. */
export function identityOf({ kind }: Pick<DeployTo, "kind">, row: unknown): Identity {
  return resourceOf(kind).identity(row);
}

function isSame(to: DeployTo, now: Identity): boolean {
  const shown = shownIdentity({ ...to, verb: "deploy" });
  return shown !== undefined && compare(shown, now) === "same";
}
