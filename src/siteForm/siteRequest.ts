import * as v from "valibot";

const account = v.object({ user: v.string() });

/** The part of a site that is kept while it is created: it can be recovered from a draft without passwords. */
export const siteRequest = v.object({
  domain: v.string(),
  port: v.number(),
  ftp: v.exactOptional(account),
  database: v.exactOptional(account),
});
export type SiteRequest = Readonly<v.InferOutput<typeof siteRequest>>;
