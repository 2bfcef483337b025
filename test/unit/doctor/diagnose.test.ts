import assert from "node:assert/strict";
import { failureIn, steps, type Finding, type Step } from "../../../src/doctor/finding.ts";
import type { FakeAnswer } from "../../fakes/fakeTransport.ts";
import { DoctorFixture, marksOf, NOT_FOUND, refusal } from "./doctorFixture.ts";

const page = (status: number, more = {}) => ({ status, contentType: "text/html", body: "<html>", ...more });
const crossIn = (findings: readonly Finding[]) => findings.find(({ mark }) => mark === "cross");

// where the cross stands for each fault is in the fault table
describe("The doctor", () => {
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

  it("says of its own refusal that it is one, where an earlier one ended meanwhile", async () => {
    const fixture = new DoctorFixture({ total: () => refusal("密钥校验失败") });
    const { guard } = fixture.services;
    guard.refusal = async () => ({ id: "1", failure: { kind: "refused", reason: "ip", at: 1 }, at: 1 });
    const seen = crossIn(await fixture.all())?.seen;
    assert.ok(seen?.fact === "failure" && seen.isEarlier === undefined);
    assert.equal(fixture.calls.filter(Boolean).length, 1);
  });

  it("finds nothing wrong with a panel of the document alone, and says what it offers", async () => {
    const fixture = new DoctorFixture({
      total: ({ fields }) =>
        fields.some(([, value]) => value === "completion_tool_status")
          ? { body: '{"use_completion":true}' }
          : NOT_FOUND,
    });
    const findings = await fixture.all();
    assert.equal(crossIn(findings), undefined);
    assert.deepEqual(findings.find(({ step }) => step === "edition")?.seen, {
      fact: "software",
      edition: "documented",
      version: undefined,
    });
    const offer = findings.find(({ step }) => step === "offer")?.seen;
    assert.ok(offer?.fact === "offer" && offer.groups.includes("container") && !offer.groups.includes("service"));
    assert.equal(fixture.calls.filter(Boolean).length, 3);
  });

  it("leaves open which panel it is where its total has failed, and finds nothing else wrong", async () => {
    const fixture = new DoctorFixture({
      total: ({ fields }) =>
        fields.some(([, value]) => value === "GetSystemTotal")
          ? NOT_FOUND
          : { body: '{"use_completion":true,"web":{}}' },
    });
    const findings = await fixture.all();
    assert.equal(crossIn(findings), undefined);
    const edition = findings.find(({ step }) => step === "edition");
    assert.deepEqual(
      [edition?.mark, edition?.seen],
      ["unknown", { fact: "software", edition: "unknown", version: undefined }],
    );
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
    const findings = await fixture.all();
    assert.deepEqual(
      findings.map(({ step }) => step),
      steps,
    );
    assert.deepEqual(fixture.calls, [false, true, true, true]);
    const seen = Object.fromEntries(findings.map((finding) => [finding.step, finding.seen]));
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
