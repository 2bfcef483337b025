import * as v from "valibot";

const line = v.pipe(v.string(), v.maxLength(4_096));

const accounts = {
  ftp: v.strictObject({ on: v.boolean(), user: line, password: line }),
  database: v.strictObject({
    on: v.boolean(),
    /** Of the database and of its user: panels take one name for both (BaoTa `class/panelSite.py`, AddSite). */
    name: line,
    password: line,
    charset: line,
  }),
};

/** A site as it is being typed; nothing in it is checked but its shape. */
export const siteDraftSchema = v.strictObject({
  domain: line,
  /** One per line, `host` or `host:port`. */
  additionalDomains: v.pipe(v.string(), v.maxLength(65_536)),
  /** `null` as long as it follows the domain. */
  root: v.nullable(line),
  /** Two digits without a dot, such as `82`; `00` is static; empty as long as nothing is chosen. */
  php: line,
  port: line,
  /** The panel's id of it; 0 is the one that every panel has. */
  category: v.pipe(v.number(), v.safeInteger()),
  remark: line,
  ...accounts,
});

export type SiteDraft = v.InferOutput<typeof siteDraftSchema>;

/** What `php` says of a site without PHP. */
export const STATIC_PHP = "00";

/** Character sets that panels know for MySQL, the usual one first. */
export const databaseCharsets: readonly string[] = ["utf8mb4", "utf8", "gbk", "big5"];

/** What a form shows before anything is typed. */
export const emptySiteDraft: SiteDraft = {
  domain: "",
  additionalDomains: "",
  root: null,
  php: "",
  port: "80",
  category: 0,
  remark: "",
  ftp: { on: false, user: "", password: "" },
  database: { on: false, name: "", password: "", charset: databaseCharsets[0] ?? "" },
};

/** The draft as it may be kept: passwords are the one thing that is typed again. */
export function withoutPasswords(draft: SiteDraft): SiteDraft {
  return { ...draft, ftp: { ...draft.ftp, password: "" }, database: { ...draft.database, password: "" } };
}
