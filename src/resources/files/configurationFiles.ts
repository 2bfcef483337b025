import * as l10n from "@vscode/l10n";
import type { Site } from "../../wire/operations/sites.ts";

/** A file on the server that may configure a resource. */
export interface ConfigurationFile {
  /** Of the file, or of a directory whose `.conf` files all do. */
  readonly path: string;
  /** What it is, for a list. */
  readonly what: () => string;
  /** A program without which nobody uses it. */
  readonly usedBy?: string;
}

/** Where panels keep what websites have of the configurations of web servers. */
const VHOST = "/www/server/panel/vhost";

/** A web server with its program, and its name in the list of websites. */
interface Server {
  readonly called: string;
  readonly name: string;
  readonly program: string;
}

/** Panels write files for all of them, of which a server has one or, on aaPanel, several (docs/protocol.md 6.58). */
const servers: readonly Server[] = [
  { called: "nginx", name: "Nginx", program: "/www/server/nginx/sbin/nginx" },
  { called: "apache", name: "Apache", program: "/www/server/apache/bin/httpd" },
  { called: "openlitespeed", name: "OpenLiteSpeed", program: "/usr/local/lsws/bin/lswsctrl" },
];

/** Directories of a website's own with more of its configuration. */
const parts: Readonly<Record<string, (server: string) => string>> = {
  proxy: (server) => l10n.t("Proxy ({0})", server),
  redirect: (server) => l10n.t("Redirect ({0})", server),
  extension: (server) => l10n.t("Extension ({0})", server),
};

/** The configuration files that a website may have. None of a name that panels would take for another path. */
export function siteConfigurations({ name = "", type = "PHP", server: own }: Site): readonly ConfigurationFile[] {
  if (!/^[\w-][\w.-]*$/.test(name)) return [];
  // those of projects begin with their kind
  const file = ["PHP", "WP"].includes(type) ? `${name}.conf` : `${type.toLowerCase()}_${name}.conf`;
  return servers
    .filter(({ called }) => own === undefined || own === called)
    .flatMap(({ called, name: server, program: usedBy }) => [
      { path: `${VHOST}/${called}/${file}`, what: () => l10n.t("Website ({0})", server), usedBy },
      ...(called === "openlitespeed"
        ? [{ path: `${VHOST}/${called}/detail/${file}`, what: () => l10n.t("Website in detail ({0})", server), usedBy }]
        : []),
      ...(called === "nginx"
        ? [{ path: `${VHOST}/rewrite/${file}`, what: () => l10n.t("Rewrite rules ({0})", server), usedBy }]
        : []),
      ...Object.entries(parts).map(([directory, what]) => ({
        path: `${VHOST}/${called}/${directory}/${name}`,
        what: () => what(server),
        usedBy,
      })),
    ]);
}

/** The configuration files that a service may have. @param php its version in two digits, of a PHP-FPM */
export function serviceConfigurations(name: string, php: string | undefined): readonly ConfigurationFile[] {
  const main = () => l10n.t("Main configuration");
  if (php !== undefined) {
    const directory = `/www/server/php/${php}/etc`;
    return [
      { path: `${directory}/php.ini`, what: () => l10n.t("PHP for websites") },
      { path: `${directory}/php-cli.ini`, what: () => l10n.t("PHP for commands") },
      { path: `${directory}/php-fpm.conf`, what: () => l10n.t("PHP-FPM with its processes") },
      { path: `${directory}/php-fpm.d`, what: () => l10n.t("PHP-FPM, a pool of processes") },
    ];
  }
  const paths: Readonly<Record<string, string>> = {
    nginx: "/www/server/nginx/conf/nginx.conf",
    httpd: "/www/server/apache/conf/httpd.conf",
    mysqld: "/etc/my.cnf",
    redis: "/www/server/redis/redis.conf",
    "pure-ftpd": "/www/server/pure-ftpd/etc/pure-ftpd.conf",
  };
  const path = Object.hasOwn(paths, name) ? paths[name] : undefined;
  if (path === undefined) return [];
  return [{ path, what: main }];
}
