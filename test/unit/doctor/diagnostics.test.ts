import assert from "node:assert/strict";
import { ConnectionHistory } from "../../../src/doctor/connectionHistory.ts";
import { diagnosticsText, type ReportedPanel } from "../../../src/doctor/diagnostics.ts";
import type { Environment } from "../../../src/ports/environment.ts";
import type { Finding, Seen, Step } from "../../../src/doctor/finding.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { failureSamples } from "../texts/failureSamples.ts";
import { findingSamples } from "./findingSamples.ts";

/** Secrets, hosts, names and paths, each of which is planted where one of its kind can be. */
const PLANTED = {
  name: "Hutkeller",
  host: "panel.hutkeller.example",
  port: "28471",
  keyRef: "keyRefOfHutkeller",
  entranceRef: "entranceRefOfHutkeller",
  tag: "kundenserver",
  login: "root@bastion.example",
  entry: "geheimprojekt",
  pin: "AB:CD:EF:01",
  version: "203.0.113.77",
  code: "shop.example.org",
  message: "denied for 198.51.100.23 at /www/wwwroot/kasse",
  clientAddress: "198.51.100.99",
  field: "data.kasse.passwort",
  value: "/srv/kasse",
  subject: "CN=mail.hutkeller.example",
  resolved: "192.0.2.201",
  computer: "buero-pc-7",
  proxy: "http://anna:geheim@proxy.hutkeller.example:3128",
  noProxy: "intern.hutkeller.example",
  deployment: "/home/anna/webseite",
  authority: "code.hutkeller.example:8443",
  variable: "http://berta:kennwort@10.20.30.40:8080",
  editor: "1.105.0 of anna",
  language: "annas-deutsch",
} as const;

const certificate = {
  subject: PLANTED.subject,
  issuer: PLANTED.subject,
  validFrom: "",
  validTo: "",
  fingerprint256: PLANTED.pin,
};

const failures: readonly PanelFailure[] = [
  ...failureSamples,
  { kind: "network", code: PLANTED.code },
  { kind: "tls", problem: "changed", code: PLANTED.code, certificate, pinned: PLANTED.pin },
  { kind: "refused", reason: "ip", clientAddress: PLANTED.clientAddress },
  { kind: "malformed", fields: [PLANTED.field] },
  { kind: "invalid", field: PLANTED.field, rule: "file", value: PLANTED.value },
  { kind: "rejected", message: PLANTED.message },
  { kind: "uncertain", cause: { kind: "rejected", message: PLANTED.message } },
  { kind: "storage", problem: "fileFailed", code: PLANTED.value },
];

const seen: readonly (readonly [Step, Seen])[] = [
  ["name", { fact: "resolved", addresses: [PLANTED.resolved] }],
  ["edition", { fact: "software", edition: "baota", version: PLANTED.version }],
  [
    "address",
    {
      fact: "address",
      address: `https://${PLANTED.host}:${PLANTED.port}`,
      from: { computer: PLANTED.computer, place: "only" },
    },
  ],
  ...failures.map((failure) => ["api", { fact: "failure", failure }] as const),
  ...failures.map((failure) => ["api", { fact: "asStranger", failure }] as const),
];

const record = panelRecord({
  name: PLANTED.name,
  address: `https://${PLANTED.host}:${PLANTED.port}`,
  keyRef: PLANTED.keyRef,
  entranceRef: PLANTED.entranceRef,
  pin: PLANTED.pin,
  tags: [PLANTED.tag],
  ssh: PLANTED.login,
  hiddenGroups: [PLANTED.tag],
  entries: [{ kind: "container", key: PLANTED.entry }],
});

const findings: readonly Finding[] = [
  ...findingSamples,
  ...seen.map(([step, each]): Finding => ({ step, mark: "cross", seen: each })),
];

const planted: Environment = {
  extension: PLANTED.editor,
  editor: PLANTED.editor,
  host: PLANTED.computer,
  platform: PLANTED.computer,
  node: PLANTED.editor,
  language: PLANTED.language,
  remote: PLANTED.authority,
  runsIn: "workspace",
  setting: (id) =>
    ({
      "http.proxy": PLANTED.proxy,
      "http.noProxy": [PLANTED.noProxy],
      "http.proxySupport": PLANTED.proxy,
      "serverPanel.deployments": [{ name: PLANTED.entry, source: PLANTED.deployment }],
    })[id] ?? { of: PLANTED.deployment },
  variable: () => PLANTED.variable,
};

const usual: Environment = {
  extension: "0.1.0",
  editor: "1.105.0",
  host: "desktop",
  platform: "linux x64",
  node: "v22.19.0",
  language: "zh-cn",
  remote: "ssh-remote",
  runsIn: "ui",
  setting: (id) => ({ "http.proxySupport": "override", "http.proxyStrictSSL": true, "http.proxy": "" })[id],
  variable: (name) => (name === "https_proxy" ? "http://192.0.2.3" : undefined),
};

const reported = (more: Partial<ReportedPanel> = {}): ReportedPanel => ({
  record,
  edition: "aapanel",
  version: "8.10.0",
  failure: undefined,
  diagnosis: undefined,
  ...more,
});

describe("The diagnostics that are copied and reported", () => {
  it("have none of the planted secrets, hosts, names and paths", () => {
    const panels = failures.map((failure) =>
      reported({ failure, version: PLANTED.version, diagnosis: { panelId: record.id, at: 0, findings } }),
    );
    const text = diagnosticsText(planted, panels, []).toLowerCase();
    assert.ok(Object.keys(PLANTED).length >= 20);
    for (const [what, value] of Object.entries(PLANTED)) {
      const parts = value.split(/[\s:@/,]+/).filter((part) => part.length > 4);
      for (const part of [value, ...parts].filter((each) => each !== "1.105.0"))
        assert.ok(!text.includes(part.toLowerCase()), `${what}: ${part}`);
    }
    assert.ok(!text.includes(record.id), "the id of the panel");
    assert.doesNotMatch(text, /\d+\.\d+\.\d+\.\d+/);
  });

  it("have versions, settings, panels, failures by kind, and the doctor's steps", () => {
    const history = new ConnectionHistory();
    for (let count = 0; count < 3; count++) history.called({ operation: "site.list", outcome: "timeout" }, 60_000);
    const diagnosis = { panelId: record.id, at: 0, findings: findings.slice(0, 3) };
    const lines = diagnosticsText(
      usual,
      [reported({ failure: { kind: "tls", problem: "changed", code: "ERR_PIN_MISMATCH" } }), reported({ diagnosis })],
      history.failures,
    ).split("\n");
    for (const line of [
      "Server Panel 0.1.0",
      "VS Code 1.105.0, desktop, language zh-cn",
      "linux x64, Node v22.19.0",
      "Remote: ssh-remote; the extension runs in: ui",
      "- http.proxy: empty",
      "- http.proxySupport: override",
      "- http.proxyStrictSSL: true",
      "- HTTPS_PROXY: set",
      "- serverPanel.deployments: empty",
      "- serverPanel.refresh.intervalSeconds: empty",
      "- panel 1: aapanel 8.10.0; tls changed ERR_PIN_MISMATCH; https; pinned; key stored; ask; 1 groups hidden",
      "- site.list: timeout, 3 times, last at 1970-01-01T00:01:00.000Z",
      "Diagnosis of panel 2 at 1970-01-01T00:00:00.000Z:",
      "- key: cross, refused key",
      "- key: cross, refused key, earlier",
    ])
      assert.ok(lines.includes(line), `${line}\n\n${lines.join("\n")}`);
    assert.match(diagnosticsText(usual, [], []), /Panels:\n- none\n\nFailed calls of this window:\n- none$/);
  });
});

describe("What went wrong in a window", () => {
  it("is counted by operation and kind, the last twenty of them, without what went well or was cancelled", () => {
    const history = new ConnectionHistory();
    const outcomes = ["timeout", "network", "tls", "refused", "page", "malformed", "rejected", "keyNeeded"] as const;
    const operations = ["site.list", "java.list", "container.list"] as const;
    for (const outcome of [...outcomes, "ok", "cancelled"] as const)
      for (const operation of operations) history.called({ operation, outcome }, 0);
    history.called({ operation: "site.list", outcome: "page" }, 5);
    assert.equal(history.failures.length, 20);
    assert.deepEqual(history.failures.at(-1), { operation: "site.list", outcome: "page", count: 2, lastAt: 5 });
    assert.ok(!history.failures.some(({ outcome }) => outcome === "ok" || outcome === "cancelled"));
    assert.ok(!history.failures.some(({ operation, outcome }) => operation === "site.list" && outcome === "timeout"));
  });
});
