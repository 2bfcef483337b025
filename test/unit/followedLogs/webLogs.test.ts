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

  it("are two, each with its own screen, asked for by the name that the panel has for the site", async () => {
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

  it("go on in the next window, as do those that an earlier version kept", async () => {
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

  it("are empty where the panel refuses one of a site that is there, which is looked up now and then", async () => {
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

  it("go on after a rotation, while there is no file as well", async () => {
    await follow(ACCESS);
    failure = { kind: "rejected", message: "日志为空" };
    await panel.clock.pass(60_000);
    failure = undefined;
    text = "c";
    await panel.clock.pass(60_000);
    assert.match(panel.screen(ACCESS).text, /a\nb[^]+\[section\]\nc/);
    assert.doesNotMatch(panel.screen(ACCESS).text, /\[empty\]/);
  });

  it("end with a site that is gone, whichever way the panel says so", async () => {
    for (const said of [
      { kind: "rejected", message: "Log is empty" },
      { kind: "page", status: 404 },
    ] as const) {
      failure = undefined;
      isListed = true;
      await follow(ACCESS);
      failure = said;
      isListed = false;
      await panel.clock.pass(120_000);
      assert.deepEqual(panel.ended.splice(0), [{ kind: "gone" }], said.kind);
    }
  });

  it("are waited for where a page tells nothing, and the site is there", async () => {
    await follow(ACCESS);
    failure = { kind: "page", status: 404 };
    await panel.clock.pass(60_000);
    assert.match(panel.screen(ACCESS).text, /\[reconnecting\]/);
    failure = undefined;
    text = "a\nb\nc";
    await panel.clock.pass(60_000);
    assert.match(panel.screen(ACCESS).text, /\[following\]\nc/);
  });

  it("cannot be asked for without a name", async () => {
    const { name: _, ...nameless } = ACCESS;
    panel.calls.handlers = { "site.accessLog": ({ name }) => (name === "" ? assert.fail() : { text }) };
    await follow(nameless);
    assert.equal(panel.logTails.current.length, 0);
  });
});
