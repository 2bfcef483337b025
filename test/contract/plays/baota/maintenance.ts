import { labOrders } from "../../../fakes/labRows.ts";
import { fails, gives, listOf, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";

const ORDERS = "certificateOrder.list";
const REMOVE = "certificateOrder.remove";
const UPDATE = "composer.update";
const LOG = "runtime.upgradeLog";

const LEFT_OUT = "key and certificate were left out of the recording";

const gone = rejected("指定订单不存在!");
const second = { index: "fedcba9876543210fedcba9876543210" };

const log = (running: boolean, message: string, text: string) => ({ running, log: text, message });
const STEPS = "检查环境...\n开始下载升级环境脚本...";

const DOWNLOAD_FAILED =
  "\n获取最新升级环境脚本失败：下载失败：HTTPSConnectionPool(host='download.bt.cn', port=443): Max retries exceeded with url: /install/pyenv/upgrade_py313.sh (Caused by NewConnectionError('<urllib3.connection.HTTPSConnection object at 0x7f7542d0add0>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution'))";

/** 999 lines of 2500. */
const window = Array.from({ length: 999 }, (_, index) => `row${index + 1502}`).join("\n");

const GB = 2 ** 30;
const DETAILS = { params: {}, demo: { differs: "another machine", fields: "other interfaces and devices" } };
const disk = (path: string, freeGigabytes: number, usedPercent: number) => ({
  path,
  bytes: 252 * GB,
  freeBytes: freeGigabytes * GB,
  usedPercent,
});
const details = (one: number, five: number, fifteen: number, disks: readonly object[]) =>
  gives("system.details", { load: { one, five, fifteen }, disks }, DETAILS);
const DISKS = { excluded: "no operation of ours reads the disks without the load" };

/** Certificate orders, the dependency manager, the panel's runtime, and what else was recorded of the panel. */
export const maintenancePlays: PlayTable = {
  acme_get_orders: gives(ORDERS, listOf(labOrders), { params: {} }),
  acme_get_orders_no_config: gives(ORDERS, listOf([]), { params: {}, given: ["noOrders"] }),
  acme_get_orders_GET: gives(ORDERS, listOf([]), { given: ["noOrders"] }),
  acme_index_path_suffix: fails(REMOVE, NOT_FOUND),
  acme_remove_order_ok: gives(REMOVE, { msg: "订单删除成功!" }, { params: second }),
  acme_remove_order_again: fails(REMOVE, gone, { params: second, after: [["acme_remove_order_ok", 1]] }),
  acme_remove_order_unknown: fails(REMOVE, gone, { params: { index: "nope" } }),
  acme_remove_order_missing_index: fails(REMOVE, NOT_FOUND),
  acme_apply_offline: fails(
    "certificateOrder.order",
    rejected("curl: (6) Could not resolve host: acme-v02.api.letsencrypt.org"),
    { params: { id: 2, domains: ["factconf.example.com"] }, demo: { cannot: "its authority grants every order" } },
  ),
  conf_set_ssl: gives("certificate.install", { msg: "证书已保存!" }, { demo: { cannot: LEFT_OUT } }),
  conf_set_ssl_bad_pair: fails("certificate.install", rejected("密钥和证书不匹配。"), { demo: { cannot: LEFT_OUT } }),
  acme_get_account_info: { excluded: "no operation of ours reads accounts" },

  files_get_composer_version: gives("composer.version", { version: "2.5.5" }, { params: {} }),
  files_get_composer_version_none: gives(
    "composer.version",
    { version: undefined },
    {
      params: {},
      given: ["noComposer"],
    },
  ),
  files_update_composer_none: gives(
    UPDATE,
    { msg: "当前已经是最新版本，无需升级!" },
    { params: {}, given: ["noComposer"] },
  ),
  files_update_composer_upgraded: gives(
    UPDATE,
    { msg: "升级composer从2.7.0到2.8.1" },
    {
      params: {},
      given: ["oldComposer"],
    },
  ),
  files_update_composer_no_php: fails(UPDATE, rejected("没有找到可用的PHP版本!"), { params: {}, given: ["noPhp"] }),
  files_update_composer_GET_html: fails(UPDATE, { kind: "page", status: 200 }),

  system_upgrade_env_log_none: gives(LOG, log(false, "noLog", ""), { params: {}, given: ["noUpgrade"] }),
  system_upgrade_env_log_empty_file_running: gives(LOG, log(true, "running", ""), {
    params: {},
    given: ["upgradeBegun"],
  }),
  system_upgrade_env_log_finished: gives(LOG, log(false, "ended", "start\ndone"), {
    params: {},
    given: ["upgradeEnded"],
  }),
  system_upgrade_env_log_live_0: gives(LOG, log(true, "running", STEPS), { params: {}, given: ["upgradeAtWork"] }),
  system_upgrade_env_log_live_5: gives(LOG, log(false, "ended", STEPS + DOWNLOAD_FAILED), {
    params: {},
    given: ["upgradeFailed"],
  }),
  system_upgrade_env_log_running_2500_lines: gives(LOG, log(true, "running", window), {
    params: {},
    given: ["upgradeOfManyLines"],
  }),
  system_upgrade_env_while_running: fails("runtime.startUpgrade", rejected("当前环境正在升级中，请勿重复操作"), {
    params: {},
    given: ["upgradeAtWork"],
  }),

  plugin_bad: fails("container.restart", { kind: "unsupported" }, { route: "xdocker" }),
  plugin_bad2: fails("container.restart", NOT_FOUND, { route: "xdocker" }),

  ajax_GetTaskCount: { excluded: "no operation of ours counts tasks" },
  ajax_UpdatePanel_check: { excluded: "no operation of ours updates the panel" },
  api_set_token_refused: { excluded: "it is about the API key, and no operation of ours may ask for it" },
  crontab_GetCrontab: gives("scheduledTask.list", listOf([]), { given: ["noTasks"] }),
  licence_missing_home: { excluded: "the panel's own first page, which no operation of ours asks for" },
  panel_public_ver: { excluded: "no operation of ours reads files of the server" },
  system_GetDiskInfo: DISKS,
  system_disk_info: DISKS,
  system_GetNetWork: details(1.12255859375, 0.94921875, 0.533203125, [
    disk("/", 74.3, 26.75),
    disk("/www/overlay", 74.3, 26.75),
  ]),
  system_network: details(0.13427734375, 0.35205078125, 0.69921875, [disk("/", 67.6, 33.34)]),
  system_ServiceAdmin_bad: gives("service.control", { msg: "执行成功!" }),
  system_get_upgrade_log: { excluded: "no operation of ours updates the panel" },
};
