import assert from "node:assert/strict";
import { lastLineOfRenewal } from "../../../src/resources/renewal.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import type { OperationId } from "../../../src/wire/operations/operations.ts";
import { failing, type Handlers } from "../../fakes/fakeCall.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { listOf, orderRow, siteRow } from "../../fakes/rows.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";

const DOMAINS = ["www.example.com", "example.com"];
const OLD = "2026-11-26";
const NEW = "2027-02-21";

/** A website whose certificate ends on this day. */
const siteUntil = (validTo: string | undefined) =>
  siteRow({
    id: 7,
    name: "www.example.com",
    type: "PHP",
    running: true,
    certificate: { daysLeft: 3, validTo, issuer: "R11", domains: DOMAINS },
  });

const certificate = (index: string, domains: readonly string[], validTo: string) => ({
  index,
  domains: [...domains],
  validTo,
});

const order = (index: string, domains: readonly string[], day: string) =>
  orderRow({ index, domains: [...domains], validUntil: Date.parse(`${day}T22:00:00Z`) / 1_000 });

/** Renews the website while the panel shows these last days, one after the other; the last one stays. */
async function renewed(
  days: readonly (string | undefined)[],
  handlers: Handlers,
  lacks: readonly OperationId[] = [],
): Promise<{ readonly outcome: Outcome; readonly fixture: RunnerFixture }> {
  let looks = 0;
  const fixture = new RunnerFixture({
    "site.list": () => listOf([siteUntil(days[Math.min(looks++, days.length - 1)])]),
    "file.text": () => ({ text: "" }),
    "certificate.renew": () => ({ msg: undefined }),
    ...handlers,
  });
  fixture.calls.lacks = lacks;
  const target = { key: "7", label: "www.example.com" };
  const outcome = await fixture.run({ kind: "site", verb: "renew", target, row: siteUntil(days[0]) });
  return { outcome, fixture };
}

const certificates: Handlers = {
  "certificate.list": () => listOf([certificate("0a", [...DOMAINS].toReversed(), OLD)]),
};

const sentBy = ({ calls }: RunnerFixture) =>
  calls.made.flatMap(([id, params]) => (id === "certificate.renew" ? [params] : []));

describe("the renewal of a website's certificate", () => {
  it("is done once the last day in the panel's list has moved on", async () => {
    const { outcome, fixture } = await renewed([OLD, OLD, OLD, NEW], certificates);
    assert.deepEqual(outcome, { kind: "done", evidence: { name: "site.certificateEnd", value: NEW } });
    assert.deepEqual(sentBy(fixture), [{ index: "0a" }]);
    assert.equal(fixture.calls.count("certificate.list"), 1);
  });

  for (const [what, after] of [
    ["stays", OLD],
    ["is earlier", "2026-11-20"],
    ["is no longer told", undefined],
  ] as const)
    it(`is sent, not done, where that day ${what}, whatever the panel says`, async () => {
      const { outcome } = await renewed([OLD, after], certificates);
      assert.ok(outcome.kind === "sent" && outcome.why === "timedOut");
    });

  it("goes by the order with the same names and last day where a panel lists no certificates", async () => {
    const orders = [
      order("01", ["www.example.com"], OLD),
      order("02", [...DOMAINS, "a.example.com"], OLD),
      order("03", DOMAINS, "2026-08-01"),
      orderRow({ index: "04", domains: DOMAINS }),
      order("05", ["EXAMPLE.com", "www.example.com"], OLD),
    ];
    const { outcome, fixture } = await renewed([OLD, NEW], { "certificateOrder.list": () => listOf(orders) }, [
      "certificate.list",
    ]);
    assert.equal(outcome.kind, "done");
    assert.deepEqual(sentBy(fixture), [{ index: "05" }]);
  });

  it("sends nothing where the panel has not ordered that certificate, or cannot say", async () => {
    const foreign = { kind: "invalid", field: "certificate", rule: "foreign" };
    const page = { kind: "page", status: 502 } as const;
    for (const [list, failure] of [
      [() => listOf([certificate("0a", ["www.example.com"], OLD)]), foreign],
      [() => listOf([certificate("0a", DOMAINS, "2026-06-01")]), foreign],
      [() => listOf([]), foreign],
      [failing(page), page],
    ] as const) {
      const { outcome, fixture } = await renewed([OLD, NEW], { "certificate.list": list });
      assert.deepEqual(outcome, { kind: "failed", failure });
      assert.deepEqual(sentBy(fixture), []);
    }
  });

  it("shows the panel's own lines, and keeps the last where nothing is confirmed", async () => {
    const lines = [
      "yesterday",
      "yesterday",
      "|-Verifying domain name..\n",
      "|-Verifying domain name..\n|-No A record\n|--\n",
    ];
    let reads = 0;
    const { outcome, fixture } = await renewed([OLD], {
      ...certificates,
      "file.text": () => ({ text: lines[Math.min(reads++, lines.length - 1)] }),
    });
    assert.deepEqual(outcome, {
      kind: "sent",
      why: "timedOut",
      evidence: { name: "lastLine", value: "No A record" },
    });
    assert.deepEqual(
      fixture.steps.flatMap(({ line }) => line ?? []),
      ["Verifying domain name..", "No A record"],
    );
  });

  it("says that it was sent when the call is lost, with the panel's last line", async () => {
    const cause = { kind: "timeout", afterMs: 600_000 } as const;
    const { outcome } = await renewed([OLD], {
      ...certificates,
      "certificate.renew": failing({ kind: "uncertain", cause }),
      "file.text": () => ({ text: "|-Verifying domain name..\n" }),
    });
    // that line was there before the change, so it says nothing of it
    assert.deepEqual(outcome, { kind: "uncertain", cause });
  });
});

describe("the renewal of a certificate order", () => {
  it("shows the panel's own lines, too", async () => {
    let reads = 0;
    const fixture = new RunnerFixture({
      "certificateOrder.list": () => listOf([order("01", DOMAINS, OLD)]),
      "certificateOrder.renew": () => ({ msg: undefined }),
      "file.text": () => ({ text: reads++ === 0 ? "" : "|-No A record\n" }),
    });
    const target = { key: "01", label: DOMAINS.join(", ") };
    const outcome = await fixture.run({
      kind: "certificateOrder",
      verb: "renew",
      target,
      row: order("01", DOMAINS, OLD),
    });
    assert.ok(outcome.kind === "sent" && outcome.evidence?.value === "No A record");
  });
});

describe("the panel's log of renewals", () => {
  const lastOf = async (text: string | undefined) =>
    lastLineOfRenewal(new FakeCalls({ "file.text": () => ({ text }) }).callFor());

  it("ends with the last line that has words", async () => {
    const texts = [
      "|-Creating order..\n|- Domain Subject:【a】 skip\n",
      `|-续签成功!\n${"-".repeat(70)}\n\n`,
      "\n",
      "",
      undefined,
    ];
    const ends = ["Domain Subject:【a】 skip", "续签成功!", undefined, undefined, undefined];
    assert.deepEqual(await Promise.all(texts.map(lastOf)), ends);
  });
});
