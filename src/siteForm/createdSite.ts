/** A site in a panel's list. */
export interface FoundSite {
  /** `undefined` where the panel did not tell. */
  readonly id: number | undefined;
  /** As the panel calls it. */
  readonly name: string;
}

/** How a part that can be created with a site ended. */
export type PartState = "created" | "failed" | "unknown" | "notAsked";

/** What can be created with a site. */
export interface SiteParts {
  readonly ftp: PartState;
  readonly database: PartState;
  readonly git: PartState;
}

export interface SiteCredential {
  readonly name: "ftpUser" | "ftpPassword" | "databaseName" | "databaseUser" | "databasePassword";
  readonly value: string;
}

/** A site that was created, and that the panel lists as far as is known. */
export interface CreatedSite extends FoundSite, SiteParts {
  /** Additional domains that were asked for and that the panel does not list; none where it did not tell. */
  readonly missingDomains: readonly string[];
  /** Of the parts that were or may have been created; to be shown once and kept nowhere. */
  readonly credentials: readonly SiteCredential[];
}
