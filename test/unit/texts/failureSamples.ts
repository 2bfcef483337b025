import { redirects } from "../../../src/wire/answers/redirect.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { failureKinds } from "../../../src/wire/answers/failureKinds.ts";

const network = (code: string) => ({ kind: "network", code }) as const;

// a missing rule does not compile
const invalid = {
  shape: { field: "path" },
  tooLong: { field: "domain" },
  file: { field: "path", value: "/etc/hostname" },
  foreign: { field: "index" },
  missing: { field: "path", value: "/www/wwwroot/shop/public" },
  last: { field: "domain" },
  stopped: { field: "runPath" },
  unit: { field: "value", value: "1G" },
  replaced: { field: "certificate" },
  kept: { field: "certificate" },
  older: { field: "key" },
  untold: { field: "type" },
} as const;

// a missing kind of failure does not compile
const byKind: { readonly [K in PanelFailure["kind"]]: readonly Extract<PanelFailure, { kind: K }>[] } = {
  cancelled: [{ kind: "cancelled" }],
  timeout: [{ kind: "timeout", afterMs: 4_500 }],
  network: [
    network("ECONNREFUSED"),
    network("ENOTFOUND"),
    network("EHOSTUNREACH"),
    network("ETIMEDOUT"),
    network("ERR_PROXY_TUNNEL"),
    network("ECONNRESET"),
    { ...network("ECONNRESET"), answeredBefore: true },
    network("EPROTO"),
  ],
  tls: (["untrusted", "changed", "notTls", "other"] as const).map((problem) => ({
    kind: "tls",
    problem,
    code: "CERT_HAS_EXPIRED",
  })),
  refused: [
    { kind: "refused", reason: "key" },
    { kind: "refused", reason: "ip" },
    { kind: "refused", reason: "ip", clientAddress: "198.51.100.7" },
    { kind: "refused", reason: "locked" },
    { kind: "refused", reason: "locked", lockedUntil: Date.UTC(2026, 0, 2, 3, 4) },
    { kind: "refused", reason: "unknown" },
  ],
  page: [
    { kind: "page", status: 401 },
    { kind: "page", status: 403 },
    { kind: "page", status: 404 },
    { kind: "page", status: 200, form: "entrance" },
    { kind: "page", status: 500, form: "exception" },
    { kind: "page", status: 410 },
    { kind: "page", status: 500 },
    { kind: "page", status: 502 },
    ...redirects.map((redirect) => ({ kind: "page", status: 302, redirect }) as const),
  ],
  unsupported: [{ kind: "unsupported" }, { kind: "unsupported", before: { edition: "baota", version: "8.1" } }],
  malformed: [
    ["data.0.id", "total"],
    ["(total)"],
    ["(more)"],
    ["(key)"],
    ["(configuration)"],
    ["(identity)"],
    ["(entries)"],
    ["(whole)"],
  ].map((fields) => ({
    kind: "malformed",
    fields,
  })),
  tooLarge: [{ kind: "tooLarge", limitBytes: 8 * 2 ** 20 }],
  invalid: failureKinds.invalid.facts.entries.rule.options.map((rule) => ({ kind: "invalid", rule, ...invalid[rule] })),
  rejected: [
    { kind: "rejected", message: "站点不存在" },
    { kind: "rejected", message: "" },
  ],
  keyNeeded: [{ kind: "keyNeeded" }],
  consentNeeded: [{ kind: "consentNeeded" }],
  storage: [
    { kind: "storage", problem: "secretsUnavailable" },
    { kind: "storage", problem: "fileFailed" },
    { kind: "storage", problem: "fileFailed", code: "ENOSPC" },
  ],
  defect: [{ kind: "defect" }],
  uncertain: [{ kind: "uncertain", cause: { kind: "timeout", afterMs: 5_000 } }],
};

/** Every kind of failure, in every form with different words. */
export const failureSamples: readonly PanelFailure[] = Object.values(byKind).flat();
