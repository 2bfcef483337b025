import type { ResultOf } from "../../wire/operations/operations.ts";
import type { PlannedSite, SiteRequest } from "../plannedSite.ts";
import type { PartState, SiteCredential, SiteParts } from "../createdSite.ts";

/** Requested additional domains that the panel does not list for the site. */
export function missingDomains(
  { domain: main, port: mainPort, additionalDomains }: PlannedSite,
  { rows }: ResultOf<"site.domains">,
): readonly string[] {
  const listed = new Set(rows.map(({ name, port = 80 }) => `${name?.toLowerCase()}:${port}`));
  // a list without the main domain is another site's, or unreadable
  if (!listed.has(`${main}:${mainPort}`)) return [];
  return additionalDomains.filter((domain) => !listed.has(domain.includes(":") ? domain : `${domain}:80`));
}

/** Parts by a panel's answer; panels send credentials also of a database that they did not create. */
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
    // nobody asks for it, and panels send `false` then
    git: result.git === true ? "created" : "notAsked",
    credentials: [
      ...(mayExist(ftp) ? ftpCredentials(ftpUser ?? site.ftp?.user, ftpPass ?? site.ftp?.password) : []),
      ...(mayExist(database)
        ? databaseCredentials(
            databaseName ?? site.database?.user,
            databaseUser ?? site.database?.user,
            databasePass ?? site.database?.password,
          )
        : []),
    ],
  };
}

/** The parts of a site that was found without an answer. */
export function unansweredParts({ ftp, database }: SiteRequest): SiteParts {
  return { ftp: partState(ftp, undefined), database: partState(database, undefined), git: "notAsked" };
}

/** Credentials that were sent with a site, whether or not the panel has used them. */
export function sentCredentials({ ftp, database }: PlannedSite): readonly SiteCredential[] {
  return [
    ...ftpCredentials(ftp?.user, ftp?.password),
    ...databaseCredentials(database?.user, database?.user, database?.password),
  ];
}

/** @param said whether it was created, by the panel's answer */
function partState(asked: object | undefined, said: boolean | undefined): PartState {
  if (asked === undefined) return "notAsked";
  if (said === undefined) return "unknown";
  return said ? "created" : "failed";
}

function mayExist(state: PartState): boolean {
  return state === "created" || state === "unknown";
}

function ftpCredentials(user?: string, password?: string): readonly SiteCredential[] {
  return [...credential("ftpUser", user), ...credential("ftpPassword", password)];
}

function databaseCredentials(name?: string, user?: string, password?: string): readonly SiteCredential[] {
  return [
    ...credential("databaseName", name),
    ...credential("databaseUser", user),
    ...credential("databasePassword", password),
  ];
}

function credential(name: SiteCredential["name"], value: string | undefined): readonly SiteCredential[] {
  return value === undefined ? [] : [{ name, value }];
}
