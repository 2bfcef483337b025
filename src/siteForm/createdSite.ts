/** A site in a panel's list. */
export interface FoundSite {
  /** `undefined` if unknown. */
  readonly id: number | undefined;
  /** The panel's name for it. */
  readonly name: string;
}

/** Result for a part that can be created with a site. */
export type PartState = "created" | "failed" | "unknown" | "notAsked";

/** Parts that can be created with a site. */
export interface SiteParts {
  readonly ftp: PartState;
  readonly database: PartState;
  readonly git: PartState;
}

export interface SiteCredential {
  readonly name: "ftpUser" | "ftpPassword" | "databaseName" | "databaseUser" | "databasePassword";
  readonly value: string;
}

/** A site that was created; the panel lists it, as far as known. */
export interface CreatedSite extends FoundSite, SiteParts {
  /** Requested additional domains that the panel does not list; empty if unknown. */
  readonly missingDomains: readonly string[];
  /** Credentials of parts that were or may have been created; show them once and store them nowhere. */
  readonly credentials: readonly SiteCredential[];
}
