import assert from "node:assert/strict";
import { followedLogId, readStoredTails, type FollowedLog } from "../../../src/followedLogs/followedLog.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { TailsFixture } from "../../fakes/tailsFixture.ts";
import { listOf, siteRow } from "../../fakes/rows.ts";

const SITE = { panelId: "p1", kind: "site", key: "7", name: "xn--bcher-kva.example.com" } as const;
const ACCESS: FollowedLog = { ...SITE, label: "access of bücher", which: "access" };
const ERRORS: FollowedLog = { ...SITE, label: "errors of bücher", which: "error" };

describe("The logs of a website", () => {
  let failure: PanelFailure | undefined;
  let text: string;
  let isListed: boolean;
  let panel: TailsFixture;

  const answer = () => {
    if (failure !== undefined) throw new PanelError(failure);
    return { text };
  };

  beforeEach(() => {
    failure = undefined;
    text = "a\nb";
    isListed = true;
    panel = new TailsFixture({
      "site.list": () => listOf(isListed ? [siteRow({ id: 7, name: SITE.name })] : []),
      "site.accessLog": answer,
      "site.errorLog": () => ({ text: "[error] x" }),
    });
  });
  afterEach(() => panel.logTails.dispose());

  const follow = async (log: FollowedLog) => {
    panel.logTails.follow(log);
    await panel.clock.pass(0);
  };

  it("are two, each with its own screen, and requested by the panel's name of the site", async () => {
    await follow(ACCESS);
    await follow(ERRORS);
    assert.equal(new Set(panel.logTails.current.map(({ id }) => id)).size, 2);
    assert.match(panel.screen(ACCESS).text, /a\nb/);
    assert.match(panel.screen(ERRORS).text, /\[error\] x/);
    assert.deepEqual(
      panel.calls.made.map(([id, params]) => [id, params]),
      [
        ["site.accessLog", { name: SITE.name }],
        ["site.errorLog", { name: SITE.name }],
      ],
    );
    panel.logTails.stop(followedLogId(ACCESS));
    await panel.clock.pass(0);
    assert.deepEqual(
      panel.logTails.current.map(({ log }) => log.which),
      ["error"],
    );
  });

  it("continue in the next window, also those stored without a kind of log", async () => {
    await follow(ACCESS);
    const kept = JSON.parse(JSON.stringify(panel.kept)) as unknown[];
    assert.deepEqual(readStoredTails(kept), panel.kept);
    const address = "https://192.0.2.1:8888";
    const rest = { panelId: "p1", startedAt: 1, wasRunning: false, start: "none", address };
    const earlier = { ...rest, kind: "javaProject", key: "demo", label: "demo" };
    const unknown = { ...rest, kind: "site", key: "7", label: "x" };
    const read = readStoredTails([...kept, earlier, unknown]);
    assert.deepEqual(
      read.map(({ label }) => label),
      [ACCESS.label, "demo"],
    );
    assert.equal(followedLogId(read[1] ?? ACCESS), '["p1","javaProject","demo"]');
  });

  it("are empty if the panel refuses one of a listed site, which is checked now and then", async () => {
    failure = { kind: "rejected", message: "Log is empty" };
    await follow(ACCESS);
    assert.match(panel.screen(ACCESS).text, /\[empty\]/);
    await panel.clock.pass(120_000);
    assert.equal(panel.logTails.current.length, 1);
    assert.equal(panel.calls.count("site.list"), 1);
    isListed = false;
    await panel.clock.pass(1_200_000);
    assert.deepEqual(panel.ended, [{ kind: "gone" }]);
  });

  it("continue after a rotation, also while there is no file", async () => {
    await follow(ACCESS);
    failure = { kind: "rejected", message: "日志为空" };
    await panel.clock.pass(60_000);
    failure = undefined;
    text = "c";
    await panel.clock.pass(60_000);
    assert.match(panel.screen(ACCESS).text, /a\nb[^]+\[section\]\nc/);
    assert.doesNotMatch(panel.screen(ACCESS).text, /\[empty\]/);
  });

  it("end when their site is gone, whatever the panel answers", async () => {
    for (const words of [
      { kind: "rejected", message: "Log is empty" },
      { kind: "page", status: 404 },
    ] as const) {
      failure = undefined;
      isListed = true;
      await follow(ACCESS);
      failure = words;
      isListed = false;
      await panel.clock.pass(120_000);
      assert.deepEqual(panel.ended.splice(0), [{ kind: "gone" }], words.kind);
    }
  });

  it("are retried after a page if the site is still listed", async () => {
    await follow(ACCESS);
    failure = { kind: "page", status: 404 };
    await panel.clock.pass(60_000);
    assert.match(panel.screen(ACCESS).text, /\[reconnecting\]/);
    failure = undefined;
    text = "a\nb\nc";
    await panel.clock.pass(60_000);
    assert.match(panel.screen(ACCESS).text, /\[following\]\nc/);
  });

  it("cannot be requested without a name", async () => {
    const { name: _, ...nameless } = ACCESS;
    panel.calls.handlers = { "site.accessLog": ({ name }) => (name === "" ? assert.fail() : { text }) };
    await follow(nameless);
    assert.equal(panel.logTails.current.length, 0);
  });
});
