import assert from "node:assert/strict";
import type { Edition } from "../../../../src/wire/answers/operation.ts";
import type { OperationId } from "../../../../src/wire/operations/operations.ts";
import { failureOfVersion } from "../../../../src/wire/operations/wiresFor.ts";
import { Issuers } from "../../certificates/pairs.ts";
import { accepts, decodeBody, failureOfBody } from "../../samples/decodeBody.ts";
import { sampleOf } from "../../samples/samples.ts";

describe("certificate operations", () => {
  it("leave out a domain's proof, and the key", () => {
    const order = { index: "a", private_key: "KEY", auths: [{ auth_value: "PROOF" }], authorizations: ["PROOF"] };
    const list = decoded("certificateOrder.list", [{ ...order, finalize: "PROOF", cert: { cert: "KEY" } }]);
    assert.doesNotMatch(JSON.stringify(list), /KEY|PROOF/);
  });

  it("leave out the keys that come with certificates and renewals", () => {
    const certificates = sampleOf("certificate.list", "v2ssl");
    assert.match(JSON.stringify(certificates.body()), /private key/);
    const listed = decodeBody(certificates, certificates.body());
    const row = { index: "0123456789abcdef0123456789abcdef", domains: ["lab3.example.com"], validTo: "2027-02-19" };
    assert.deepEqual(listed, { rows: [row], unreadable: [], total: 1 });
    const answer = { cert: "CERT", root: "ROOT", private_key: "KEY", status: true, msg: "续签成功!" };
    for (const sample of [sampleOf("certificate.renew", "sslCert"), sampleOf("certificateOrder.renew", "acme")])
      assert.deepEqual(decodeBody(sample, answer), { msg: "续签成功!" });
  });

  it("renew by the hash on aaPanel, which answers nothing, and refuses in either envelope", () => {
    const sample = sampleOf("certificate.renew", "acme");
    assert.deepEqual([sample.wire.action, sample.wire.encode({ index: "0a" })], ["renew_cert", { index: "0a" }]);
    assert.deepEqual(decodeBody(sample, null), { msg: "" });
    for (const body of [
      { status: false, msg: "no" },
      { status: -1, timestamp: 1, message: { result: "no" } },
    ])
      assert.deepEqual(failureOfBody(sample, body), { kind: "rejected", message: "no" });
  });

  it("keep what was ordered, whatever stands beside it", () => {
    const sample = sampleOf("certificateOrder.order", "acme");
    const { cert, private_key: key, root } = sample.body() as Readonly<Record<string, string>>;
    for (const [beside, chain] of [
      [root, root],
      [undefined, ""],
      ["", ""],
      ["<html>", ""],
    ] as const) {
      const { certificate } = decodeBody(sample, { status: true, cert, private_key: key, root: beside }) as {
        readonly certificate: string;
      };
      assert.equal(certificate, `${cert?.trim()}\n${chain}`);
    }
  });

  it("send a private key behind more blanks than a panel's log keeps of a field, and to no version that stores them", () => {
    const { certificate, key } = new Issuers(Date.now()).issue();
    const { wire } = sampleOf("certificate.install", "site");
    const sent = wire.encode({ name: "shop.example.com", certificate, key });
    assert.match(String(sent?.["key"]), /^ {4100}-----BEGIN PRIVATE KEY-----\n/);
    for (const id of ["certificate.install", "certificateOrder.order"] as const) {
      const isHarmed = (edition: Edition, version: string | undefined) =>
        failureOfVersion(id, edition, version)?.kind === "invalid";
      assert.deepEqual([isHarmed("baota", "11.0.9"), isHarmed("baota", "11.1.0")], [true, false]);
      assert.deepEqual([isHarmed("aapanel", "7.24.9"), isHarmed("aapanel", "7.25.0")], [true, false]);
      assert.deepEqual([isHarmed("unknown", "12.0"), isHarmed("baota", undefined)], [true, true]);
    }
  });

  it("say why nothing was ordered, also where that stands in a list", () => {
    const refusals: readonly (readonly [said: unknown, message: string])[] = [
      ["no", "no"],
      [["too many certificates", { type: "rateLimited" }], "too many certificates"],
      [[{ type: "rateLimited" }], ""],
      [[], ""],
    ];
    for (const [msg, message] of refusals)
      assert.deepEqual(failure("certificateOrder.order", { status: false, msg }), { kind: "rejected", message });
  });

  it("remove by an index that is not empty", () => {
    const sample = sampleOf("certificateOrder.remove", "acme");
    const { wire } = sample;
    assert.deepEqual(wire.encode({ index: "abc" }), { index: "abc" });
    assert.deepEqual([wire.method, wire.path, wire.action], ["POST", "/acme", "remove_order"]);
    for (const params of [{}, { index: "" }, { index: 1 }])
      assert.equal(accepts(sample, params), false, JSON.stringify(params));
    assert.deepEqual(failure("certificateOrder.remove", { status: false, msg: "指定订单不存在!" }), {
      kind: "rejected",
      message: "指定订单不存在!",
    });
  });
});

describe("composer operations", () => {
  it("tell the version, where the panel knows it", () => {
    const versions = [{ msg: "2.5.5" }, { msg: "" }, { msg: " 2.8.1\n" }, {}];
    assert.deepEqual(
      versions.map((body) => decoded("composer.version", { status: true, ...body })),
      [{ version: "2.5.5" }, { version: undefined }, { version: "2.8.1" }, { version: undefined }],
    );
  });

  it("give no version if Composer is broken, whatever the panel's sentence", () => {
    const header = "Project-Id-Version: \nReport-Msgid-Bugs-To: \nPO-Revision-Date: 2024-05-06 10:00+0800\n";
    for (const msg of [header, "2", "2.", "v2.5.5", "Composer version 2.5.5", "Fatal error: line 2.5"])
      assert.deepEqual(decoded("composer.version", { status: true, msg }), { version: undefined }, msg);
    assert.deepEqual(decoded("composer.version", { status: true, msg: "2.5.5-dev <b>x</b>" }), { version: "2.5.5" });
  });

  const updates: readonly (readonly [string, string])[] = [
    ["升级composer从2.7.0到2.8.1", "升级composer从2.7.0到2.8.1"],
    ["Upgrade composer from Project-Id-Version: \nLanguage: en\n to 2.8.1", "Upgrade composer from to 2.8.1"],
    ["当前已经是最新版本，无需升级!", "当前已经是最新版本，无需升级!"],
    ["<b>完成</b>", "完成"],
    ["", ""],
  ];
  for (const [msg, expected] of updates)
    it(`read "${msg}"`, () => assert.deepEqual(decoded("composer.update", { status: true, msg }), { msg: expected }));

  it("are rejected without PHP", () => {
    const msg = "没有找到可用的PHP版本!";
    assert.deepEqual(failure("composer.update", { status: false, msg }), { kind: "rejected", message: msg });
  });
});

describe("runtime operations", () => {
  const answer = (msg: string, running: boolean, log: string) => ({
    status: true,
    msg,
    code: 0,
    timestamp: 1795223650,
    data: { env_update_running: running, log },
  });

  it("read the log, its state and which message came with it", () => {
    const log = "a\r50%\n\n  b";
    const cases = [
      answer("暂无日志信息", false, ""),
      answer("获取成功", true, log),
      answer("环境升级已结束", false, log),
    ];
    assert.deepEqual(
      cases.map((body) => decoded("runtime.upgradeLog", body)),
      [
        { running: false, log: "", message: "noLog" },
        { running: true, log, message: "running" },
        { running: false, log, message: "ended" },
      ],
    );
  });

  it("read missing fields as unknown", () => {
    const nothing = { running: undefined, log: undefined, message: undefined };
    for (const body of [{}, { data: null }, { data: {} }, { msg: "constructor" }, { msg: null }])
      assert.deepEqual(decoded("runtime.upgradeLog", { status: true, ...body }), nothing);
  });

  it("tell that an upgrade was started, and take it for refused where nothing was done", () => {
    const started = "环境升级任务已启动...";
    assert.deepEqual(decoded("runtime.startUpgrade", { status: true, msg: started, data: null }), { msg: started });
    const upgraded = "当前环境已升级为Python3.13";
    assert.deepEqual(failure("runtime.startUpgrade", { status: true, msg: upgraded, data: null }), {
      kind: "rejected",
      message: upgraded,
    });
    const message = "当前环境正在升级中，请勿重复操作";
    const busy = { status: false, msg: message, data: null, code: 0 };
    assert.deepEqual(failure("runtime.startUpgrade", busy), { kind: "rejected", message });
  });

  it("are unsupported by panels that do not have them", () => {
    for (const id of ["runtime.upgradeLog", "runtime.startUpgrade"] as const)
      for (const msg of ["指定参数无效!", "Specific parameters are invalid!"])
        assert.deepEqual(failure(id, { status: false, msg }), { kind: "unsupported" });
  });
});

function decoded(id: OperationId, body: unknown): unknown {
  return decodeBody(sampleFor(id), body);
}

function failure(id: OperationId, body: unknown) {
  return failureOfBody(sampleFor(id), body);
}

function sampleFor(id: OperationId) {
  const [area = ""] = id.split(".");
  return sampleOf(id, { certificateOrder: "acme", composer: "files" }[area] ?? area);
}
