import { LONGEST_DATABASE_NAME } from "../siteAccounts.ts";
import { readSiteDomain } from "../siteDomain.ts";
import type { SiteDraft } from "../siteDraft.ts";

/** The number of letters that tell a name from the names of other websites. */
const LETTERS = 3;

/** Letters that spell no word. */
const ALPHABET = "bcdfghjklmnpqrstvwxz";

/** Names that a form suggests for FTP user and database: the website's, and a few letters that stay the same while it is open. */
export class SuggestedNames {
  #letters = randomLetters();
  #latest = "";

  /**
   * Suggests a name that no account has; empty if the domain is invalid.
   * @param taken names of the panel's accounts, as far as they are known
   */
  suggest({ domain }: Pick<SiteDraft, "domain">, taken: readonly string[] = []): string {
    const read = readSiteDomain(domain);
    if (read.kind === "invalid") return "";
    const website = websiteName(read.domain.host).slice(0, LONGEST_DATABASE_NAME - LETTERS - 1);
    const beginning = website.replace(/_$/, "") || "site";
    const isTaken = (name: string) => taken.some((each) => each.toLowerCase() === name);
    while (isTaken(`${beginning}_${this.#letters}`)) this.#letters = randomLetters();
    return `${beginning}_${this.#letters}`;
  }

  /** Updates the names in a draft after its domain and the names that are taken, unless somebody has changed them. */
  follow(draft: SiteDraft, taken?: readonly string[]): SiteDraft {
    const before = this.#latest;
    const now = (this.#latest = this.suggest(draft, taken));
    if (now === before) return draft;
    // an empty name is filled in when its box is checked
    const named = (name: string, isOn: boolean) => (name === before && (isOn || name !== "") ? now : name);
    return {
      ...draft,
      ftpUser: named(draft.ftpUser, draft.ftp),
      databaseName: named(draft.databaseName, draft.database),
    };
  }
}

/** Labels of countries' domains that tell the kind of a domain, as in `com.cn`: no name of a website. */
const KINDS = new Set(["ac", "co", "com", "edu", "gob", "gov", "go", "ne", "net", "or", "org"]);

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

function randomLetters(): string {
  return [...crypto.getRandomValues(new Uint8Array(LETTERS))]
    .map((byte) => ALPHABET.charAt(byte % ALPHABET.length))
    .join("");
}
