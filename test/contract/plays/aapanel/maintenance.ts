import { fails, gives, listOf, NOT_FOUND, type PlayTable, rejected } from "../../play.ts";

const REMOVE = "certificateOrder.remove";

const LEFT_OUT = "key and certificate were left out of the recording";

const gone = rejected("The specified order does not exist!");
const old = { index: "aaaabbbbccccddddaaaabbbbccccdddd" };

const orders = [
  {
    index: "0123456789abcdef0123456789abcdef",
    status: "valid",
    domains: ["lab1.example.com", "www.lab1.example.com"],
    authType: "http",
    createdAt: 1_791_840_166,
    renewedAt: 0,
    validUntil: 1_799_616_166,
    orderExpiresAt: undefined,
    savePath: "vhost/letsencrypt/lab1.example.com",
  },
  {
    index: "fedcba9876543210fedcba9876543210",
    status: "pending",
    domains: ["lab2.example.com"],
    authType: "dns",
    createdAt: 1_795_296_166,
    renewedAt: 0,
    validUntil: undefined,
    orderExpiresAt: 1_795_728_166,
    savePath: undefined,
  },
  {
    ...old,
    status: "valid",
    domains: ["old.example.com"],
    authType: "tls",
    createdAt: 1_786_656_166,
    renewedAt: 0,
    validUntil: 1_795_123_366,
    orderExpiresAt: undefined,
    savePath: "vhost/letsencrypt/old.example.com",
  },
];

const latest = gives(
  "composer.update",
  { msg: "Currently the latest version, no upgrade required!" },
  { params: {}, demo: { translated: "it is the panel's sentence, and the version is read again" } },
);
const version = gives("composer.version", { version: "2.5.5" }, { params: {} });

const UNSUPPORTED = { kind: "unsupported" } as const;

const ORDERS_TWIN = { excluded: "no operation of ours asks /v2/acme, which answers the same", onDemo: {} };
const COMPOSER_TWIN = {
  excluded: "no operation of ours asks /v2/files, which tells of upgrades that were none (docs/protocol.md 10.4)",
  onDemo: {},
};
const RUNTIME_TWIN = { excluded: "no operation of ours asks /v2/system for it", onDemo: {} };

/** Certificate orders, the dependency manager, and the panel's runtime, which is BaoTa's alone. */
export const aapanelMaintenancePlays: PlayTable = {
  acme_apply_offline_v1: fails(
    "certificateOrder.order",
    rejected("curl: (6) Could not resolve host: acme-v02.api.letsencrypt.org"),
    { params: { id: 43, domains: ["factconf.example.com"] }, demo: { cannot: "its authority grants every order" } },
  ),
  conf_set_ssl_v1: gives("certificate.install", { msg: "Certificate saved!" }, { demo: { cannot: LEFT_OUT } }),
  conf_set_ssl_bad_pair_v1: fails("certificate.install", rejected("The key and certificate do not match."), {
    demo: { cannot: LEFT_OUT },
  }),
  conf_set_ssl_bad_pair_v2: {
    excluded: "it says yes to a key of another certificate, so no operation of ours asks it",
  },

  acme_orders_v1_2: gives("certificateOrder.list", listOf(orders), { params: {} }),
  acme_remove_v1_2: gives(REMOVE, { msg: "Order deleted successfully!" }, { params: old }),
  acme_remove_again_v1: fails(REMOVE, gone, { params: old, after: [["acme_remove_v1_2", 1]] }),
  acme_remove_v1: fails(REMOVE, gone, { params: { index: "x" } }),
  acme_remove_no_index_v1: fails(REMOVE, NOT_FOUND),
  acme_orders_v2: { ...ORDERS_TWIN, onDemo: { given: ["noOrders"] } },
  acme_remove_v2_2: ORDERS_TWIN,
  acme_remove_again_v2: { ...ORDERS_TWIN, onDemo: { after: [["acme_remove_v2_2", 1]] } },

  composer_ver_v1: version,
  composer_version_v1: version,
  composer_v1: latest,
  composer_update_v1: latest,
  composer_v2: { excluded: COMPOSER_TWIN.excluded },
  composer_update_v2: { ...COMPOSER_TWIN, onDemo: { demo: { words: "they tell the time" } } },
  composer_update_done_v2: { ...COMPOSER_TWIN, onDemo: { demo: { words: "they tell the time" } } },
  composer_version_broken_v2: { ...COMPOSER_TWIN, onDemo: { given: ["noComposer"] } },

  // asked for while nothing tells the edition
  upgrade_env_log_v1: fails("runtime.upgradeLog", UNSUPPORTED, { params: {} }),
  upgrade_log_v1: fails("runtime.upgradeLog", UNSUPPORTED, { params: {} }),
  upgrade_start_v1: fails("runtime.startUpgrade", UNSUPPORTED, { params: {} }),
  upgrade_env_log_v2: RUNTIME_TWIN,
  upgrade_log_v2: RUNTIME_TWIN,
};
