import assert from "node:assert/strict";
import type { EndedUpgrade, FollowedLog, LogTail } from "../../../../src/followedLogs/followedLog.ts";
import { logBarText } from "../../../../src/followedLogs/window/logBarTexts.ts";

const JAVA: FollowedLog = { panelId: "shop", kind: "javaProject", key: "a", label: "order-service" };
const ACCESS: FollowedLog = { panelId: "blog", kind: "site", key: "1", label: "a.example.com", which: "access" };
const UPGRADE: FollowedLog = { panelId: "shop", kind: "runtime", key: "python", label: "python" };

const tail = (log: FollowedLog, phase: LogTail["phase"]): LogTail => ({
  id: log.key,
  log,
  startedAt: 1_000,
  phase,
  start: "none",
});
const ended = (what: EndedUpgrade["what"]): EndedUpgrade => ({ log: UPGRADE, what });

describe("The status bar item of followed logs", () => {
  const shownOf = (tails: readonly LogTail[], ends: readonly EndedUpgrade[] = []) =>
    logBarText({ tails, ended: ends }, (id) => id.toUpperCase(), 63_000);

  it("is absent without logs, and names the only log", () => {
    assert.equal(shownOf([]), undefined);
    assert.deepEqual(shownOf([tail(JAVA, "following")])?.text, "order-service – SHOP");
    assert.deepEqual(shownOf([tail(UPGRADE, "running")])?.text, "SHOP 1:02");
    assert.deepEqual(shownOf([], [ended("failed")])?.text, "Runtime Upgrade – SHOP: failed");
  });

  it("shows the name and state of the only log, and what a click does", () => {
    assert.equal(
      shownOf([tail(ACCESS, "reconnecting")])?.tooltip,
      "a.example.com: Access Log – BLOG: waiting for the panel, which does not answer\nClick to show or stop it.",
    );
    assert.match(shownOf([], [ended("failed")])?.tooltip ?? "", /: failed\nClick to show it\.$/);
  });

  it("counts several, and lists them with their state", () => {
    const shown = shownOf([tail(JAVA, "following"), tail(ACCESS, "reconnecting"), tail(UPGRADE, "running")]);
    assert.deepEqual(shown, {
      icon: "debug-disconnect",
      text: "2 logs · 1 upgrade · 1 waiting",
      tooltip: [
        "order-service – SHOP: following",
        "a.example.com: Access Log – BLOG: waiting for the panel, which does not answer",
        "Runtime Upgrade – SHOP: upgrading",
        "Click to show or stop them.",
      ].join("\n"),
      spoken:
        "2 logs, 1 upgrade, 1 waiting, order-service – SHOP: following, " +
        "a.example.com: Access Log – BLOG: waiting for the panel, which does not answer, " +
        "Runtime Upgrade – SHOP: upgrading",
    });
  });

  it("is read aloud with states, without times and without hints for clicking", () => {
    assert.equal(shownOf([tail(JAVA, "following")])?.spoken, "order-service – SHOP: following");
    assert.equal(shownOf([tail(UPGRADE, "running")])?.spoken, "Runtime Upgrade – SHOP: upgrading");
    assert.equal(shownOf([], [ended("failed")])?.spoken, "Runtime Upgrade – SHOP: failed");
  });

  it("shows the worst state first", () => {
    const of = (what: EndedUpgrade["what"]) => {
      const { icon = "", text = "", alarm } = shownOf([tail(JAVA, "following")], [ended(what)]) ?? {};
      return [icon, text, alarm];
    };
    assert.deepEqual(of("finished"), ["pass", "1 upgrade finished · 1 log", undefined]);
    assert.deepEqual(of("failed"), ["error", "1 upgrade failed · 1 log", "error"]);
    assert.deepEqual(of("unclear"), ["warning", "1 upgrade ended · 1 log", "warning"]);
    const stale = shownOf([tail(UPGRADE, "stale"), tail(JAVA, "following")]);
    assert.deepEqual([stale?.icon, stale?.text, stale?.alarm], ["warning", "1 upgrade stalled · 1 log", "warning"]);
    assert.equal(shownOf([], [ended("failed"), ended("failed")])?.text, "2 upgrades failed");
  });
});
