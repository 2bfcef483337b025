import type { GuardLevel } from "../panels/guardLevel.ts";
import { isIn } from "../characters/isBelow.ts";

/** Directories in which a mistake can lock a person out or stop the server. */
const RISKY = [
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/proc",
  "/sbin",
  "/sys",
  "/usr/bin",
  "/usr/lib",
  "/usr/lib64",
  "/usr/libexec",
  "/usr/local/lsws",
  "/usr/sbin",
  "/var/lib",
  "/var/spool/cron",
  // the panel itself, web servers, PHP, databases and their files
  "/www/server",
];

/** Keys with which people log in, and the directories that have them. */
const LOGIN = /\/\.ssh(?:\/|$)|^\/root$|^\/home(?:\/[^/]+)?$/;

/** Whether a mistake at a path, or moving it away, can lock a person out or stop the server. */
export function isRisky(path: string): boolean {
  return LOGIN.test(path) || RISKY.some((risky) => isIn(path, risky) || isIn(risky, path));
}

/** Before which saves of a file a person is asked; `once`: before the first one in a window. */
export type SaveAsks = "refused" | "never" | "once" | "each";

/** Before which saves of a file a person is asked at a guard level. */
export function saveAsks(isAtRisk: boolean, level: GuardLevel): SaveAsks {
  if (level === "readOnly") return "refused";
  if (isAtRisk) return "each";
  if (level === "trusted") return "never";
  return "once";
}
