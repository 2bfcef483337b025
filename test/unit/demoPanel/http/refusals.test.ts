import assert from "node:assert/strict";
import { json, type WireAnswer } from "../../../demoPanel/wire.ts";
import { withPanel } from "../../../demoPanel/withPanel.ts";

const REFUSAL_TYPE = "text/html; charset=utf-8";
const LOCKED = "连续20次验证失败,禁止1小时";
const WRONG_KEY = "密钥校验失败";
const HOUR_MS = 3_600_000;

function messageOf({ status, headers, ...answer }: WireAnswer): string {
  assert.deepEqual([status, headers["content-type"]], [200, REFUSAL_TYPE]);
  const { status: words, msg } = json({ status, headers, ...answer }) as { status: boolean; msg: string };
  assert.equal(words, false);
  return msg;
}

describe("a demo panel's refusals", () => {
  const form = { action: "GetSystemTotal" };
  const good = { path: "/system", form };
  const bad = { ...good, key: "wrong" };

  const clock = { ms: 1_800_000_000_000 };
  it(
    "lock an address out after twenty wrong keys, for an hour after the last, good keys too",
    withPanel(
      async ({ bare, call, panel }) => {
        for (let tries = 1; tries <= 20; tries++) {
          clock.ms += 60_000;
          assert.equal(messageOf(await bare(bad)), WRONG_KEY, `try ${tries}`);
        }
        assert.equal(messageOf(await bare(bad)), LOCKED);
        clock.ms += HOUR_MS - 1;
        assert.equal(messageOf(await call(good)), LOCKED);
        assert.equal(panel.counters.refused, 22);
        assert.equal(panel.counters.calls["system.total"], 0);
        const elsewhere = await call({ ...good, headers: { "x-forwarded-for": "10.0.0.1, 203.0.113.9" } });
        assert.match(elsewhere.text, /memTotal/);
        clock.ms += 1;
        assert.match((await call(good)).text, /memTotal/);
      },
      { now: () => clock.ms },
    ),
  );

  it(
    "come one call early after an odd number of successes",
    withPanel(async ({ bare, call }) => {
      await call(good);
      for (let tries = 1; tries <= 19; tries++) assert.equal(messageOf(await bare(bad)), WRONG_KEY);
      assert.equal(messageOf(await bare(bad)), LOCKED);
    }),
  );

  it(
    "are forgotten after a success",
    withPanel(async ({ bare, call }) => {
      for (let round = 1; round <= 3; round++) {
        for (let tries = 1; tries <= 15; tries++) assert.equal(messageOf(await bare(bad)), WRONG_KEY);
        assert.match((await call(good)).text, /memTotal/);
      }
    }),
  );

  const few = { allowedAddresses: ["203.0.113.1-203.0.113.20", "198.51.100.7"] };
  it(
    "name the address that is not allowed, and count",
    withPanel(async ({ call, panel }) => {
      const from = (address: string) => call({ ...good, headers: { "x-forwarded-for": address } });
      assert.equal(messageOf(await from("203.0.113.21")), "IP校验失败,您的访问IP为[203.0.113.21]");
      assert.equal(messageOf(await call(good)), "IP校验失败,您的访问IP为[127.0.0.1]");
      for (const address of ["203.0.113.9", "198.51.100.7"]) assert.match((await from(address)).text, /memTotal/);
      for (let tries = 2; tries <= 20; tries++) assert.match(messageOf(await call(good)), /127\.0\.0\.1/);
      assert.equal(messageOf(await call(good)), LOCKED);
      assert.equal(panel.counters.refused, 22);
    }, few),
  );
});
