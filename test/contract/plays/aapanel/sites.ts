import { SITE_REQUEST, labSite, presence } from "../../../fakes/labRows.ts";
import { NOT_FOUND, fails, gives, listOf, rejected, type Exclusion, type Play, type PlayTable } from "../../play.ts";

const CREATE = "site.create";
const LIST = "site.list";

const site = (id: number, name: string, more: object = {}) => labSite(id, name, { note: "x", ...more });

const php82 = { php: "8.2" };

const wp = site(20, "wp", { note: "wp", type: "WP" });

/** All but the WordPress site. */
const ordinary = [
  site(19, "s6"),
  site(18, "s4"),
  site(17, "s3", php82),
  site(16, "s2"),
  site(15, "s1", php82),
  site(12, "form5", { note: "" }),
  site(9, "php", php82),
  site(1, "live1", { note: "n &lt;b&gt;1&lt;/b&gt; &amp; &quot;q&quot;" }),
];

const page = (rows: readonly unknown[], total = rows.length) => ({ ...listOf(rows, total), route: "getData" });

/** Our client asks for 100 rows a page. */
const LIMIT = ["limit"];

/** A site's root that another site has too. */
const rootOf = (name: string) => ({ note: "lab one", root: `/www/wwwroot/${name}.example.com` });

/** aaPanel tells nothing of Git. */
const created = (id: number) => ({ id, ftp: false, database: false, git: undefined, credentials: undefined });

const ID = { demo: { differs: "the next id" } };

const draft = (name: string, more: object = {}) => ({
  domain: `${name}.example.com`,
  additionalDomains: [],
  root: `/www/wwwroot/${name}.example.com`,
  php: "00",
  port: 80,
  typeId: 0,
  note: "x",
  ...more,
});

const ADDED = ["set_ssl"];

/** The recorder sent PHP as the type of static sites. */
const TYPE = ["type"];

const exists = rejected("The site you tried to add already exists!");

const s3 = { id: 17, name: "s3.example.com" };

const TWIN = {
  excluded: "no operation of ours asks /v2/site, which does not check the web server (docs/protocol.md 6.14)",
  onDemo: {},
};
const LIST_TWIN = {
  excluded: "no operation of ours asks /v2/data, which is the same with pictures (docs/protocol.md 6.1)",
};
/** By the plain route, which tells no empty log as such. */
const PLAIN_LOG: Exclusion = {
  excluded: "no operation of ours asks an aaPanel's plain route for logs (docs/protocol.md 6.30)",
  onDemo: { given: ["siteLogs"] },
};
const ofSite = { params: { name: "php.example.com" }, given: ["siteLogs"] } as const;

const account = (name: string) => ({ id: 1, site: 3, name, user: undefined, server: undefined });

const ACCOUNTS: Partial<Play> = { params: { page: 1, limit: 200 }, given: ["aapanelPhpSite"] };

/** Sites: lists, creation, deletion, start and stop. */
export const aapanelSitePlays: PlayTable = {
  sites_getData_v1: gives(LIST, page([wp, ...ordinary]), { params: { page: 1, limit: 50 }, otherFields: LIMIT }),
  sites_getData_v1_small: gives(LIST, page([site(36, "u3"), site(35, "u2"), site(34, "u1")], 5), {
    params: { page: 1, limit: 3 },
    otherFields: LIMIT,
    given: ["aapanelLateSites"],
  }),
  sites_getData_v1_search: gives(LIST, page([site(36, "u3")]), { given: ["aapanelLateSites"] }),
  sites_getData_v1_past_end: gives(LIST, page([], 5), {
    params: { page: 99, limit: 10 },
    otherFields: LIMIT,
    given: ["aapanelLateSites"],
    demo: { words: "it numbers fewer pages" },
  }),
  sites_v1: gives(
    LIST,
    page([site(4, "labx2", rootOf("labx1")), site(3, "labx1", rootOf("labx1")), site(2, "lab2", rootOf("lab1"))]),
    { given: ["aapanelFirstSites"] },
  ),
  // BaoTa's route, which is asked while nothing tells the edition: every site is static there, and WordPress is left out
  sites_datalist_v1: gives(
    LIST,
    { ...page(ordinary.map((row) => ({ ...row, php: "static" }))), route: "datalist" },
    { route: "datalist", params: { page: 1, limit: 50 } },
  ),
  sites_getData_v2: LIST_TWIN,
  sites_getData_v2_small: LIST_TWIN,
  sites_v2: LIST_TWIN,

  site_domains_v1: gives("site.domains", listOf([{ name: "s3.example.com", port: 80 }]), { params: { id: 17 } }),
  php_versions_v1: gives(
    "site.phpVersions",
    listOf([
      { code: "00", name: "Static", installed: undefined },
      { code: "82", name: "PHP-82", installed: undefined },
    ]),
    { params: {} },
  ),
  php_versions_v2: { excluded: TWIN.excluded },
  types_v1: gives("site.types", listOf([{ id: 0, name: "Default category" }]), { params: {} }),

  addsite_v1_full: gives(CREATE, created(15), {
    ...ID,
    params: draft("s1", { php: "82", additionalDomains: ["www.s1.example.com"] }),
    given: ["aapanelFirstSites"],
  }),
  addsite_v1_no_set_ssl: gives(CREATE, created(16), {
    ...ID,
    params: draft("s2"),
    otherFields: ADDED,
    given: ["aapanelFirstSites"],
  }),
  addsite_v1: gives(CREATE, created(3), {
    ...ID,
    params: draft("labx1", { note: "lab one" }),
    otherFields: [...ADDED, ...TYPE],
  }),
  addsite_v1_empty_ftp_fields: gives(CREATE, created(34), ID),
  addsite_v1_dup: fails(CREATE, exists, {
    params: draft("labx1", { note: "lab one" }),
    otherFields: [...ADDED, ...TYPE],
    after: [["addsite_v1", 1]],
  }),
  addsite_v1_same_domain_other_port: fails(CREATE, exists, {
    params: draft("u3", { port: 8085 }),
    otherFields: TYPE,
    given: ["aapanelLateSites"],
  }),
  addsite_v1_baddomain: fails(CREATE, rejected("Format of primary domain is incorrect")),
  addsite_v1_broken_config_empty_fields: fails(CREATE, NOT_FOUND, { given: ["brokenWebServer"] }),
  addsite_v1_root_is_file: fails(CREATE, NOT_FOUND, {
    params: draft("s7", { root: "/www/wwwroot/java/demo.jar" }),
    otherFields: ADDED,
    given: ["jarIsFile"],
  }),
  addsite_v2: TWIN,
  addsite_v2_bad_webname: TWIN,
  data_ftps_v1: gives("site.ftpUsers", listOf([account("phplabftp")]), ACCOUNTS),
  data_databases_v1: gives(
    "site.databases",
    listOf([{ ...account("phplabdb"), user: "phplabdb", server: 0, access: "127.0.0.1" }]),
    ACCOUNTS,
  ),
  files_exist_v2: gives("file.stat", listOf(presence(1_795_371_188, 1_795_370_028)), {
    params: { paths: presence(0, 0).map(({ path }) => path) },
    given: ["phpSite"],
    demo: { differs: "the times" },
  }),

  addsite_v2_baddomain: TWIN,
  addsite_v2_badphp: TWIN,
  addsite_v2_badphp_2: TWIN,
  addsite_v2_badport: TWIN,
  addsite_v2_broken_config_empty_fields: { ...TWIN, onDemo: { given: ["brokenWebServer"] } },
  addsite_v2_dup: { ...TWIN, onDemo: { after: [["addsite_v2", 1]] } },
  addsite_v2_dup_2: { ...TWIN, onDemo: { after: [["addsite_v2_full", 1]] } },
  addsite_v2_empty_ftp_fields: TWIN,
  addsite_v2_full: TWIN,
  addsite_v2_minimal: TWIN,
  addsite_v2_missing_ps: TWIN,
  addsite_v2_no_ps: TWIN,
  addsite_v2_syspath: TWIN,

  site_start_v1: gives("site.start", { msg: "Site started" }, { params: s3 }),
  site_stop_v1: gives("site.stop", { msg: "Site stopped" }, { params: s3 }),
  site_delete_v1: gives(
    "site.delete",
    { msg: "Successfully deleted site!" },
    {
      params: { id: 36, name: "u3.example.com", withRoot: true, withFtp: false, withDatabase: false },
      given: ["aapanelLateSites"],
    },
  ),
  site_delete_no_webname_v1: fails("site.delete", rejected("webname is required")),
  site_delete_no_webname_v2: TWIN,
  site_start_v2: TWIN,
  site_stop_unknown_v2: TWIN,
  site_stop_v2: TWIN,
  sites_v2_delete: { ...TWIN, onDemo: { given: ["aapanelFirstSites"] } },
  sites_v2_stop: TWIN,

  site_access_log_unknown_v1: PLAIN_LOG,
  site_access_log_v1: PLAIN_LOG,
  site_access_log_v2: gives("site.accessLog", { text: `${SITE_REQUEST}\n${SITE_REQUEST}\n${SITE_REQUEST}` }, ofSite),
  site_error_log_v2: gives("site.errorLog", { text: "" }, ofSite),
};
