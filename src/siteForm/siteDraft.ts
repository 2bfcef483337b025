/** A site as it is being typed; nothing in it is checked but its shape. Its names are those of the form's fields. */
export interface SiteDraft {
  readonly domain: string;
  /** One per line, `host` or `host:port`. */
  readonly additionalDomains: string;
  /** `null` as long as it follows the domain. */
  readonly root: string | null;
  /** Two digits without a dot, such as `82`; `00` is static; empty as long as nothing is chosen. */
  readonly php: string;
  readonly port: string;
  /** The panel's id of it; 0 is the one that every panel has. */
  readonly category: string;
  readonly remark: string;
  readonly ftp: boolean;
  readonly ftpUser: string;
  readonly ftpPassword: string;
  readonly database: boolean;
  /** Of the database and of its user: panels take one name for both (docs/protocol.md 6.23). */
  readonly databaseName: string;
  readonly databasePassword: string;
  readonly databaseCharset: string;
}

/** The fields that hold text. */
export type SiteField = Exclude<keyof SiteDraft, "ftp" | "database">;

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
  category: "0",
  remark: "",
  ftp: false,
  ftpUser: "",
  ftpPassword: "",
  database: false,
  databaseName: "",
  databasePassword: "",
  databaseCharset: "utf8mb4",
};

/** The most characters that a field takes; the form lets nobody type more. */
export function longestText(field: string): number {
  return field === "additionalDomains" ? 65_536 : 4_096;
}

/** Reads a draft that comes from outside, field by field: what cannot be read is as in an empty draft. */
export function readSiteDraft(from: unknown): SiteDraft {
  const given = (typeof from === "object" ? from : null) as Readonly<Record<string, unknown>> | null;
  const fields = Object.entries(emptySiteDraft).map(([name, empty]) => {
    const value = given?.[name];
    const isReadable =
      typeof empty === "boolean"
        ? typeof value === "boolean"
        : typeof value === "string" && value.length <= longestText(name);
    return [name, isReadable ? value : empty] as const;
  });
  return Object.fromEntries(fields) as unknown as SiteDraft;
}

/** The draft as it may be stored; passwords have to be typed again. */
export function withoutPasswords(draft: SiteDraft): SiteDraft {
  return { ...draft, ftpPassword: "", databasePassword: "" };
}

/** Whether something was typed that is worth keeping; a PHP version alone is chosen by the form itself. */
export function isTyped(draft: SiteDraft): boolean {
  const typed = { ...withoutPasswords(draft), php: "" };
  return Object.entries(emptySiteDraft).some(([name, empty]) => typed[name as keyof SiteDraft] !== empty);
}

/** Whether a password has to be typed that was not kept. */
export function lacksPasswords({ ftp, ftpPassword, database, databasePassword }: SiteDraft): boolean {
  return (ftp && ftpPassword === "") || (database && databasePassword === "");
}
