import type { GuardLevel } from "../panels/guardLevel.ts";
import { pathIn } from "./filePlace.ts";

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

/** The configurations that panels can check. */
const CHECKED = {
  nginx: ["/etc/nginx", "/www/server/nginx/conf", "/www/server/panel/vhost/nginx", "/www/server/panel/vhost/rewrite"],
  httpd: ["/etc/apache2", "/etc/httpd", "/www/server/apache/conf", "/www/server/panel/vhost/apache"],
} as const;

/** A web server whose configuration panels can check, by the name that they have for it. */
export type WebServer = keyof typeof CHECKED;

/** Keys with which people log in, and the directories that have them. */
const LOGIN = /\/\.ssh(?:\/|$)|^\/root$|^\/home(?:\/[^/]+)?$/;

/** Whether a mistake at a path, or moving it away, can lock a person out or stop the server. */
export function isRisky(path: string): boolean {
  return LOGIN.test(path) || RISKY.some((risky) => isIn(path, risky) || isIn(risky, path));
}

const webServers: readonly WebServer[] = ["nginx", "httpd"];

/** The web server to whose configuration a file belongs; `undefined`: none that panels can check. */
export function webServerOf(path: string): WebServer | undefined {
  return webServers.find((server) => CHECKED[server].some((directory) => isIn(path, directory)));
}

/** The web server of a service's name; `undefined`: it is none. */
export function webServerCalled(name: string): WebServer | undefined {
  return webServers.find((server) => server === name);
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

/** Whether a path is a directory or lies in it. */
function isIn(path: string, directory: string): boolean {
  return path === directory || path.startsWith(pathIn(directory, ""));
}
