import type { ResultOf } from "../wire/operations/operations.ts";
import type { PlannedSite } from "../siteForm/plannedSite.ts";
import type { SiteCredential } from "../siteForm/siteFormProtocol.ts";

/** What is known of something that was or was not asked for with a site. */
export type PartState = "created" | "failed" | "unknown" | "notAsked";

/** A site that a panel lists now. */
export interface CreatedSite {
  /** `undefined` where the panel did not tell. */
  readonly id: number | undefined;
  /** As the panel calls it. */
  readonly name: string;
  readonly ftp: PartState;
  readonly database: PartState;
  readonly git: PartState;
  /** Additional domains that were asked for and that the panel does not list; none where it did not tell. */
  readonly missingDomains: readonly string[];
  /** Of the parts that were or may have been created; to be shown once and kept nowhere. */
  readonly credentials: readonly SiteCredential[];
}

type Parts = Pick<CreatedSite, "ftp" | "database" | "git" | "credentials">;

/** Which additional domains a panel left out, going by those that it lists for the site. */
export function missingDomains(
  { domain: main, port: mainPort, additionalDomains }: PlannedSite,
  { rows }: ResultOf<"site.domains">,
): readonly string[] {
  const listed = new Set(rows.map(({ name, port = 80 }) => `${name?.toLowerCase()}:${port}`));
  // a list without the main domain is not this site's, or not one that can be read
  if (!listed.has(`${main}:${mainPort}`)) return [];
  return additionalDomains.filter((domain) => !listed.has(domain.includes(":") ? domain : `${domain}:80`));
}

/** What a panel's answer says of the parts; panels send credentials also of a database that they did not create. */
export function partsOf(site: PlannedSite, result: ResultOf<"site.create">): Parts {
  const ftp = partStateOf(site.ftp !== undefined, result.ftp);
  const database = partStateOf(site.database !== undefined, result.database);
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

/** The parts of a site that was found without an answer, with the credentials that were sent. */
export function unknownParts(site: PlannedSite): Parts {
  const { ftp, database } = site;
  return {
    ftp: partStateOf(ftp !== undefined, undefined),
    database: partStateOf(database !== undefined, undefined),
    git: "notAsked",
    credentials: [
      ...ftpCredentials(ftp?.user, ftp?.password),
      ...databaseCredentials(database?.user, database?.user, database?.password),
    ],
  };
}

/** What is known of a part, by what the panel said of it. */
export function partStateOf(isAsked: boolean, status: boolean | undefined): PartState {
  if (!isAsked) return "notAsked";
  if (status === undefined) return "unknown";
  return status ? "created" : "failed";
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
