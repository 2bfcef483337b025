import { allSites, siteOf } from "./demoSites.ts";
import { stampedReply, statusReply } from "./http.ts";
import { siteConfigurationPath } from "./nginxConfiguration.ts";
import { reloadNginx } from "./parts.ts";
import { servedRunPath } from "./runPath.ts";
import { isDirectory, writeFile } from "./serverFiles.ts";
import { type DemoState, type HandlerContext, integer, required, type SiteRecord } from "./state.ts";
import type { KnownEdition } from "../wire/answers/operation.ts";

/** Handlers of a website's settings (docs/protocol.md 6.52 to 6.56). */
export function siteSettingHandlers(edition: KnownEdition) {
  const say = (succeeded: boolean, inEnglish: string, inChinese: string) =>
    statusReply(succeeded, edition === "baota" ? inChinese : inEnglish);
  return {
    "site.addDomain": edition === "baota" ? addOnBaota : addOnAapanel,
    "site.removeDomain": (context: HandlerContext) => {
      const { fields, now } = context;
      const site = siteAsked(context);
      const host = required(fields, "domain");
      // aaPanel looks for the name alone
      const domain = site.domains.find((each) =>
        edition === "baota" ? each === domainAsked(host, required(fields, "port")) : each.split(":")[0] === host,
      );
      if (edition === "baota") {
        if (domain === undefined) return statusReply(false, "未查询到指定域名，无法删除");
        if (site.domains.length === 1) return statusReply(false, "最后一个域名不能删除!");
      } else {
        // in the second envelope, although the route has the first
        const refusal = domain === undefined ? "Domain record not found" : "Last domain cannot be deleted!";
        if (domain === undefined || site.domains.length === 1) return stampedReply(-1, { result: refusal }, now());
      }
      setDomains(
        context,
        site,
        site.domains.filter((each) => each !== domain),
      );
      return say(true, "Successfully deleted", "删除成功");
    },
    "site.redirectToHttps": (context: HandlerContext) => {
      const site = siteNamed(context);
      const { certificate } = site;
      const hasSsl = certificate !== undefined || configurationOf(context.state, site).includes("ssl_certificate");
      if (!hasSsl) return say(false, "SSL is NOT currently enabled", "当前未开启SSL");
      configure(context, site, (text) => text.replace(MARK, `${MARK}\n${REDIRECT}`));
      return say(true, "Setup successfully!", "设置成功");
    },
    "site.serveHttp": (context: HandlerContext) => {
      configure(context, siteNamed(context), (text) => text.replaceAll(`\n${REDIRECT}`, ""));
      return say(true, "Setup successfully!", "设置成功");
    },
    "site.runPath": (context: HandlerContext) => {
      const { state } = context;
      required(context.fields, "path");
      const site = siteAsked(context);
      const inside = (path: string) =>
        path.startsWith(`${site.path}/`) && !path.slice(site.path.length + 1).includes("/");
      const directories = [...state.files.keys()].filter((path) => inside(path) && isDirectory(state.files, path));
      const dirs = ["/", ...directories.map((path) => path.slice(site.path.length))];
      const runPath = { runPath: servedRunPath(state, site), dirs };
      return { ...(edition === "baota" && { sync_git: false }), logs: true, userini: true, runPath, pass: false };
    },
    // whether there is such a website nobody looks
    "site.setLastDay": ({ state, fields }: HandlerContext) => {
      const site = siteOf(state, integer(fields, "id", 0));
      if (site !== undefined) site.lastDay = required(fields, "edate");
      return say(
        true,
        "Successfully set, the site will stop automatically when expires!",
        "设置成功,站点到期后将自动停止!",
      );
    },
    "site.setNote": ({ state, fields }: HandlerContext) => {
      const site = siteOf(state, integer(fields, "id", 0));
      if (site === undefined) return say(false, "Failed to modify", "修改失败");
      site.note = required(fields, "ps");
      return say(true, "Setup successfully!", "修改成功");
    },
  };
}

/** What both editions look for, to write the rules behind it: without it nothing is written. */
const MARK = "#error_page 404/404.html;";

const REDIRECT = `    #HTTP_TO_HTTPS_START
    if ($server_port !~ 443){
        rewrite ^(/.*)$ https://$host$1 permanent;
    }
    #HTTP_TO_HTTPS_END`;

/** Throws for a website that is not there, as panels do where they need its configuration. */
function siteAsked({ state, fields }: HandlerContext): SiteRecord {
  return found(siteOf(state, integer(fields, "id", 0)));
}

function siteNamed({ state, fields }: HandlerContext): SiteRecord {
  const name = required(fields, "siteName");
  return found(allSites(state).find((site) => site.name === name));
}

function found(site: SiteRecord | undefined): SiteRecord {
  if (site === undefined) throw new Error("no such site");
  return site;
}

function configurationOf({ files }: Pick<DemoState, "files">, site: SiteRecord): string {
  return files.get(siteConfigurationPath(site))?.bytes?.toString() ?? "";
}

function configure({ state, now }: HandlerContext, site: SiteRecord, change: (text: string) => string): void {
  const before = configurationOf(state, site);
  if (before === "") return;
  writeFile(state.files, siteConfigurationPath(site), Buffer.from(change(before)), Math.floor(now() / 1000));
  reloadNginx(state, now());
}

/** Gives a website other domains, in its row and in its configuration. */
function setDomains(context: HandlerContext, site: SiteRecord, domains: readonly string[]): void {
  site.domains = domains;
  const parts = domains.map((domain) => domain.split(":"));
  const ports = [...new Set(parts.map(([, port = "80"]) => port))];
  const names = `    server_name ${parts.map(([host]) => host).join(" ")};`;
  configure(context, site, (text) =>
    text
      .split("\n")
      .filter((line) => !line.trimStart().startsWith("listen "))
      .flatMap((line) => {
        const isNames = line.trimStart().startsWith("server_name ");
        return isNames ? [...ports.map((port) => `    listen ${port};`), names] : [line];
      })
      .join("\n"),
  );
}

const DOMAIN = /^([\w*-]{1,100}\.){1,24}([\w-]{1,24}|[\w-]{1,24}\.[\w-]{1,24})$/;

const domainAsked = (host: string, port: string) => (port === "80" ? host : `${host}:${port}`);

/** Splits what is to be added, with the port 80 unless there is another one. */
function askedDomains({ fields }: HandlerContext): readonly (readonly [host: string, port: string])[] {
  return required(fields, "domain")
    .replaceAll(" ", "")
    .split(",")
    .filter((domain) => domain !== "")
    .map((domain) => {
      const [host = "", port = ""] = domain.split(":");
      return [host.toLowerCase(), port || "80"] as const;
    });
}

const TAKEN_ON_BAOTA = ["21", "25", "443", "888", "8888", "8443"];

/** Tells of each domain by itself. */
function addOnBaota(context: HandlerContext): object {
  const site = siteAsked(context);
  const domains = askedDomains(context).map(([host, port]) => {
    const problem = problemOnBaota(context, host, port);
    if (problem === undefined) setDomains(context, site, [...site.domains, domainAsked(host, port)]);
    return { name: host, status: problem === undefined, msg: problem ?? "添加成功" };
  });
  return { domains };
}

function problemOnBaota({ state }: HandlerContext, host: string, port: string): string | undefined {
  if ((host.includes("*") && !host.startsWith("*.")) || !DOMAIN.test(host)) return "域名格式不正确";
  if (!/^\d+$/.test(port)) return "端口不合法，应该为数字";
  if (TAKEN_ON_BAOTA.includes(port)) return "端口不合法，请勿使用常用端口，例如：ssh的22端口等";
  if (Number(port) < 1 || Number(port) > 65_535) return "端口范围不合法";
  const owner = allSites(state).find(({ domains }) => domains.includes(domainAsked(host, port)));
  return owner && `指定域名[${host}]已被网站[${owner.name}]绑定过了`;
}

/** Ends at the first domain that it refuses, and has added those before it. */
function addOnAapanel(context: HandlerContext): object {
  const { state } = context;
  const site = siteAsked(context);
  for (const [host, port] of askedDomains(context)) {
    if (host.includes("*") && !host.includes("*.")) return statusReply(false, "Domain name format is incorrect!");
    if (!DOMAIN.test(host)) return statusReply(false, "Format of domain is invalid!");
    if (!/^\d+$/.test(port) || Number(port) < 80 || Number(port) > 65_535 || TAKEN_ON_BAOTA.includes(port))
      return statusReply(false, "Port range is incorrect! should be between 100-65535");
    // a website has a name once, whatever its port
    const isTaken = (other: SiteRecord) =>
      other.domains.some((each) => (other === site ? each.split(":")[0] === host : each === domainAsked(host, port)));
    const owner = allSites(state).find(isTaken);
    if (owner !== undefined)
      return statusReply(false, `The specified domain name has been bound by the website [${owner.name}]`);
    setDomains(context, site, [...site.domains, domainAsked(host, port)]);
  }
  return statusReply(true, "Successfully added site!");
}
