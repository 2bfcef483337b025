import { databaseCharsets, type SiteDraft } from "./siteDraft.ts";
import { readSiteDomain } from "./siteDomain.ts";

export type SiteAccountProblem =
  | "ftpUserEmpty"
  | "ftpUserFormat"
  | "databaseNameEmpty"
  | "databaseNameFormat"
  | "databaseNameReserved"
  | "charsetUnknown"
  | "passwordEmpty"
  | "passwordShort"
  | "passwordLong"
  | "passwordCharacters";

/** Panels refuse a shorter one for FTP. */
const SHORTEST_PASSWORD = 6;
/** Shorter ones get a warning. */
const SHORTEST_STRONG_PASSWORD = 10;
const LONGEST_PASSWORD = 64;

/** Panels cut a longer name without a word (docs/protocol.md 6.23). */
const LONGEST_DATABASE_NAME = 16;

const RESERVED_NAMES = new Set(["root", "mysql", "test", "sys", "panel_logs"]);

export function ftpUserProblem(user: string): SiteAccountProblem | undefined {
  if (user === "") return "ftpUserEmpty";
  return /^[A-Za-z\d_]{3,32}$/.test(user) ? undefined : "ftpUserFormat";
}

/** Also of the database's user, which gets the same name. */
export function databaseNameProblem(name: string): SiteAccountProblem | undefined {
  if (name === "") return "databaseNameEmpty";
  if (!/^[a-z][a-z\d_]*$/i.test(name) || name.length > LONGEST_DATABASE_NAME) return "databaseNameFormat";
  return RESERVED_NAMES.has(name.toLowerCase()) ? "databaseNameReserved" : undefined;
}

export function charsetProblem(charset: string): SiteAccountProblem | undefined {
  return databaseCharsets.includes(charset) ? undefined : "charsetUnknown";
}

export function passwordProblem(password: string): SiteAccountProblem | undefined {
  if (password === "") return "passwordEmpty";
  // panels hand an FTP password to a shell between double quotes
  if (!/^[\x21-\x7e]+$/.test(password) || /["'`$\\]/.test(password)) return "passwordCharacters";
  if (password.length < SHORTEST_PASSWORD) return "passwordShort";
  return password.length > LONGEST_PASSWORD ? "passwordLong" : undefined;
}

export function isWeakPassword(password: string): boolean {
  return password.length < SHORTEST_STRONG_PASSWORD;
}

/** A name for FTP user or database that fits the domain; empty where the domain cannot be read. */
export function suggestedAccountName({ domain }: Pick<SiteDraft, "domain">): string {
  const read = readSiteDomain(domain);
  if (read.kind === "invalid") return "";
  const name = read.domain.host
    .replaceAll(/[^a-z\d]+/g, "_")
    .replace(/^[^a-z]+/, "")
    .slice(0, LONGEST_DATABASE_NAME)
    .replace(/_+$/, "");
  return name.length < 3 || RESERVED_NAMES.has(name) ? "" : name;
}

/** The names of FTP user and database follow the domain, like the directory, until a person changes them. */
export function withFollowingNames(before: SiteDraft, now: SiteDraft): SiteDraft {
  if (now.domain === before.domain) return now;
  const [old, fresh] = [suggestedAccountName(before), suggestedAccountName(now)];
  // an empty one is filled in when its box is checked
  const follow = (name: string, on: boolean) => (name === old && (on || name !== "") ? fresh : name);
  const { ftp, database } = now;
  return {
    ...now,
    ftp: { ...ftp, user: follow(ftp.user, ftp.on) },
    database: { ...database, name: follow(database.name, database.on) },
  };
}
