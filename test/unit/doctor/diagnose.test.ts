import assert from "node:assert/strict";
import { failureIn, steps, type Finding, type Step } from "../../../src/doctor/finding.ts";
import type { CertificateFacts, PanelFailure } from "../../../src/wire/answers/failure.ts";
import type { FakeAnswer } from "../../fakes/fakeTransport.ts";
import { DoctorFixture, failing, marksOf, NOT_FOUND, refusal, type Way } from "./doctorFixture.ts";

const certificate: CertificateFacts = { subject: "", issuer: "", validFrom: "", validTo: "", fingerprint256: "AB" };
const untrusted: PanelFailure = { kind: "tls", problem: "untrusted", code: "SELF_SIGNED", certificate };
const changed: PanelFailure = { kind: "tls", problem: "changed", code: "ERR_PIN_MISMATCH", certificate, pinned: "CD" };
const notTls: PanelFailure = { kind: "tls", problem: "notTls", code: "ERR_SSL_WRONG_VERSION_NUMBER" };
const refusedPort: PanelFailure = { kind: "network", code: "ECONNREFUSED" };
const noName: PanelFailure = { kind: "network", code: "ENOTFOUND" };
const reset: PanelFailure = { kind: "network", code: "ECONNRESET" };
const silent: PanelFailure = { kind: "timeout", afterMs: 8_000 };
const noProxy: PanelFailure = { kind: "network", code: "ERR_PROXY_TUNNEL" };

const page = (status: number, more = {}) => ({ status, contentType: "text/html", body: "<html>", ...more });
const website = () => page(200);
const HTTP = { address: "http://panel.example:8888", httpConsent: true };

/** Connects, and then fails. */
const afterConnecting: (failure: PanelFailure) => NonNullable<Way["unsigned"]> = (failure) => (request) => {
  request.init.onConnected?.();
  return failing(failure)();
};

/** Of each fault: the marks of all steps in their order, the failure of its cross, and how many signed calls there are. */
const FAULTS: readonly (readonly [
  fault: string,
  way: Way,
  marks: string,
  crossed: PanelFailure["kind"] | "",
  signed: number,
])[] = [
  // address, name, port, secure, panel, api, allowed, key, clock, edition, offer
  ["nothing", {}, "+++++++++++", "", 3],
  [
    "nothing, on an aaPanel",
    { edition: () => ({ body: '{"memTotal":1,"status":0,"timestamp":1,"message":{"memTotal":1}}' }) },
    "+++++++++++",
    "",
    2,
  ],
  [
    "nothing, at a number",
    { record: { address: "https://192.0.2.1:8888" }, reach: { resolve: failing(noName) } },
    "+++++++++++",
    "",
    3,
  ],
  ["nothing, over http", { record: HTTP }, "+++++++++++", "", 3],
  ["no agreement to http", { record: { ...HTTP, httpConsent: false } }, "x??????????", "consentNeeded", 0],
  ["unknown name", { reach: { resolve: failing(noName) }, unsigned: failing(noName) }, "+x?????????", "network", 0],
  ["unknown name, but a proxy knows it", { reach: { resolve: failing(noName) } }, "+??++++++++", "", 3],
  [
    "closed port",
    { reach: { connect: failing(refusedPort) }, unsigned: failing(refusedPort) },
    "++x????????",
    "network",
    0,
  ],
  [
    "port behind a firewall",
    { reach: { connect: failing({ kind: "network", code: "ETIMEDOUT" }) }, unsigned: failing(silent) },
    "++x????????",
    "network",
    0,
  ],
  ["port that only a proxy reaches", { reach: { connect: failing(refusedPort) } }, "++?++++++++", "", 3],
  [
    "certificate that only a proxy reaches",
    { reach: { connect: failing(refusedPort) }, unsigned: failing(changed) },
    "++?x???????",
    "tls",
    0,
  ],
  ["proxy that does not connect", { unsigned: failing(noProxy) }, "+++x???????", "network", 0],
  ["certificate that is not trusted", { unsigned: failing(untrusted) }, "+++x???????", "tls", 0],
  ["certificate that changed", { record: { pin: "CD" }, unsigned: failing(changed) }, "+++x???????", "tls", 0],
  ["https where the panel has http", { unsigned: failing(notTls) }, "+++x???????", "tls", 0],
  ["http where the panel has https", { record: HTTP, unsigned: failing(reset) }, "++++x??????", "network", 0],
  ["silence before the handshake", { unsigned: failing(silent) }, "+++x???????", "timeout", 0],
  ["silence after the handshake", { unsigned: afterConnecting(silent) }, "++++x??????", "timeout", 0],
  ["reset after the handshake", { unsigned: afterConnecting(reset) }, "++++x??????", "network", 0],
  ["another website", { unsigned: website, total: website }, "++++x??????", "page", 1],
  ["bound to a domain", { unsigned: () => page(403), total: () => page(403) }, "++++x??????", "page", 1],
  ["a page of its own for strangers", { unsigned: website }, "++++++++?++", "", 3],
  [
    "a page of its own for strangers, wrong key",
    { unsigned: website, total: () => refusal("密钥校验失败") },
    "+++++++x???",
    "refused",
    1,
  ],
  ["a page of its own for strangers, no key", { unsigned: website, key: undefined }, "++++???x???", "keyNeeded", 0],
  ["API off", { total: () => NOT_FOUND }, "+++++x??+??", "page", 1],
  ["panel closed", { total: () => page(302, { location: "/close" }) }, "+++++x??+??", "page", 1],
  ["gateway without a panel", { total: () => page(502) }, "+++++x??+??", "page", 1],
  ["silence to signed calls", { total: failing(silent) }, "+++++x??+??", "timeout", 1],
  [
    "address not allowed",
    { total: () => refusal("IP校验失败,您的访问IP为[203.0.113.9]") },
    "++++++x?+??",
    "refused",
    1,
  ],
  ["list of addresses broken", { total: () => page(302, { location: "/login" }) }, "++++++x?+??", "page", 1],
  ["locked out", { total: () => refusal("连续20次验证失败,禁止1小时") }, "++++++x?+??", "refused", 1],
  ["wrong key", { total: () => refusal("Secret key verification failed") }, "+++++++x+??", "refused", 1],
  ["refusal in other words", { total: () => refusal("nope") }, "+++++??x+??", "refused", 1],
  ["no key", { key: undefined }, "+++++??x+??", "keyNeeded", 0],
  [
    "clock an hour off",
    { unsigned: () => ({ ...NOT_FOUND, date: "Thu, 01 Jan 1970 00:00:00 GMT" }) },
    "++++++++?++",
    "",
    3,
  ],
  ["no clock", { unsigned: () => NOT_FOUND }, "++++++++?++", "", 3],
  [
    "operation that the panel lacks",
    { total: () => ({ body: '{"status":false,"msg":"指定参数无效!"}' }) },
    "+++++++++x?",
    "unsupported",
    1,
  ],
  ["answer that cannot be read", { total: () => ({ body: "[]" }) }, "+++++???+x?", "malformed", 1],
  ["edition that cannot be told", { edition: () => page(502) }, "+++++++++?+", "", 2],
  ["key that is changed meanwhile", { edition: () => refusal("密钥校验失败") }, "+++++++++x?", "refused", 2],
];

const crossIn = (findings: readonly Finding[]) => findings.find(({ mark }) => mark === "cross");

describe("The doctor", () => {
  for (const [fault, way, marks, crossed, signed] of FAULTS)
    it(`finds: ${fault}`, async () => {
      const fixture = new DoctorFixture(way);
      const findings = await fixture.all();
      assert.deepEqual(
        findings.map(({ step }) => step),
        steps,
      );
      const cross = crossIn(findings);
      assert.deepEqual([marksOf(findings), cross && failureIn(cross)?.kind], [marks, crossed || undefined]);
      const { calls } = fixture;
      assert.equal(calls.filter(Boolean).length, signed);
      assert.ok(!calls.slice(calls.indexOf(true)).includes(false) || signed === 0, "unsigned calls come first");
      assert.equal(fixture.services.transports.at(-1)?.disposed, fault === "no agreement to http" ? 0 : 1);
    });

  it("adds no refusal to one that stands, and says that it is an earlier one", async () => {
    const fixture = new DoctorFixture({ total: () => refusal("密钥校验失败") });
    const first = await fixture.all();
    assert.deepEqual(crossIn(first)?.seen.fact === "failure" && crossIn(first)?.seen, {
      fact: "failure",
      failure: { kind: "refused", reason: "key", at: fixture.services.clock.wallTime() },
    });
    const second = await fixture.all();
    assert.equal(marksOf(second), marksOf(first));
    const seen = crossIn(second)?.seen;
    assert.ok(seen?.fact === "failure" && seen.isEarlier === true);
    assert.equal(fixture.calls.filter(Boolean).length, 1);
  });

  it("waits ten seconds for a signed call, and notes a refusal that comes later", async () => {
    const answer = Promise.withResolvers<FakeAnswer>();
    const fixture = new DoctorFixture({ total: () => answer.promise });
    const { clock, guard } = fixture.services;
    const all = fixture.all();
    await clock.pass(10_000);
    const findings = await all;
    assert.equal(marksOf(findings), "+++++x??+??");
    assert.deepEqual(findings.map(failureIn).find(Boolean), { kind: "timeout", afterMs: 10_000 });
    answer.resolve(refusal("密钥校验失败"));
    await clock.pass(1);
    assert.equal((await guard.refusal(fixture.record))?.failure.reason, "key");
  });

  it("tells each step as soon as it is settled", async () => {
    const answer = Promise.withResolvers<void>();
    const fixture = new DoctorFixture({
      unsigned: async (request) => {
        request.init.onConnected?.();
        await answer.promise;
        return fixture.stranger();
      },
    });
    const findings = fixture.findings();
    const told: (Step | undefined)[] = [];
    for (let count = 0; count < 4; count++) told.push((await findings.next()).value?.step);
    assert.deepEqual(told, ["address", "name", "port", "secure"]);
    answer.resolve();
    assert.equal((await findings.next()).value?.step, "panel");
  });

  it("ends when it is cancelled, and sends nothing more", async () => {
    const ending = new AbortController();
    const fixture = new DoctorFixture({
      unsigned: () => {
        ending.abort();
        return fixture.stranger();
      },
    });
    await assert.rejects(fixture.all(ending.signal), { message: "cancelled" });
    assert.deepEqual(fixture.calls, [false]);
    assert.equal(fixture.services.transports.at(-1)?.disposed, 1);
  });

  it("throws a defect", async () => {
    const fixture = new DoctorFixture({
      reach: {
        resolve: () => {
          throw new TypeError("defect");
        },
      },
    });
    await assert.rejects(fixture.all(), TypeError);
  });

  it("tells what was seen", async () => {
    const fixture = new DoctorFixture({
      record: { pin: "CD", hiddenGroups: ["container"] },
      unsigned: () => ({ ...NOT_FOUND, date: new Date(fixture.services.clock.wallTime() + 3_600_000).toUTCString() }),
    });
    const seen = Object.fromEntries((await fixture.all()).map((finding) => [finding.step, finding.seen]));
    assert.deepEqual(seen["name"], { fact: "resolved", addresses: ["192.0.2.7"] });
    assert.deepEqual(seen["secure"], { fact: "trusted", by: "pin" });
    assert.deepEqual(seen["edition"], { fact: "software", edition: "baota", version: "11.7.0" });
    assert.equal(fixture.services.pins.at(-1)?.(), "CD");
    const { offer, clock } = seen;
    assert.ok(offer?.fact === "offer" && offer.groups.includes("site") && !offer.groups.includes("container"));
    assert.deepEqual(offer.hidden, ["container"]);
    assert.ok(clock?.fact === "clock" && Math.abs((clock.aheadMs ?? 0) - 3_600_000) <= 1_000);
  });

  it("tells an API that is off from a gateway's page", async () => {
    for (const [total, fact] of [
      [() => NOT_FOUND, "asStranger"],
      [() => page(502), "failure"],
    ] as const)
      assert.equal(crossIn(await new DoctorFixture({ total }).all())?.seen.fact, fact);
  });

  it("finds the plain panel of this computer without an agreement", async () => {
    const fixture = new DoctorFixture({ record: { address: "http://127.0.0.1:8888" } });
    const secure = (await fixture.all()).find(({ step }) => step === "secure");
    assert.deepEqual(secure?.seen, { fact: "plain", isLocal: true });
  });
});
