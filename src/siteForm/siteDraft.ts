/** Contents of the form's fields, by name. Only the shape is checked. */
export interface SiteDraft {
  readonly domain: string;
  /** `host` or `host:port`, one per line. */
  readonly additionalDomains: string;
  /** `null` while it follows the domain. */
  readonly root: string | null;
  /** Two digits without a dot, such as `82`; `00` is static; empty if nothing is selected. */
  readonly php: string;
  readonly port: string;
  /** The panel's id of the category; 0 exists on every panel. */
  readonly category: string;
  readonly remark: string;
  readonly ftp: boolean;
  readonly ftpUser: string;
  readonly ftpPassword: string;
  readonly database: boolean;
  /** Name of the database and of its user: panels use one name for both (docs/protocol.md 6.23). */
  readonly databaseName: string;
  readonly databasePassword: string;
  readonly databaseCharset: string;
}

/** Names of the text fields. */
export type SiteField = Exclude<keyof SiteDraft, "ftp" | "database">;

/** PHP code of a static site. */
export const STATIC_PHP = "00";

/** MySQL character sets supported by panels, the default first. */
export const databaseCharsets: readonly string[] = ["utf8mb4", "utf8", "gbk", "big5"];

/** Draft of an empty form. */
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

/** Maximum length of a field, also enforced while typing. */
export function longestText(field: string): number {
  if (field === "additionalDomains") return 65_536;
  return 4_096;
}

/** Reads an untrusted draft field by field. Invalid fields are empty. */
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

/** Removes the passwords, which must never be stored. */
export function withoutPasswords(draft: SiteDraft): SiteDraft {
  return { ...draft, ftpPassword: "", databasePassword: "" };
}

/** Whether a required password is missing. */
export function lacksPasswords({ ftp, ftpPassword, database, databasePassword }: SiteDraft): boolean {
  return (ftp && ftpPassword === "") || (database && databasePassword === "");
}
