import { shownIdentity, type ResourceRequest } from "../actions/actionRequest.ts";
import { compare, type Call, type Identity } from "../resources/resource.ts";
import { resourceOf } from "../resources/resources.ts";
import { DeploymentError } from "./deploymentError.ts";
import { targetOf, type Place } from "./place.ts";
import type { TargetKind } from "./targetKind.ts";
import { targetKindOf, type TargetKindId } from "./targetKinds.ts";
import { tidyRoot } from "./targetRoot.ts";

/** A target as the person saw it. */
export interface DeployTo extends Pick<ResourceRequest, "panel" | "kind" | "target" | "row" | "by" | "group"> {
  readonly targetKind: TargetKindId;
}

/**
 * Looks at a website or project, and returns its row. Throws a `DeploymentError` `changed` if it is gone, is another one, or has its files
 * or its jar elsewhere, `preparing` if the panel refuses everything about it for now, and `PanelError`.
 */
export async function targetNow(to: DeployTo, place: Place, call: Call): Promise<unknown> {
  const kind = targetKindOf(to);
  const row = await kind.find(call, to.target.key);
  if (row === undefined || !isSame(to, identityOf(to, row)) || !isAt(kind, row, place))
    throw new DeploymentError({ kind: "changed" });
  if (kind.process?.isPreparing?.(row) === true) throw new DeploymentError({ kind: "preparing" });
  return row;
}

/** What tells a website or project from a later one of the same name. */
export function identityOf({ kind }: Pick<DeployTo, "kind">, row: unknown): Identity {
  return resourceOf(kind).identity(row);
}

/** Whether a place on the server is that of the files or the file that a target has now. */
function isAt({ brings }: TargetKind, row: unknown, place: Place): boolean {
  const there = brings.onServer(row);
  if (brings.what === "folder") return tidyRoot(there) === place.root;
  return there === targetOf(place);
}

function isSame(to: DeployTo, now: Identity): boolean {
  const shown = shownIdentity({ ...to, verb: "deploy" });
  return shown !== undefined && compare(shown, now) === "same";
}
