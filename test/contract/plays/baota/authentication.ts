import { labTotal } from "../../../fakes/labRows.ts";
import { fails, gives, NOT_FOUND, type PlayTable } from "../../play.ts";

const TOTAL = "system.total";

const total = (minutes: number, memoryUsedMegabytes: number, processorPercent: number) => ({
  ...labTotal,
  machine: { ...labTotal.machine, uptime: { count: minutes, unit: "minute" }, memoryUsedMegabytes, processorPercent },
});

const machine = { demo: { differs: "another machine" } };

const KEY = { kind: "refused", reason: "key" } as const;
const LOCKED = { kind: "refused", reason: "locked" } as const;
const ip = (clientAddress: string) => ({ kind: "refused", reason: "ip", clientAddress }) as const;

/** A call with the right key from the address whose wrong ones follow: it sets the counter to 1. */
const GOOD = "auth_locked_with_good_token";

/** Signature, address, lockout, and what an administrator can switch. */
export const authenticationPlays: PlayTable = {
  auth_ok_system_total_get: gives(TOTAL, labTotal, { ...machine, params: {}, otherMethod: true }),
  auth_ok_system_total_post_body: gives(TOTAL, labTotal, { ...machine, params: {} }),
  auth_old_time_ok: gives(TOTAL, labTotal, machine),
  auth_nonnumeric_time: gives(TOTAL, labTotal, machine),
  post_token_in_query: gives(TOTAL, total(26, 802, 53.5), machine),
  post_json_body_ignored: fails(TOTAL, NOT_FOUND),

  auth_missing_time: fails(TOTAL, NOT_FOUND),
  auth_missing_token_get: fails("java.list", NOT_FOUND),
  auth_missing_token_mozilla: fails(TOTAL, NOT_FOUND),
  auth_missing_token_post: fails(TOTAL, NOT_FOUND),
  auth_missing_token_xhttptoken: fails(TOTAL, NOT_FOUND),
  cookie_without_token: fails(TOTAL, NOT_FOUND),
  login_page_without_entrance: fails(TOTAL, NOT_FOUND),
  notfound_auth: fails("system.edition", NOT_FOUND),
  notfound_no_auth: fails(TOTAL, NOT_FOUND),

  auth_wrong_token: fails(TOTAL, KEY),
  auth_wrong_token_n19: fails(TOTAL, KEY, {
    after: [
      [GOOD, 1],
      ["auth_wrong_token_n19", 18],
    ],
  }),
  auth_wrong_token_n20: fails(TOTAL, LOCKED, {
    after: [
      [GOOD, 1],
      ["auth_wrong_token_n19", 19],
    ],
  }),
  auth_wrong_token_n21: fails(TOTAL, LOCKED, {
    after: [
      [GOOD, 1],
      ["auth_wrong_token_n19", 20],
    ],
  }),
  auth_locked_with_good_token: fails(TOTAL, LOCKED, { after: [["auth_wrong_token_n19", 20]] }),
  auth_locked_by_ip_failures: fails(TOTAL, LOCKED, {
    given: ["nobodyAllowed"],
    after: [["auth_locked_by_ip_failures", 20]],
  }),
  auth_ip_not_allowed: fails(TOTAL, ip("203.0.113.9"), { given: ["onlyLocalAllowed"] }),
  auth_limit_addr_empty: fails(TOTAL, ip("127.0.0.1"), { given: ["nobodyAllowed"] }),
  auth_limit_addr_cidr: fails(TOTAL, { kind: "page", status: 302, redirect: "login" }, { given: ["maskAllowed"] }),

  auth_api_closed_get: fails("java.list", NOT_FOUND, { given: ["apiClosed"] }),
  auth_api_never_enabled: fails(TOTAL, NOT_FOUND, { given: ["apiClosed"] }),
  panel_closed: fails(TOTAL, { kind: "page", status: 302, redirect: "close" }, { given: ["panelClosed"] }),
  domain_bound_wrong_host: fails(TOTAL, { kind: "page", status: 403 }, { given: ["boundDomain"] }),
  basic_auth_on_signed_no_basic: gives(TOTAL, total(36, 964, 92.4), { ...machine, given: ["basicAuth"] }),
  basic_auth_on_unsigned: fails(TOTAL, { kind: "page", status: 401 }, { given: ["basicAuth"] }),
  basic_auth_on_wrong_token: fails(TOTAL, { kind: "page", status: 401 }, { given: ["basicAuth"] }),
  basic_auth_on_wrong_token_with_basic: fails(TOTAL, KEY, { given: ["basicAuth"] }),
};
