import type { SiteRecord } from "../records/demoRecords.ts";
import type { DemoState } from "../state/demoState.ts";
import type { HandlerContext } from "../state/handler.ts";
import { allSites } from "./addSite.ts";

/** A project of any kind. */
export function siteOf(state: DemoState, id: number): SiteRecord | undefined {
  return allSites(state).find((site) => site.id === id);
}

/** The latest first; the main domain is the last to be added (docs/protocol.md 6.7). */
export function domainRows(site: SiteRecord | undefined) {
  const [main = [], ...more] = site?.domains ?? [];
  return [main, more.toReversed()].flat().map((domain, index, { length }) => {
    const [name = "", port = "80"] = domain.split(":");
    return { id: length - index, pid: site?.id, name, port: Number(port), addtime: site?.added };
  });
}

/** With the parts that the fields name; a directory that others have stays (docs/protocol.md 6.26). */
export function removeSite({ state, fields }: HandlerContext, site: SiteRecord): void {
  removeFrom(state.sites, site);
  removeFrom(state.javaProjects, site);
  const isShared = allSites(state).some(({ path }) => path === site.path);
  if (fields["path"] === "1" && !isShared) state.files.directories.delete(site.path);
  const ofSite = (part: { readonly site: number }) => part.site === site.id;
  if (fields["ftp"] === "1") removeFrom(state.web.ftpUsers, state.web.ftpUsers.find(ofSite));
  if (fields["database"] === "1") removeFrom(state.web.databases, state.web.databases.find(ofSite));
}

function removeFrom<Element>(list: Element[], element: Element | undefined): void {
  const position = list.findIndex((candidate) => candidate === element);
  if (position !== -1) list.splice(position, 1);
}
