import { shownIdentity, type ActionRequest } from "../actions/actionRequest.ts";
import { findSite } from "../resources/eachSite.ts";
import { findProject, PAGE_SIZE } from "../resources/processes.ts";
import { compare, type Call, type Identity } from "../resources/resource.ts";
import { resourceOf } from "../resources/resources.ts";
import type { JavaProject } from "../wire/operations/java.ts";
import type { Site } from "../wire/operations/sites.ts";
import { DeploymentError } from "./deploymentError.ts";
import { jarOf } from "./deployJar.ts";
import type { Place } from "./place.ts";
import { tidyRoot } from "./targetRoot.ts";

/** A website or a Java project as the person saw it. */
export type DeployTo = Pick<ActionRequest, "panel" | "kind" | "target" | "row" | "by">;

/**
 * Looks at a website or project, and returns its row. Throws a `DeploymentError` `changed` if it is gone, is another one, or has its files
 * or its jar elsewhere, and `PanelError`.
 */
export async function targetNow(to: DeployTo, place: Place, call: Call): Promise<Site | JavaProject> {
  const { key } = to.target;
  const row =
    to.kind === "site"
      ? (await findSite(call, key, undefined))?.site
      : await findProject<JavaProject>((page) => call("java.list", { page, limit: PAGE_SIZE }), key);
  if (row === undefined || !isSame(to, identityOf(to, row)) || !isAt(row, place))
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

function isAt(row: Site | JavaProject, place: Place): boolean {
  if ("jar" in row) return row.jar === jarOf(place);
  return "root" in row && tidyRoot(row.root) === place.root;
}
