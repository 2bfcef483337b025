/** A site in a panel's list. */
export interface FoundSite {
  /** `undefined` if the panel did not return it. */
  readonly id: number | undefined;
  /** The panel's name of the site. */
  readonly name: string;
}

/** Result of creating a part of a site. */
export type PartState = "created" | "failed" | "unknown" | "notAsked";

/** Optional parts of a site. */
export interface SiteParts {
  readonly ftp: PartState;
  readonly database: PartState;
  readonly git: PartState;
}

export interface SiteCredential {
  readonly name: "ftpUser" | "ftpPassword" | "databaseName" | "databaseUser" | "databasePassword";
  readonly value: string;
}

/** A created site. The panel lists it, as far as its list can be read. */
export interface CreatedSite extends FoundSite, SiteParts {
  /** Requested additional domains that the panel does not list; empty if its list cannot be read. */
  readonly missingDomains: readonly string[];
  /** Credentials of parts that were or may have been created. Show once, never store. */
  readonly credentials: readonly SiteCredential[];
}
