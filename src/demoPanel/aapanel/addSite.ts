import {
  allDomains,
  createAccounts,
  createSiteRecord,
  DOMAIN,
  isKeyDirectory,
  keyDirectories,
  menuOf,
} from "../bothEditions/createSiteRecord.ts";
import { saying } from "../http/saying.ts";
import { makeDirectory } from "../records/serverFiles.ts";
import { type HandlerContext, required } from "../state/handler.ts";
import { say } from "./sentences.ts";

/**
 * `AddSite` (docs/protocol.md 6.13 to 6.25), in the order in which the panel goes through it: a missing field is
 * noticed only where it is needed, which may be after the directory or the row was made.
 */
export function addSite(context: HandlerContext): unknown {
  const { fields, language } = context;
  const error = configurationError(context);
  if (error !== undefined) {
    const html = `<a style="color:red;">${error.replaceAll("\n", "<br>")}</a>`;
    return saying(false, say(language, "brokenConfiguration", html));
  }
  return created(context, fields["set_ssl"] === undefined ? NO_SET_SSL : false);
}

/** As its route below `/v2` does, which does not mind the web server's configuration (docs/protocol.md 6.14). */
export function addSiteUnchecked(context: HandlerContext): unknown {
  configurationError(context);
  return created(context, false);
}

/** Empty fields break what would tell of it. */
function configurationError({ state, fields }: HandlerContext): string | undefined {
  const error = state.web.configurationError;
  if (error !== undefined && ACCOUNTS.some((name) => fields[name] === "")) throw new Error("cannot be told");
  return error;
}

/** @param ssl what the answer says of it */
function created(context: HandlerContext, ssl: string | false): unknown {
  const { state, fields, language } = context;
  const root = required(fields, "path").replaceAll("//", "/").replace(/\/$/, "");
  const menu = menuOf(required(fields, "webname"));
  if (menu === undefined) return saying(false, say(language, "badWebname"));
  if (isKeyDirectory(root) || root === "/www/wwwroot")
    return saying(false, say(language, "systemDirectory", keyDirectories));
  const [domain = ""] = menu.domain.trim().toLowerCase().split(":");
  const port = required(fields, "port").trim();
  const version = fields["version"] || "00";
  if (!isPort(port)) return saying(false, say(language, "badPort"));
  if (version !== "00" && !state.web.phpVersions.includes(version)) return saying(false, say(language, "noSuchPhp"));
  if (!DOMAIN.test(domain) || domain.includes("*")) return saying(false, say(language, "badDomain"));
  // on another port too
  const isTaken = allDomains(state).some((taken) => taken.split(":")[0] === domain);
  if (isTaken) return saying(false, say(language, "siteExists"));

  makeDirectory(state.files, root);
  const { id } = createSiteRecord(context, {
    name: domain,
    host: domain,
    port,
    root,
    version,
    domains: menu.domainlist,
  });
  return { siteStatus: true, siteId: id, ...createAccounts(context, id), ssl, redirect: true };
}

const ACCOUNTS = ["ftp_username", "ftp_password", "datauser", "datapassword"];

const NO_SET_SSL =
  "Traceback (most recent call last):\n  File \"/www/server/panel/class/panelSite.py\", line 1, in AddSite\n    if int(get.set_ssl) == 1:\nAttributeError: 'dict_obj' object has no attribute 'set_ssl'\n";

/** Its sentence says 100, and 80 is what everybody takes. */
function isPort(port: string): boolean {
  return /^\d{1,5}$/.test(port) && (port === "80" || (Number(port) >= 100 && Number(port) <= 65_535));
}
