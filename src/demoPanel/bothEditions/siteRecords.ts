import type { SiteRecord } from "../records/demoRecords.ts";
import { removeDirectory } from "../records/serverFiles.ts";
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

/** With the parts that the fields name, as far as they go; nobody is told which did (docs/protocol.md 6.36). */
export function removeSite({ state, fields, now }: HandlerContext, site: SiteRecord): void {
  const root = site.path.replaceAll("//", "/").replace(/\/$/, "");
  const isShared = allSites(state).filter(({ path }) => path === root).length > 1;
  const isKept = isShared || root === "/www/wwwroot" || root === "/www/backup";
  if (fields["path"] === "1" && !isKept) removeDirectory(state.files, root, now());
  removeFrom(state.sites, site);
  removeFrom(state.javaProjects, site);
  const { databases, databaseServerIsDown, ftpUsers } = state.web;
  const ofSite = (part: { readonly site: number }) => part.site === site.id;
  if (fields["database"] === "1" && !databaseServerIsDown) removeFrom(databases, databases.find(ofSite));
  if (fields["ftp"] === "1") removeFrom(ftpUsers, ftpUsers.find(ofSite));
}

function removeFrom<Element>(list: Element[], element: Element | undefined): void {
  const position = list.findIndex((candidate) => candidate === element);
  if (position !== -1) list.splice(position, 1);
}
