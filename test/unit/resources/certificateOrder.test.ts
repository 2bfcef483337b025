import assert from "node:assert/strict";
import { certificateOrder, type CertificateOrder } from "../../../src/resources/certificateOrder.ts";
import { factValue } from "../../../src/texts/resourceTexts.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { listOf, orderRow } from "../../fakes/rows.ts";
import { verifierOf } from "../../fakes/verifierOf.ts";

const NOW = Date.UTC(2026, 5, 15, 12, 0, 0);
const DAY = 86_400;

/** A time in seconds since the epoch, this many seconds from now. */
const inSeconds = (seconds: number) => NOW / 1000 + seconds;
const state = (given: Partial<CertificateOrder>) => certificateOrder.state(orderRow(given), NOW);
const days = (given: Partial<CertificateOrder>, of: "daysLeft" | "orderDaysLeft" = "daysLeft") =>
  certificateOrder.facts(orderRow(given), NOW).find(({ name }) => name === of)?.value;

describe("certificate order", () => {
  it("has its index as key and its domains as label", () => {
    assert.equal(certificateOrder.key(orderRow({ index: "0a" })), "0a");
    assert.equal(certificateOrder.key(orderRow({ domains: ["a"] })), undefined);
    assert.equal(certificateOrder.label(orderRow({ index: "0a", domains: ["a.com", "*.a.com"] })), "a.com, *.a.com");
    assert.equal(certificateOrder.label(orderRow({ index: "0a", domains: [] })), "0a");
    assert.equal(certificateOrder.label(orderRow({ index: "0a" })), "0a");
    assert.equal(certificateOrder.label(orderRow()), "");
    const order = orderRow({ index: "0a", domains: ["xn--fsqu00a.example", "*.xn--fsqu00a.example"] });
    assert.equal(certificateOrder.label(order), "例子.example, *.例子.example");
    assert.equal(certificateOrder.alias?.(order), "xn--fsqu00a.example, *.xn--fsqu00a.example");
    assert.equal(certificateOrder.alias?.(orderRow({ index: "0a", domains: ["a.com"] })), undefined);
  });

  it("has the state of the ACME status", () => {
    const words = ["valid", "ready", "pending", "processing", "invalid", "expired", "revoked", "deactivated"];
    assert.deepEqual(
      words.map((status) => state({ status })),
      ["valid", "pending", "pending", "pending", "failed", "failed", "failed", "failed"],
    );
    for (const status of [undefined, "", "VALID", "constructor"]) assert.equal(state({ status }), "unknown");
  });

  it("expires by date, although its status stays valid", () => {
    assert.equal(state({ status: "valid", validUntil: inSeconds(1) }), "valid");
    assert.equal(state({ status: "valid", validUntil: inSeconds(0) }), "valid");
    assert.equal(state({ status: "valid", validUntil: inSeconds(-1) }), "expired");
    assert.equal(state({ status: "ready", validUntil: inSeconds(-DAY) }), "expired");
    assert.equal(state({ status: "pending", orderExpiresAt: inSeconds(-1) }), "expired");
    assert.equal(state({ status: "pending", orderExpiresAt: inSeconds(1) }), "pending");
  });

  it("stays failed, whatever its date", () => {
    assert.equal(state({ status: "invalid", orderExpiresAt: inSeconds(-DAY) }), "failed");
    assert.equal(state({ status: "invalid", orderExpiresAt: inSeconds(DAY) }), "failed");
  });

  it("counts whole days", () => {
    const left = [DAY * 90, DAY, DAY - 1, 1, 0, -1, -DAY, -DAY - 1].map((s) => days({ validUntil: inSeconds(s) }));
    assert.deepEqual(left, ["90", "1", "0", "0", "0", "-1", "-1", "-2"]);
    assert.equal(days({}), undefined);
  });

  it("counts the days since it expired", () => {
    const messages = [600, 25 * 3_600, 3 * DAY + 600].map((ago) =>
      factValue({ name: "daysLeft", value: days({ validUntil: inSeconds(-ago) }) ?? "" }),
    );
    assert.deepEqual(messages, ["expired less than a day ago", "expired 1 day ago", "expired 3 days ago"]);
  });

  it("shows the days of its certificate, or those of the order without one", () => {
    const both = { validUntil: inSeconds(5 * DAY), orderExpiresAt: inSeconds(2 * DAY) };
    assert.deepEqual([days(both), days(both, "orderDaysLeft")], ["5", undefined]);
    const none = { orderExpiresAt: inSeconds(2 * DAY) };
    assert.deepEqual([days(none), days(none, "orderDaysLeft")], [undefined, "2"]);
  });

  it("shows its known facts", () => {
    const row = orderRow({
      index: "0a",
      status: "valid",
      domains: ["a.com", "b.com"],
      authType: "dns",
      validUntil: inSeconds(3 * DAY),
      savePath: "vhost/letsencrypt/a.com",
    });
    assert.deepEqual(certificateOrder.facts(row, NOW), [
      { name: "daysLeft", value: "3" },
      { name: "domains", value: "a.com, b.com" },
      { name: "validation", value: "dns" },
      { name: "index", value: "0a" },
    ]);
    assert.deepEqual(certificateOrder.facts(orderRow(), NOW), []);
  });

  it("is renewed once its date has moved, whatever the panel says", async () => {
    const calls = new FakeCalls({});
    const show = (given: Partial<CertificateOrder>) => {
      calls.handlers = {
        "certificateOrder.list": () => listOf([orderRow({ index: "0a", domains: ["a.com"], ...given })]),
      };
    };
    const rule = certificateOrder.actions.renew?.verification;
    const verdictOf = async (before: number | undefined, after: number | undefined, status = "valid") => {
      show({ validUntil: before, status });
      const verifier = await verifierOf(rule, calls, { key: "0a", label: "a.com" });
      show({ validUntil: after });
      return (await verifier.check(calls.callFor(), 1_000)).verdict;
    };
    assert.deepEqual(
      [
        await verdictOf(100, 100),
        await verdictOf(100, 90),
        await verdictOf(100, undefined),
        await verdictOf(100, 200),
        await verdictOf(undefined, 200, "invalid"),
        // another renewal was under way, and failed: the order is as it was
        await verdictOf(undefined, 200, "pending"),
      ],
      ["pending", "pending", "pending", "done", "done", "pending"],
    );
  });
});
