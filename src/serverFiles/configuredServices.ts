import { isIn } from "../characters/isBelow.ts";

/** A web server whose configuration panels check, by the name that they have for it. */
export type WebServer = "nginx" | "httpd";

/** A service whose configuration people edit here, by the name that panels have for it. */
export type ConfiguredService = WebServer | "mysqld" | "redis" | `php-fpm-${string}`;

type OtherService = Exclude<ConfiguredService, `php-fpm-${string}`>;

/** What is known of the configuration of services that are called alike. */
interface ServiceTraits {
  /** The files of its configuration, and directories of such files. */
  readonly paths: readonly string[];
  /** `panel`: by a call; `server`: by a command on the server; `nobody`: its program has no check. */
  readonly checkedBy: "panel" | "server" | "nobody";
  /** What has it use a changed configuration. */
  readonly usesAfter: "reload" | "restart";
  /**
   * The action whose proof shows that it has loaded its configuration, whoever had it do that. Apache starts and ends workers all the
   * time, so that nothing shows later that it was reloaded.
   */
  readonly loadedBy: "reload" | "restart";
  /** It may run although a part of its configuration is wrong, so that a start proves nothing of that. */
  readonly mayRunBroken?: true;
}

const PHP_FPM = {
  // the directory of a version stands before them
  paths: ["etc/php.ini", "etc/php-fpm.conf", "etc/php-fpm.d"],
  checkedBy: "server",
  usesAfter: "reload",
  loadedBy: "reload",
  mayRunBroken: true,
} as const satisfies ServiceTraits;

const ofOtherServices: Readonly<Record<OtherService, ServiceTraits>> = {
  nginx: {
    paths: ["/etc/nginx", "/www/server/nginx/conf", "/www/server/panel/vhost/nginx", "/www/server/panel/vhost/rewrite"],
    checkedBy: "panel",
    usesAfter: "reload",
    loadedBy: "reload",
  },
  httpd: {
    paths: ["/etc/apache2", "/etc/httpd", "/www/server/apache/conf", "/www/server/panel/vhost/apache"],
    checkedBy: "panel",
    usesAfter: "reload",
    loadedBy: "restart",
  },
  mysqld: {
    paths: ["/etc/my.cnf"],
    checkedBy: "server",
    usesAfter: "restart",
    loadedBy: "restart",
  },
  redis: {
    paths: ["/www/server/redis/redis.conf"],
    checkedBy: "nobody",
    usesAfter: "restart",
    loadedBy: "restart",
  },
};

const webServers: readonly WebServer[] = ["nginx", "httpd"];
const otherServices = Object.keys(ofOtherServices) as readonly OtherService[];

const PHP_SERVICE = /^php-fpm-(\d{2})$/;
const PHP_PATH = /^\/www\/server\/php\/(\d{2})\/(.+)$/;

/** The version in the name of a PHP-FPM, in two digits; `undefined`: it is none. */
export function phpVersionOf(service: string): string | undefined {
  return PHP_SERVICE.exec(service)?.[1];
}

function isPhp(service: ConfiguredService): service is `php-fpm-${string}` {
  return phpVersionOf(service) !== undefined;
}

/** What is known of the configuration of a service. */
export function traitsOf(service: ConfiguredService): ServiceTraits {
  if (isPhp(service)) return PHP_FPM;
  return ofOtherServices[service];
}

/** The service to whose configuration a file belongs; `undefined`: none that people edit here. */
export function serviceOf(path: string): ConfiguredService | undefined {
  const [, version, below = ""] = PHP_PATH.exec(path) ?? [];
  if (version !== undefined && PHP_FPM.paths.some((file) => isIn(below, file))) return `php-fpm-${version}`;
  return otherServices.find((service) => ofOtherServices[service].paths.some((directory) => isIn(path, directory)));
}

/** The service of a name; `undefined`: it is none whose configuration people edit here. */
export function serviceCalled(name: string): ConfiguredService | undefined {
  const version = phpVersionOf(name);
  if (version !== undefined) return `php-fpm-${version}`;
  return otherServices.find((service) => service === name);
}

/** The web server of a service's name; `undefined`: it is none. */
export function webServerCalled(name: string): WebServer | undefined {
  return webServers.find((server) => server === name);
}

/** The web server to whose configuration a file belongs; `undefined`: none that panels can check. */
export function webServerOf(path: string): WebServer | undefined {
  return webServerCalled(serviceOf(path) ?? "");
}
