import type { OperationId } from "../../../src/wire/operations/operations.ts";
import type { GivenName } from "../given.ts";
import { excluded, fails, gives, listOf, type Play, type PlayTable, rejected } from "../play.ts";

const NAME = "factconf.example.com";

/** What differs between the editions: the website that was recorded, the recording's name, and what panels say. */
interface Recorded {
  readonly end: "" | "_v1";
  readonly id: number;
  readonly runPathId: number;
  readonly site: GivenName;
  readonly runPathSite: GivenName;
  readonly added: string | undefined;
  readonly taken: string;
  readonly removed: string;
  readonly last: string;
  readonly set: string;
  readonly dated: string;
  readonly php: (version: string) => string;
  /** The version that was set. */
  readonly version: string;
}

/** The exchanges of one edition. */
function playsOf(recorded: Recorded): PlayTable {
  const { end, id, site, runPathId, runPathSite, added, set, dated, php, version } = recorded;
  const given = [site];
  const domain = (host: string, port = 80) => ({ id, name: NAME, host, port });
  const said = (operation: OperationId, msg: string, params: object | undefined, more: Partial<Play> = {}) =>
    gives(operation, { msg }, { ...(params && { params }), given, ...more });
  const setPhp = (to: string) => said("site.setPhp", php(to), { name: NAME, php: to });
  const setRunPath = (params?: object) => said("site.setRunPath", set, params, { given: [runPathSite] });
  const both = `conf_add_domain${end}`;
  const named: PlayTable = {
    // two at once, which our client never adds
    conf_add_domain: gives("site.addDomain", added === undefined ? {} : { msg: added }, { given }),
    conf_add_domain_again: fails("site.addDomain", rejected(recorded.taken), {
      params: domain("factb.example.com"),
      // ours says the port
      otherFields: ["domain"],
      given,
      after: [[both, 1]],
    }),
    conf_del_domain2: said("site.removeDomain", recorded.removed, domain("factc.example.com", 8099), {
      after: [[both, 1]],
    }),
    conf_del_last_domain: fails("site.removeDomain", rejected(recorded.last), { params: domain(NAME), given }),
    conf_dir_userini: gives(
      "site.runPath",
      { runPath: "/", directories: ["/"] },
      { params: { id, root: "/www/wwwroot/factconf" }, given },
    ),
    conf_domain_list: gives("site.domains", listOf([{ name: NAME, port: 80 }]), { params: { id }, given }),
    conf_http_to_https: said("site.redirectToHttps", set, { name: NAME }, { given: [site, "securedSite"] }),
    conf_close_to_https: said("site.serveHttp", set, { name: NAME }),
    conf_set_edate: said("site.setLastDay", dated, { id, lastDay: "2027-01-31" }),
    conf_set_edate_never: said("site.setLastDay", dated, { id, lastDay: "0000-00-00" }),
    conf_set_php: setPhp(version),
    // it is not installed
    conf_set_php_none: setPhp("99"),
    conf_set_php_static: setPhp("00"),
    site_runpath: setRunPath({ id: runPathId, runPath: "/r1" }),
    site_runpath_missing: setRunPath({ id: runPathId, runPath: "/nosuch" }),
    // with a stroke at its end, which our client never sends
    site_runpath_root: setRunPath(),
  };
  return Object.fromEntries(Object.entries(named).map(([name, play]) => [`${name}${end}`, play]));
}

/** Settings of a website on BaoTa. */
export const settingPlays: PlayTable = playsOf({
  end: "",
  id: 11,
  runPathId: 10,
  site: "setSite",
  runPathSite: "runPathSite",
  // of each domain there is a word of its own
  added: undefined,
  taken: `指定域名[factb.example.com]已被网站[${NAME}]绑定过了`,
  removed: "删除成功",
  last: "最后一个域名不能删除!",
  set: "设置成功",
  dated: "设置成功,站点到期后将自动停止!",
  php: (version) => `成功切换网站[${NAME}]的PHP版本为PHP-${version}`,
  version: "82",
});

const V2 = [
  "conf_add_domain",
  "conf_add_domain_again",
  "conf_del_domain2",
  "conf_del_last_domain",
  "conf_dir_userini",
  "conf_domain_list",
  "conf_http_to_https",
  "conf_close_to_https",
  "conf_set_edate",
  "conf_set_edate_never",
  "conf_set_php",
  "conf_set_php_none",
  "conf_set_php_static",
].map((name) => `${name}_v2`);

/** Settings of a website on aaPanel. */
export const aapanelSettingPlays: PlayTable = {
  ...playsOf({
    end: "_v1",
    id: 12,
    runPathId: 11,
    site: "aapanelSetSite",
    runPathSite: "aapanelRunPathSite",
    added: "Successfully added site!",
    taken: `The specified domain name has been bound by the website [${NAME}]`,
    removed: "Successfully deleted",
    last: "Last domain cannot be deleted!",
    set: "Setup successfully!",
    dated: "Successfully set, the site will stop automatically when expires!",
    php: (version) => `Successfully changed PHP Version of site [${NAME}] to PHP-${version}`,
    version: "84",
  }),
  ...excluded("no operation of ours asks /v2/site or /v2/data for settings: the plain routes answer the same", ...V2),
};
