import * as v from "valibot";

const account = v.object({ user: v.string() });

/** What is asked for with a site, as the journal keeps it: it can be recovered from a draft without passwords. */
export const siteRequest = v.object({
  domain: v.string(),
  port: v.number(),
  ftp: v.exactOptional(account),
  database: v.exactOptional(account),
});
export type SiteRequest = Readonly<v.InferOutput<typeof siteRequest>>;
