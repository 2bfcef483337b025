import * as l10n from "@vscode/l10n";
import type { SiteDraft } from "./siteDraft.ts";
import { readSiteDomain } from "./siteDomain.ts";

/** Default parent directory of sites (docs/protocol.md 6.10). */
const SITES_ROOT = "/www/wwwroot";

/** Directories that panels refuse, though not their subdirectories (docs/protocol.md 6.17). */
const SYSTEM_DIRECTORIES = new Set(["/www", "/usr", "/", "/dev", "/home", "/media", "/mnt", "/opt", "/tmp", "/var"]);

/** Directories that panels refuse with all subdirectories (docs/protocol.md 6.17). */
const SYSTEM_TREES = [
  "/www/.Recycle_bin/",
  "/www/backup/",
  "/www/php_session/",
  "/www/wwwlogs/",
  "/www/server/",
  "/etc/",
  "/usr/",
  "/var/",
  "/boot/",
  "/proc/",
  "/sys/",
  "/tmp/",
  "/root/",
  "/lib/",
  "/bin/",
  "/sbin/",
  "/run/",
  "/lib64/",
  "/lib32/",
  "/srv/",
];

const LONGEST_ROOT = 255;

/** Removes surrounding spaces, repeated slashes and trailing slashes, as panels do. */
export function normaliseRoot(typed: string): string {
  const text = typed.trim().replaceAll(/\/+/g, "/");
  const stripped = text.replace(/(?<![\s/])[\s/]+$/, "");
  if (stripped === "" && text.startsWith("/")) return "/";
  return stripped;
}

/** The draft's normalised root directory. While it follows the domain, it is empty if the domain cannot be read. */
export function rootOf({ root, domain }: Pick<SiteDraft, "root" | "domain">): string {
  if (root !== null) return normaliseRoot(root);
  const read = readSiteDomain(domain);
  if (read.kind === "invalid" || read.domain.host.startsWith("*")) return "";
  return `${SITES_ROOT}/${read.domain.host}`;
}

/** Describes the problem of a normalised directory; `undefined` if it is valid. */
export function siteRootProblem(root: string): string | undefined {
  if (root === "") return l10n.t("Enter a directory.");
  if (!root.startsWith("/")) return l10n.t("The path must be absolute: start it with a slash.");
  if (/\s/.test(root)) return l10n.t("The path must not contain spaces.");
  // panels check for these two anywhere, and for a trailing dot
  if (root.includes("./") || root.includes("..") || root.endsWith("."))
    return l10n.t("The path must not contain “./” or “..”, or end with a dot.");
  // panels pass the path to a shell without quotes
  if (!/^[\p{L}\p{M}\p{N}/._+@%=,-]+$/u.test(root))
    return l10n.t("The path may contain only letters, digits and the characters . _ - + @ % = and the comma.");
  if (root.length > LONGEST_ROOT) return l10n.t("The path is longer than 255 characters.");
  if (SYSTEM_DIRECTORIES.has(root) || SYSTEM_TREES.some((tree) => `${root}/`.startsWith(tree)))
    return l10n.t("{0} belongs to the system. Choose a directory such as /www/wwwroot/shop.", root);
  if (root === SITES_ROOT) return l10n.t("{0} contains all websites. Choose a directory inside it.", root);
  return undefined;
}
