import { lab30, labProjectSite, labSite, presence, SITE_ERROR, SITE_REQUEST } from "../../../fakes/labRows.ts";
import { fails, gives, listOf, NOT_FOUND, type Play, type PlayTable, rejected } from "../../play.ts";

const CREATE = "site.create";

const php82 = { php: "8.2" };

const listedBy = (route: string, rows: readonly unknown[], total?: number) => ({ ...listOf(rows, total), route });

const created = (id: number) => ({ id, ftp: false, database: false, git: false, credentials: undefined });

const ID = { demo: { differs: "the next id" } };

const draft = (domain: string, more: object = {}) => ({
  domain: `${domain}.example.com`,
  additionalDomains: [],
  root: `/www/wwwroot/${domain}.example.com`,
  php: "82",
  port: 80,
  typeId: 0,
  note: "lab one",
  ...more,
});

const KEPT = { withRoot: false, withFtp: false, withDatabase: false };

const KEY_DIRECTORIES =
  "/www /usr / /dev /home /media /mnt /opt /tmp /var /www/.Recycle_bin/ /www/backup/ /www/php_session/ /www/wwwlogs/ /www/server/ /etc/ /usr/ /var/ /boot/ /proc/ /sys/ /tmp/ /root/ /lib/ /bin/ /sbin/ /run/ /lib64/ /lib32/ /srv/";

const allVersions = [
  ["00", "纯静态", true],
  ["other", "自定义", true],
  ["82", "PHP-82", true],
  ...["52", "53", "54", "55", "56", "70", "71", "72", "73", "74", "80", "81", "83", "84", "85"].map(
    (code) => [code, `PHP-${code}`, false] as const,
  ),
].map(([code, name, installed]) => ({ code, name, installed }));

const defaultTypes = [
  { id: 0, name: "默认分类" },
  { id: -2, name: "已停止网站" },
];

const account = (id: number, name: string) => ({ id, site: 4, name, user: undefined, server: undefined });

const ACCOUNTS: Partial<Play> = { params: { page: 1, limit: 200 }, given: ["phpSite"] };

const ofSite = (name: string) => ({ params: { name: `${name}.example.com` }, given: ["siteLogs"] }) as const;

/** Sites: lists, creation, deletion, start and stop. */
export const sitePlays: PlayTable = {
  datalist_sites: gives(
    "site.list",
    listedBy("datalist", [lab30, labSite(13, "lab3", php82), labSite(12, "lab2")], 11),
    // what it sends besides is empty, and without it the request is the same
    {},
  ),
  data_sites_query_style: gives(
    "site.list",
    listedBy(
      "getData",
      [labSite(5, "lab6"), labSite(4, "lab4"), labSite(3, "lab3", php82), labSite(2, "lab2"), labSite(1, "lab1")],
      10,
    ),
    { route: "getData", given: ["earlySites", "noProjects", "searchedBefore"] },
  ),
  data_sites_search: gives(
    "site.list",
    listedBy("getData", [labSite(10, "lab12"), labSite(9, "lab11"), labSite(8, "lab10"), labSite(1, "lab1")]),
    { route: "getData", given: ["earlySites"] },
  ),
  data_sites_html_ps: gives(
    "site.list",
    listedBy("getData", [{ ...lab30, note: "&lt;b&gt;x&lt;/b&gt; &amp; &quot;q&quot;" }]),
    {
      route: "getData",
      given: ["noteWithHtml"],
    },
  ),
  data_sites_with_java: gives("site.list", listedBy("getData", [labProjectSite, lab30], 12), {
    route: "getData",
    given: ["stoppedProject", "unchangedProject", "searchedBefore"],
  }),
  data_domain: gives(
    "site.domains",
    listOf([
      { name: "lab2.example.com", port: 80 },
      { name: "alias2.example.com", port: 8081 },
      { name: "www.lab2.example.com", port: 80 },
    ]),
    { params: { id: 2 }, given: ["earlySites"] },
  ),

  site_GetPHPVersion: gives(
    "site.phpVersions",
    listOf([
      { code: "00", name: "纯静态", installed: true },
      { code: "82", name: "PHP-82", installed: true },
    ]),
    { params: {} },
  ),
  site_GetPHPVersion_all: gives("site.phpVersions", listOf(allVersions)),
  site_get_site_types: gives("site.types", listOf(defaultTypes), { params: {} }),
  site_get_site_types_2: gives("site.types", listOf([...defaultTypes, { id: 1, name: "prod" }]), {
    params: {},
    given: ["category"],
  }),

  site_AddSite_php82: gives(CREATE, created(13), {
    ...ID,
    params: draft("lab3"),
    given: ["oneSite"],
  }),
  site_AddSite_get_method_html: gives(CREATE, created(14), { ...ID, given: ["oneSite"] }),
  site_AddSite_path_not_empty_reuse: gives(CREATE, created(7), { ...ID, given: ["oneSite"] }),
  site_AddSite_port8088: gives(CREATE, created(8), { ...ID, given: ["oneSite"] }),
  addsite_with_set_ssl_b: gives(CREATE, created(478), { ...ID, given: ["oneSite"] }),
  site_AddSite_missing_ps: fails(CREATE, NOT_FOUND, { given: ["oneSite"] }),
  site_AddSite_missing_sql: fails(CREATE, NOT_FOUND, { given: ["oneSite"] }),
  site_AddSite_via_GET: fails(CREATE, { kind: "page", status: 200 }),
  site_AddSite_bad_domain: fails(CREATE, rejected("主域名格式不正确")),
  site_AddSite_path_space: fails(CREATE, rejected("目录中不能包含空格或换行符，请重新选择！")),
  site_AddSite_php_not_installed: fails(CREATE, rejected("指定PHP版本不存在!"), {
    params: draft("lab4", { php: "74" }),
  }),
  site_AddSite_port_out_of_range: fails(CREATE, rejected("端口范围不合法")),
  site_AddSite_root_sites_path: fails(CREATE, rejected("不能以系统关键目录作为站点目录")),
  site_AddSite_system_path: fails(CREATE, rejected(`请不要将网站根目录设置到以下关键目录中: ${KEY_DIRECTORIES}`)),

  data_ftps: gives("site.ftpUsers", listOf([account(1, "phplabftp")]), ACCOUNTS),
  data_databases: gives(
    "site.databases",
    listOf([{ ...account(2, "phplabdb"), user: "phplabdb", server: 0, access: "127.0.0.1" }]),
    {
      ...ACCOUNTS,
      demo: { differs: "the id" },
    },
  ),
  files_exist: gives("file.stat", listOf(presence(1_795_370_534, 1_795_370_026)), {
    params: { paths: presence(0, 0).map(({ path }) => path) },
    given: ["phpSite"],
    demo: { differs: "the times" },
  }),

  site_DeleteSite_2: gives(
    "site.delete",
    { msg: "站点删除成功!" },
    {
      params: { id: 2, name: "lab2.example.com", ...KEPT, withRoot: true },
      given: ["earlySites"],
    },
  ),
  site_DeleteSite_3: gives(
    "site.delete",
    { msg: "站点删除成功!" },
    {
      params: { id: 3, name: "lab3.example.com", ...KEPT },
      given: ["earlySites"],
    },
  ),
  site_DeleteSite_no_webname: fails("site.delete", NOT_FOUND),
  site_SiteStart_unknown_id: fails("site.start", NOT_FOUND, { params: { id: 999, name: "nope.example.com" } }),
  site_SiteStop_unknown_id: fails("site.stop", NOT_FOUND, { params: { id: 999, name: "nope.example.com" } }),
  site_SiteStop_again: gives(
    "site.stop",
    { msg: "站点已停用" },
    {
      params: { id: 1, name: "lab1.example.com" },
      after: [["site_SiteStop_again", 1]],
    },
  ),
  site_GetSiteLogs: gives("site.accessLog", { text: "" }, ofSite("lab1")),
  site_access_log: gives(
    "site.accessLog",
    { text: `${SITE_REQUEST}\n${SITE_REQUEST}\n${SITE_REQUEST}` },
    ofSite("live1"),
  ),
  site_access_log_empty: gives("site.accessLog", { text: "" }, ofSite("tls1")),
  site_access_log_unknown: fails("site.accessLog", NOT_FOUND, ofSite("nope")),
  site_error_log: gives("site.errorLog", { text: SITE_ERROR }, ofSite("live1")),
  site_error_log_unknown: fails("site.errorLog", NOT_FOUND, ofSite("nope")),
};
