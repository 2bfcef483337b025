/** A site as typed so far, unchecked. Its names are those of the form's fields. */
export interface SiteDraft {
  readonly domain: string;
  /** One per line, `host` or `host:port`. */
  readonly additionalDomains: string;
  /** `null` as long as it follows the domain. */
  readonly root: string | null;
  /** Two digits without a dot, such as `82`; `00` is static; empty until one is chosen. */
  readonly php: string;
  readonly port: string;
  /** The panel's id of the category; 0 is the default one. */
  readonly category: string;
  readonly remark: string;
  readonly ftp: boolean;
  readonly ftpUser: string;
  readonly ftpPassword: string;
  readonly database: boolean;
  /** Name of the database and of its user: panels take one name for both (docs/protocol.md 6.23). */
  readonly databaseName: string;
  readonly databasePassword: string;
  readonly databaseCharset: string;
}

/** The fields that hold text. */
export type SiteField = Exclude<keyof SiteDraft, "ftp" | "database">;

/** Value of `php` for a site without PHP. */
export const STATIC_PHP = "00";

/** Character sets that panels know for MySQL, the usual one first. */
export const databaseCharsets: readonly string[] = ["utf8mb4", "utf8", "gbk", "big5"];

/** The draft of an empty form. */
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

/** Most characters of a field. */
export function longestText(field: string): number {
  return field === "additionalDomains" ? 65_536 : 4_096;
}

/** Reads an untrusted draft, field by field; unreadable fields are as in an empty draft. */
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

/** The draft without passwords, which must not be stored. */
export function withoutPasswords(draft: SiteDraft): SiteDraft {
  return { ...draft, ftpPassword: "", databasePassword: "" };
}

/** Whether a draft has entries of a person; the form itself chooses the PHP version. */
export function isTyped(draft: SiteDraft): boolean {
  const typed = { ...withoutPasswords(draft), php: "" };
  return Object.entries(emptySiteDraft).some(([name, empty]) => typed[name as keyof SiteDraft] !== empty);
}

/** Whether a required password is missing. */
export function lacksPasswords({ ftp, ftpPassword, database, databasePassword }: SiteDraft): boolean {
  return (ftp && ftpPassword === "") || (database && databasePassword === "");
}
