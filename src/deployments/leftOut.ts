import ignore, { type Ignore } from "ignore";

/** Patterns in the syntax of .gitignore. What they match is left out unless `exclude` takes it in again with `!`. */
export const USUALLY_LEFT_OUT: readonly string[] = [
  // version control, editors and systems
  ".git",
  ".svn/",
  ".hg/",
  ".vscode/",
  ".idea/",
  ".DS_Store",
  "Thumbs.db",
  // installed on the server, if at all
  "node_modules/",
  // secrets
  ".env*",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "id_rsa*",
  "id_ecdsa*",
  "id_ed25519*",
  ".npmrc",
  ".netrc",
  ".htpasswd",
  // dumps of databases
  "*.sql",
  "*.sql.*",
  "*.dump",
  "*.sqlite",
  "*.sqlite3",
  // the panel's own file in a website's root
  ".user.ini",
];

/** Decides which paths of a source folder a deployment leaves out. */
export class LeftOutRules {
  readonly #rules: Ignore;

  /** @param exclude patterns of a person, which come after the usual ones and so prevail */
  constructor(exclude: readonly string[]) {
    this.#rules = ignore({ ignorecase: false }).add([...USUALLY_LEFT_OUT, ...exclude]);
  }

  /** The pattern that leaves a path out; `undefined` if it is deployed. @param path relative, with `/`; a directory ends in `/` */
  ruleFor(path: string): string | undefined {
    return this.#rules.test(path).rule?.pattern;
  }
}
