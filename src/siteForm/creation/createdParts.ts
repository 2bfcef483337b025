import type { ResultOf } from "../../wire/operations/operations.ts";
import type { PlannedSite } from "../plannedSite.ts";
import type { SiteRequest } from "../siteRequest.ts";
import type { PartState, SiteCredential, SiteParts } from "../createdSite.ts";

/** Finds the additional domains that the panel does not list for the site. */
export function missingDomains(
  { domain: main, port: mainPort, additionalDomains }: PlannedSite,
  { rows }: ResultOf<"site.domains">,
): readonly string[] {
  const listed = new Set(rows.map(({ name, port = 80 }) => `${name?.toLowerCase()}:${port}`));
  // a list without the main domain belongs to another site or is unreadable
  if (!listed.has(`${main}:${mainPort}`)) return [];
  return additionalDomains.filter((domain) => !listed.has(domain.includes(":") ? domain : `${domain}:80`));
}

/** Reads the parts from the panel's answer, without credentials of parts that were not created. */
export function answeredParts(
  site: PlannedSite,
  result: ResultOf<"site.create">,
): SiteParts & { readonly credentials: readonly SiteCredential[] } {
  const ftp = partState(site.ftp, result.ftp);
  const database = partState(site.database, result.database);
  const { ftpUser, ftpPass, databaseName, databaseUser, databasePass } = result.credentials ?? {};
  return {
    ftp,
    database,
    // it is never requested; panels then return `false`
    git: result.git === true ? "created" : "notAsked",
    credentials: credentialsOf({
      ...(mayExist(ftp) && {
        ftpUser: ftpUser ?? site.ftp?.user,
        ftpPassword: ftpPass ?? site.ftp?.password,
      }),
      ...(mayExist(database) && {
        databaseName: databaseName ?? site.database?.user,
        databaseUser: databaseUser ?? site.database?.user,
        databasePassword: databasePass ?? site.database?.password,
      }),
    }),
  };
}

/** Parts of a site that was found after an unanswered request. */
export function unansweredParts({ ftp, database }: SiteRequest): SiteParts {
  return { ftp: partState(ftp, undefined), database: partState(database, undefined), git: "notAsked" };
}

/** Credentials sent with a site, whether or not the panel used them. */
export function sentCredentials({ ftp, database }: PlannedSite): readonly SiteCredential[] {
  return credentialsOf({
    ftpUser: ftp?.user,
    ftpPassword: ftp?.password,
    databaseName: database?.user,
    databaseUser: database?.user,
    databasePassword: database?.password,
  });
}

function partState(requested: object | undefined, isCreated: boolean | undefined): PartState {
  if (requested === undefined) return "notAsked";
  if (isCreated === undefined) return "unknown";
  if (isCreated) return "created";
  return "failed";
}

function mayExist(state: PartState): boolean {
  return state === "created" || state === "unknown";
}

function credentialsOf(values: Partial<Record<SiteCredential["name"], string | undefined>>): readonly SiteCredential[] {
  return (Object.keys(values) as SiteCredential["name"][]).flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    return [{ name, value }];
  });
}
