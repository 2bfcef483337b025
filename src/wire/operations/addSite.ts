import * as v from "valibot";
import { bare } from "../answers/envelope.ts";
import { flag, integer, maybe, nonEmptyParam, text } from "../answers/fields.ts";
import { isObject } from "../answers/isObject.ts";
import { operation, type Edition } from "../answers/operation.ts";
import { serverPath } from "../answers/serverPath.ts";
import { siteModule } from "./modules.ts";
import { onAapanel, onBaota } from "./wires.ts";

/** The panels' own check, but ASCII only: other scripts are sent as punycode. */
const HOST = /^(?:[\w-]{1,63}\.)+[\w-]{1,63}$/;

const host = v.pipe(v.string(), v.maxLength(253), v.regex(HOST));

/** `host` or `host:port`; a wildcard is allowed here and not as the main domain (docs/protocol.md 6.20). */
const additionalDomain = v.pipe(
  v.string(),
  v.check((domain) => {
    const [name = "", port, ...rest] = domain.split(":");
    const isPort = port === undefined || (/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535);
    return rest.length === 0 && isPort && HOST.test(name.replace(/^\*\./, ""));
  }),
);

const password = v.pipe(nonEmptyParam, v.regex(/^[^\p{Cc}]+$/u));

const params = v.object({
  domain: host,
  additionalDomains: v.array(additionalDomain),
  /** Panels accept neither blanks nor line breaks. An existing directory is used as it is. */
  root: v.pipe(serverPath, v.regex(/^\S+$/)),
  /** Two digits, such as `82`; `00` is static. */
  php: v.pipe(v.string(), v.regex(/^\d{2}$/)),
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  typeId: v.pipe(v.number(), v.integer(), v.minValue(0)),
  note: v.pipe(
    v.string(),
    v.check((note) => note.isWellFormed()),
  ),
  ftp: v.optional(v.object({ user: v.pipe(v.string(), v.regex(/^[\w.-]{3,64}$/)), password })),
  database: v.optional(
    v.object({
      /** The database gets this name too; panels cut it after 16 characters. */
      user: v.pipe(v.string(), v.regex(/^\w{1,16}$/)),
      password,
      charset: v.pipe(v.string(), v.regex(/^\w+$/)),
    }),
  ),
});

type Params = v.InferOutput<typeof params>;

/**
 * Without `ps`, `ftp` or `sql` panels fail half-way. Fields of accounts that are off are left out: sent empty, they turn a refusal of
 * aaPanel into a page (docs/protocol.md 6.12, 6.13).
 */
function encode({ domain, additionalDomains, root, php, port, typeId, note, ftp, database }: Params) {
  return {
    webname: JSON.stringify({ domain, domainlist: additionalDomains, count: additionalDomains.length }),
    path: root,
    type: php === "00" ? "" : "PHP",
    version: php,
    port: String(port),
    type_id: String(typeId),
    ps: note,
    ftp: String(ftp !== undefined),
    ...(ftp !== undefined && { ftp_username: ftp.user, ftp_password: ftp.password }),
    sql: String(database !== undefined),
    ...(database !== undefined && { datauser: database.user, datapassword: database.password }),
    codeing: database?.charset ?? "utf8",
  };
}

/** The answer has neither `status` nor `msg`. */
const envelope = bare((body) => isObject(body) && body["siteStatus"] === true);

const result = v.pipe(
  v.object({
    siteId: maybe(integer),
    ftpStatus: maybe(flag),
    databaseStatus: maybe(flag),
    gitStatus: maybe(flag),
    ftpUser: maybe(text),
    ftpPass: maybe(text),
    databaseName: maybe(text),
    databaseUser: maybe(text),
    databasePass: maybe(text),
  }),
  v.transform((answer) => {
    const { ftpUser, ftpPass, databaseName, databaseUser, databasePass } = answer;
    const credentials = { ftpUser, ftpPass, databaseName, databaseUser, databasePass };
    return {
      id: answer.siteId,
      /** Whether the part was created; false also if it was not requested. */
      ftp: answer.ftpStatus,
      database: answer.databaseStatus,
      git: answer.gitStatus,
      /** Credentials in plain text, also of a database that was not created: show them once, store them nowhere. */
      credentials: Object.values(credentials).some((value) => value !== undefined) ? credentials : undefined,
    };
  }),
);

/** The fields with passwords. */
const SECRETS = ["ftp_password", "datapassword"] as const;

/** Whether a panel of this edition refuses a second site of a domain on another port (docs/protocol.md 6.22). */
export function isOneSiteADomain(edition: Edition): boolean {
  return edition === "aapanel";
}

/**
 * Creates a site (docs/protocol.md 6.24, 6.25). Opens the port in the firewall, reloads the web server and changes
 * the owner of the directory. After a page or a timeout the site may exist: list the sites, never send it again.
 */
export const addSite = operation({
  effect: "change",
  deadlineMs: 120_000,
  documented: "5",
  params,
  result,
  wires: [
    onBaota(siteModule, { action: "AddSite", encode, secretFields: SECRETS, envelope }),
    // without `set_ssl` it fails half-way (docs/protocol.md 6.13), and the document does not have it
    onAapanel(
      { route: "siteWithoutSsl", path: siteModule.path },
      {
        action: "AddSite",
        encode: (site: Params) => ({ ...encode(site), set_ssl: "0" }),
        secretFields: SECRETS,
        envelope,
      },
    ),
  ],
});
