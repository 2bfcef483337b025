import * as l10n from "@vscode/l10n";
import { databaseCharsets, type SiteDraft } from "./siteDraft.ts";
import { readSiteDomain } from "./siteDomain.ts";

/** Minimum length that panels accept for FTP. */
const SHORTEST_PASSWORD = 6;
/** Minimum length without a warning. */
const SHORTEST_STRONG_PASSWORD = 10;
const LONGEST_PASSWORD = 64;

/** Panels silently truncate longer names (docs/protocol.md 6.23). */
const LONGEST_DATABASE_NAME = 16;

const RESERVED_NAMES = new Set(["root", "mysql", "test", "sys", "panel_logs"]);

/** Describes the problem of an FTP user's name; `undefined` if it is valid. */
export function ftpUserProblem(user: string): string | undefined {
  if (user === "") return l10n.t("Enter a user name.");
  if (/^[A-Za-z\d_]{3,32}$/.test(user)) return undefined;
  return l10n.t("Use 3 to 32 letters, digits and underscores.");
}

/** Describes the problem of a database's name, which is also the name of its user. */
export function databaseNameProblem(name: string): string | undefined {
  if (name === "") return l10n.t("Enter a name.");
  if (!/^[a-z][a-z\d_]*$/i.test(name) || name.length > LONGEST_DATABASE_NAME)
    return l10n.t("Use at most 16 letters, digits and underscores, starting with a letter.");
  if (RESERVED_NAMES.has(name.toLowerCase())) return l10n.t("The database server reserves this name. Choose another.");
  return undefined;
}

export function charsetProblem(charset: string): string | undefined {
  if (databaseCharsets.includes(charset)) return undefined;
  return l10n.t("Panels do not support this character set.");
}

export function passwordProblem(password: string): string | undefined {
  if (password === "") return l10n.t("Enter a password, or generate one.");
  // panels pass an FTP password to a shell in double quotes
  if (!/^[\x21-\x7e]+$/.test(password) || /["'`$\\]/.test(password))
    return l10n.t(
      "Use letters, digits and symbols, but no spaces, quotes, backslashes or dollar signs: panels pass the password to a shell.",
    );
  if (password.length < SHORTEST_PASSWORD) return l10n.t("The password must have at least 6 characters.");
  if (password.length > LONGEST_PASSWORD) return l10n.t("The password is longer than 64 characters.");
  return undefined;
}

export function isWeakPassword(password: string): boolean {
  return password.length < SHORTEST_STRONG_PASSWORD;
}

/** Labels of countries' domains that tell the kind of a domain, as in `com.cn`: no name of a website. */
const KINDS = new Set(["ac", "co", "com", "edu", "gob", "gov", "go", "ne", "net", "or", "org"]);

/**
 * Suggests a name for an FTP user or database that no account on the panel has; empty if the domain is invalid. It is that of the
 * website if that can be written in letters; otherwise, and while the other names are unknown, it ends in a number made from
 * the domain, so that it is the same whenever it is suggested.
 * @param taken names of the panel's accounts; `undefined`: unknown
 */
export function suggestedAccountName(
  { domain }: Pick<SiteDraft, "domain">,
  taken: readonly string[] | undefined,
): string {
  const read = readSiteDomain(domain);
  if (read.kind === "invalid") return "";
  const { host } = read.domain;
  const name = websiteName(host).slice(0, LONGEST_DATABASE_NAME).replace(/_$/, "");
  const isReadable = name.length >= 3 && !RESERVED_NAMES.has(name);
  const isFree = (suggested: string) => taken?.some((each) => each.toLowerCase() === suggested) === false;
  if (isReadable && isFree(name)) return name;
  const beginning = isReadable ? name.slice(0, LONGEST_DATABASE_NAME - NUMBER_DIGITS - 1).replace(/_$/, "") : "site";
  for (let number = numberOf(host); ; number++) {
    const numbered = `${beginning}_${digitsOf(number)}`;
    if (taken === undefined || isFree(numbered)) return numbered;
  }
}

/** The labels of a domain that can be read, without its public suffix and `www`, as a name of an account. */
function websiteName(host: string): string {
  const labels = host.split(".");
  const [top = "", kind = ""] = labels.toReversed();
  const hasKind = top.length === 2 && KINDS.has(kind) && labels.length > 2;
  return (
    labels
      .slice(0, hasKind ? -2 : -1)
      // punycode is unreadable
      .filter((label) => label !== "www" && !label.startsWith("xn--"))
      .join("_")
      .replaceAll(/[^a-z\d]+/g, "_")
      .replace(/^[^a-z]+/, "")
  );
}

const NUMBER_DIGITS = 6;

const digitsOf = (number: number): string => (number % 16 ** NUMBER_DIGITS).toString(16).padStart(NUMBER_DIGITS, "0");

/** A number of a text that hardly another one has: FNV-1a with 32 bits. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

/** Updates the names of FTP user and database after the domain and the names that are taken, unless they were changed. */
export function withFollowingNames(
  before: Pick<SiteDraft, "domain">,
  now: SiteDraft,
  takenBefore: readonly string[] | undefined,
  taken: readonly string[] | undefined,
): SiteDraft {
  const [old, fresh] = [suggestedAccountName(before, takenBefore), suggestedAccountName(now, taken)];
  if (old === fresh) return now;
  // an empty name is filled in when its box is checked
  const follow = (name: string, on: boolean) => (name === old && (on || name !== "") ? fresh : name);
  return { ...now, ftpUser: follow(now.ftpUser, now.ftp), databaseName: follow(now.databaseName, now.database) };
}
