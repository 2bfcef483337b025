import * as v from "valibot";
import { inWords } from "../answers/editionEnvelopes.ts";
import { bareObject, nothingDoneWith } from "../answers/envelope.ts";
import { firstItems, flag, label, maybe, sentence } from "../answers/fields.ts";
import { operation } from "../answers/operation.ts";
import { systemModule } from "./modules.ts";
import { fields, onBoth, onEither } from "./wires.ts";

/** What can be done to a service; `test` has the configuration of a web server checked (docs/protocol.md 13.6). */
const commands = ["reload", "restart", "start", "stop", "test"] as const;

/** `version` is false where the panel does not find it. */
const installed = maybe(
  v.object({
    setup: maybe(flag),
    type: v.fallback(maybe(label), undefined),
    version: v.fallback(maybe(label), undefined),
    status: maybe(flag),
  }),
);

type Installed = v.InferOutput<typeof installed>;

/** Init scripts of web servers, by the panel's name for them. */
const WEB_SERVERS: ReadonlyMap<string | undefined, string> = new Map([
  ["nginx", "nginx"],
  ["apache", "httpd"],
]);

const PHP = /^\d{2}$/;

/** A service by the name that `service.control` takes; none that is not installed. */
function serviceOf(name: string | undefined, listed: Installed) {
  if (name === undefined || listed?.setup !== true) return [];
  return [{ name, version: listed.version, running: listed.status }];
}

const service = v.object({ name: v.pipe(v.string(), v.regex(/^[\w.-]+$/)), to: v.picklist(commands) });

/**
 * A panel says true too where it only put a configuration right, or found no script to run: only these sentences name a
 * web server (docs/protocol.md 17.5).
 */
const NOTHING_RAN = /nginx|apache|httpd/i;

/** What a server's websites need: web server, PHP-FPM, MySQL, Redis, FTP (docs/protocol.md 17). */
export const serviceOperations = {
  /** aaPanel's `/v2/system` always says that nginx does not run (docs/protocol.md 17.2). */
  "service.list": operation({
    effect: "read",
    deadlineMs: 30_000,
    params: v.object({}),
    result: v.pipe(
      v.object({
        web: installed,
        php: maybe(firstItems(installed)),
        mysql: installed,
        redis: installed,
        "pure-ftpd": installed,
      }),
      v.transform(({ web, php = [], mysql, redis, "pure-ftpd": ftp }) => {
        const versions = php.filter((each) => PHP.test(each?.version ?? ""));
        const rows = [
          ...serviceOf(WEB_SERVERS.get(web?.type), web),
          ...versions.flatMap((each) => serviceOf(`php-fpm-${each?.version}`, each)),
          ...serviceOf("mysqld", mysql),
          ...serviceOf("redis", redis),
          ...serviceOf("pure-ftpd", ftp),
        ];
        return { rows, unreadable: [], total: rows.length };
      }),
    ),
    wires: [onEither(systemModule, { action: "GetConcifInfo", envelope: bareObject("web") })],
  }),
  /** Answers once the service's script has run; true also for a service or command that it does not know. */
  "service.control": operation({
    effect: "disrupt",
    deadlineMs: 120_000,
    params: service,
    result: sentence,
    wires: onBoth(
      { route: "services", path: "/system" },
      {
        action: "ServiceAdmin",
        encode: fields({ name: "name", type: "to" }),
        envelope: {
          baota: nothingDoneWith(NOTHING_RAN, inWords.baota),
          aapanel: nothingDoneWith(NOTHING_RAN, inWords.aapanel),
        },
      },
    ),
  }),
};
