/** What belongs to sites besides their rows. */
export interface WebState {
  /** Installed versions as `82`, without `00` for static. */
  readonly phpVersions: string[];
  /** Categories that somebody made; the default one and the views are always there. */
  readonly categories: { readonly id: number; readonly name: string }[];
  /** `site` is the id of the site that they were created with. */
  readonly ftpUsers: { readonly site: number; readonly name: string }[];
  readonly databases: { readonly site: number; readonly name: string; readonly charset: string }[];
  /** MySQL does not run: databases stay, and none can be made. */
  databaseServerIsDown: boolean;
  /** What the web server says of its configuration where that is broken: no site can be created then. */
  configurationError: string | undefined;
  /** Ids are never given twice. */
  lastSiteId: number;
}
