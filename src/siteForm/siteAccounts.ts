import * as l10n from "@vscode/l10n";
import { databaseCharsets } from "./siteDraft.ts";

/** Minimum length that panels accept for FTP. */
const SHORTEST_PASSWORD = 6;
/** Minimum length without a warning. */
const SHORTEST_STRONG_PASSWORD = 10;
const LONGEST_PASSWORD = 64;

/** Panels silently truncate longer names (docs/protocol.md 6.23). */
export const LONGEST_DATABASE_NAME = 16;

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
