import * as v from "valibot";

/** The most characters that a field takes; the form lets nobody type more. */
export const longestTexts = { line: 4_096, lines: 65_536 } as const;

const line = v.pipe(v.string(), v.maxLength(longestTexts.line));
const lines = v.pipe(v.string(), v.maxLength(longestTexts.lines));
const category = v.pipe(v.number(), v.safeInteger());

const accounts = {
  ftp: v.strictObject({ on: v.boolean(), user: line, password: line }),
  database: v.strictObject({
    on: v.boolean(),
    /** Of the database and of its user: panels take one name for both (docs/protocol.md 6.23). */
    name: line,
    password: line,
    charset: line,
  }),
};

/** A site as it is being typed; nothing in it is checked but its shape. */
export const siteDraftSchema = v.strictObject({
  domain: line,
  /** One per line, `host` or `host:port`. */
  additionalDomains: lines,
  /** `null` as long as it follows the domain. */
  root: v.nullable(line),
  /** Two digits without a dot, such as `82`; `00` is static; empty as long as nothing is chosen. */
  php: line,
  port: line,
  /** The panel's id of it; 0 is the one that every panel has. */
  category,
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

const ftpKept = v.fallback(
  v.object({ on: v.fallback(v.boolean(), false), user: kept(""), password: kept("") }),
  emptySiteDraft.ftp,
);

const databaseKept = v.fallback(
  v.object({
    on: v.fallback(v.boolean(), false),
    name: kept(""),
    password: kept(""),
    charset: kept(emptySiteDraft.database.charset),
  }),
  emptySiteDraft.database,
);

/** A stored draft, read field by field: what cannot be read is as in an empty draft. */
export const keptDraftSchema: v.GenericSchema<unknown, SiteDraft> = v.fallback(
  v.object({
    domain: kept(""),
    additionalDomains: v.fallback(lines, ""),
    root: v.fallback(v.nullable(line), null),
    php: kept(""),
    port: kept(emptySiteDraft.port),
    category: v.fallback(category, 0),
    remark: kept(""),
    ftp: ftpKept,
    database: databaseKept,
  }),
  emptySiteDraft,
);

function kept(otherwise: string) {
  return v.fallback(line, otherwise);
}

/** The draft as it may be stored; passwords have to be typed again. */
export function withoutPasswords(draft: SiteDraft): SiteDraft {
  return { ...draft, ftp: { ...draft.ftp, password: "" }, database: { ...draft.database, password: "" } };
}

/** Whether something was typed that is worth keeping; a PHP version alone is chosen by the form itself. */
export function isTyped(draft: SiteDraft): boolean {
  const { php: _php, ...typed } = withoutPasswords(draft);
  const { php: _none, ...empty } = emptySiteDraft;
  return JSON.stringify(typed) !== JSON.stringify(empty);
}

/** Whether a password has to be typed that was not kept. */
export function lacksPasswords({ ftp, database }: SiteDraft): boolean {
  return (ftp.on && ftp.password === "") || (database.on && database.password === "");
}
