import assert from "node:assert/strict";
import {
  clearFollowedLog,
  manageFollowedLogs,
  showFollowedLog,
  stopFollowing,
} from "../../../../src/followedLogs/window/logCommands.ts";
import { FollowedLogsList, type LogChoice } from "../../../../src/followedLogs/window/followedLogsList.ts";
import { handlers } from "../../../../src/handlers.ts";
import { FOLLOWED_LOGS } from "../../../../src/manifest/manifest.ts";
import type { LiveRow, LiveRows } from "../../../../src/ports/liveList.ts";
import type { PanelRecord } from "../../../../src/panels/panelRecord.ts";
import { runtimeTarget } from "../../../../src/resources/runtime.ts";
import { itemNodeId } from "../../../../src/tree/treeNodes.ts";
import { PanelError, type PanelFailure } from "../../../../src/wire/answers/failure.ts";
import { storedTails } from "../../../../src/followedLogs/window/createLogTails.ts";
import { CommandFixture } from "../../../fakes/commandFixture.ts";
import { failing } from "../../../fakes/fakeCall.ts";
import { javaRow, listOf, siteRow } from "../../../fakes/rows.ts";

const followLog = handlers["serverPanel.followLog"];
const startUpgrade = handlers["serverPanel.upgrade"];

describe("commands on followed logs", () => {
  let window: CommandFixture;
  let panel: PanelRecord;
  let upgrade: { running: boolean; log: string; message: undefined };
  let failure: PanelFailure | undefined;

  beforeEach(async () => {
    window = await CommandFixture.open();
    panel = await window.add();
    upgrade = { running: false, log: "", message: undefined };
    failure = undefined;
    window.handlers = {
      "java.list": () => listOf([javaRow({ name: "demo", pids: [1] }), javaRow({ name: "shop", pids: [2] })]),
      "java.log": () => ({ text: "hello\n", file: undefined, size: undefined }),
      "composer.version": () => ({ version: "2.7.0" }),
      "runtime.upgradeLog": () => {
        if (failure !== undefined) throw new PanelError(failure);
        return upgrade;
      },
      "runtime.startUpgrade": () => {
        upgrade = { ...upgrade, running: true };
        return { msg: undefined };
      },
    };
  });
  afterEach(() => window.dispose());

  const followed = () => window.logTails.current.map(({ log }) => log.label);
  const screens = () => [...window.screens.values()];
  const follow = async (name: string) => {
    const row = (await window.items(panel, "javaProject")).find(({ label }) => label === name);
    await window.run(followLog, [row?.id]);
    await window.clock.pass(0);
  };
  const runtime = (of: PanelRecord) => itemNodeId(of.id, "runtime", runtimeTarget.key);

  it("show a log and follow it", async () => {
    await follow("demo");
    assert.deepEqual(followed(), ["demo"]);
    assert.match(screens()[0]?.text ?? "", /hello/);
    assert.equal(screens()[0]?.timesShown, 1);
  });

  it("show both logs of a website, requested by its name on the wire", async () => {
    window.handlers = {
      "site.list": () => listOf([siteRow({ id: 7, name: "xn--bcher-kva.example.com", running: true })]),
      "site.accessLog": () => ({ text: "GET /" }),
      "site.errorLog": () => ({ text: "" }),
    };
    const [site] = await window.items(panel, "site");
    assert.ok(site);
    for (const which of ["Access log", "Error log"])
      await window.run(followLog, [site.id], { to: `Follow Log of “${site.label}” Which log?`, with: which });
    await window.run(followLog, [site.id], { to: "Which log?", with: undefined });
    await window.clock.pass(0);
    const [access, errors] = screens();
    assert.deepEqual(
      [...window.screens.keys()],
      [`${site.label}: Access Log – Shop`, `${site.label}: Error Log – Shop`],
    );
    assert.match(access?.text ?? "", /Following the access log of “[^]+GET \//);
    assert.match(errors?.text ?? "", /The log is empty or does not exist\. It may be turned off for this website\./);
    assert.deepEqual(
      window.calls(panel.id).made.flatMap(([id, params]) => (/^site\..*Log$/.test(id) ? [params] : [])),
      [{ name: "xn--bcher-kva.example.com" }, { name: "xn--bcher-kva.example.com" }],
    );
    assert.equal(storedTails({ get: (key) => window.kept.get(key), update: async () => undefined }).length, 2);
  });

  it("quote the panel's reason if a log of a website is not shown", async () => {
    window.handlers = {
      "site.list": () => listOf([siteRow({ id: 7, name: "a.example.com", running: true })]),
      "site.errorLog": failing({ kind: "rejected", message: "The log file does not exist" }),
    };
    const [site] = await window.items(panel, "site");
    await window.run(followLog, [site?.id], { to: "Which log?", with: "Error log" });
    await window.clock.pass(0);
    assert.match(screens()[0]?.text ?? "", /It may be turned off for this website\. [^\n]*The log file does not exist/);
  });

  it("have different names even if the name of a website is cut", async () => {
    const name = `${"a".repeat(60)}.example.com`;
    window.handlers = {
      "site.list": () => listOf([siteRow({ id: 7, name, running: true })]),
      "site.accessLog": () => ({ text: "GET /" }),
      "site.errorLog": () => ({ text: "" }),
    };
    const [site] = await window.items(panel, "site");
    for (const which of ["Access log", "Error log"])
      await window.run(followLog, [site?.id], { to: "Which log?", with: which });
    await window.clock.pass(0);
    const cut = `${"a".repeat(39)}…`;
    assert.deepEqual([...window.screens.keys()], [`${cut}: Access Log – Shop`, `${cut}: Error Log – Shop`]);
  });

  describe("on one of several logs", () => {
    const cleared = { to: "Clear Followed Log", with: undefined };

    it("end if no log is followed", async () => {
      for (const command of [showFollowedLog, stopFollowing, clearFollowedLog]) {
        const { messages } = await window.run(command);
        assert.deepEqual(
          messages.map(({ message }) => message),
          ["No log is being followed."],
        );
      }
    });

    it("take the only log without a question", async () => {
      await follow("demo");
      await window.run(showFollowedLog);
      assert.equal(screens()[0]?.timesShown, 2);
      await window.run(clearFollowedLog);
      assert.equal(screens()[0]?.text, "");
      await window.run(stopFollowing);
      await window.clock.pass(0);
      assert.deepEqual(followed(), []);
    });

    it("show the only one that is followed, which the status bar names, and not one that was stopped", async () => {
      await follow("demo");
      await follow("shop");
      await window.run(stopFollowing, [window.logTails.current[0]?.id]);
      await window.clock.pass(0);
      assert.deepEqual(followed(), ["shop"]);
      const [demo = assert.fail("no screen"), shop = assert.fail("no screen")] = screens();
      await window.run(showFollowedLog);
      demo.visible = true;
      await window.run(showFollowedLog);
      assert.deepEqual([demo.timesShown, shop.timesShown], [1, 3]);
    });

    it("take the log whose id or row is passed", async () => {
      await follow("demo");
      await follow("shop");
      const [, shop] = window.logTails.current;
      await window.run(stopFollowing, [shop?.id]);
      await window.clock.pass(0);
      assert.deepEqual(followed(), ["demo"]);
      await window.items(panel, "javaProject");
      await window.run(stopFollowing, [itemNodeId(panel.id, "javaProject", "demo")]);
      await window.clock.pass(0);
      assert.deepEqual(followed(), []);
    });

    it("take the visible log, else the one that is picked", async () => {
      await follow("demo");
      await follow("shop");
      await window.run(clearFollowedLog, [], cleared);
      const [demo = assert.fail("no screen"), shop = assert.fail("no screen")] = screens();
      shop.visible = true;
      await window.run(clearFollowedLog);
      assert.equal(shop.text, "");
      assert.notEqual(demo.text, "");
    });

    it("do not take the only remaining log while another one is visible", async () => {
      await follow("demo");
      await follow("shop");
      const [demo = assert.fail("no screen")] = screens();
      demo.visible = true;
      await window.run(stopFollowing);
      await window.clock.pass(0);
      assert.deepEqual(followed(), ["shop"]);
      await window.run(stopFollowing, [], { to: "Stop Following Log", with: undefined });
      assert.deepEqual(followed(), ["shop"]);
    });
  });

  describe("in the list of all logs", () => {
    const list = (...labels: readonly (string | undefined)[]) =>
      window.run(manageFollowedLogs, [], ...labels.map((label) => ({ to: "Followed Logs", with: label })));

    it("show logs, and stop them by buttons while it stays open", async () => {
      assert.equal((await list()).messages[0]?.message, "No log is being followed.");
      await follow("demo");
      await follow("shop");
      const { choices } = await list(" > demo – Shop#1 > demo – Shop");
      assert.deepEqual(choices, [
        ["demo – Shop", "shop – Shop", "Stop Following All Logs"],
        ["demo – Shop", "shop – Shop"],
      ]);
      await window.clock.pass(0);
      assert.deepEqual(followed(), ["shop"]);
      assert.equal(screens()[0]?.timesShown, 2);
    });

    it("keep stopped logs in place, and list earlier stopped ones last", async () => {
      await follow("demo");
      await follow("shop");
      let rows: readonly LiveRow<LogChoice>[] = [];
      const box = { show: (shown: LiveRows<LogChoice>) => void ({ rows } = shown), close: () => undefined };
      const drawn = () =>
        rows.map(
          ({ label, description = "", buttons = [] }) => `${label} (${description})${" ×".repeat(buttons.length)}`,
        );
      const source = new FollowedLogsList(window.logTails, window.services.panels(), box);
      source.typed();
      assert.deepEqual(drawn(), [
        "demo – Shop (following) ×",
        "shop – Shop (following) ×",
        "Stop Following All Logs ()",
      ]);
      const [stop = assert.fail("no button")] = rows[0]?.buttons ?? [];
      assert.equal(source.taken(stop.value), false, "it stays open");
      assert.deepEqual(drawn(), ["demo – Shop (not followed)", "shop – Shop (following) ×"]);
      await window.clock.pass(0);
      new FollowedLogsList(window.logTails, window.services.panels(), box).typed();
      assert.deepEqual(drawn(), ["shop – Shop (following) ×", "demo – Shop (not followed)"]);
    });

    it("stop all logs at once", async () => {
      await follow("demo");
      await follow("shop");
      await list(undefined);
      assert.equal(followed().length, 2);
      await list(" > Stop Following All Logs");
      await window.clock.pass(0);
      assert.deepEqual(followed(), []);
    });
  });

  describe("of upgrades", () => {
    it("follow the log of a runtime's row", async () => {
      await window.items(panel, "runtime");
      await window.run(followLog, [runtime(panel)]);
      assert.deepEqual(followed(), ["python"]);
    });

    it("start an upgrade after it was confirmed", async () => {
      await window.services.store.update(panel.id, { guardLevel: "ask" });
      await window.items(panel, "runtime");
      await window.run(startUpgrade, [runtime(panel)], { to: "", with: false });
      assert.equal(window.calls(panel.id).count("runtime.startUpgrade"), 0);
      await window.run(startUpgrade, [runtime(panel)], { to: "", with: true });
      assert.equal(window.calls(panel.id).count("runtime.startUpgrade"), 1);
    });
  });

  describe("of a log that ends", () => {
    const followUpgrade = async () => {
      upgrade = { running: true, log: "检查环境...", message: undefined };
      await window.items(panel, "runtime");
      await window.run(followLog, [runtime(panel)]);
      await window.clock.pass(0);
    };
    const passing = (...answers: Parameters<CommandFixture["answering"]>[0]) =>
      window.answering(answers, () => window.clock.pass(120_000));

    it("notify with a button that shows the log", async () => {
      await followUpgrade();
      upgrade = { running: false, log: "检查环境...\n环境准备完成", message: undefined };
      const { messages } = await passing({ to: "Shop", with: "Show Log" });
      assert.equal(messages.length, 1);
      assert.equal(screens()[0]?.timesShown, 2);
    });

    it("show the one that has ended and that nobody has looked at, which the status bar names", async () => {
      await follow("demo");
      await window.run(stopFollowing);
      await followUpgrade();
      upgrade = { running: false, log: "检查环境...\n环境准备完成", message: undefined };
      await passing();
      const [demo = assert.fail("no screen"), ended = assert.fail("no screen")] = screens();
      await window.run(showFollowedLog);
      assert.deepEqual([demo.timesShown, ended.timesShown], [1, 2]);
    });

    it("show the ending in the list until the log is viewed", async () => {
      for (const [line, words] of [
        ["环境准备完成", "finished"],
        ["磁盘空间不足", "ended, result unknown"],
      ] as const) {
        await followUpgrade();
        upgrade = { running: false, log: `检查环境...\n${line}`, message: undefined };
        await passing();
        let rows: readonly LiveRow<LogChoice>[] = [];
        const box = { show: (shown: LiveRows<LogChoice>) => void ({ rows } = shown), close: () => undefined };
        new FollowedLogsList(window.logTails, window.services.panels(), box).typed();
        assert.deepEqual(
          rows.map(({ description }) => description),
          [words],
        );
      }
    });

    it("offer remedies if the log cannot be read any more", async () => {
      await followUpgrade();
      failure = { kind: "refused", reason: "key" };
      const { messages } = await passing();
      assert.match(messages[0]?.message ?? "", /is no longer followed/);
      assert.deepEqual(messages[0]?.buttons, ["Change API Key…", "Try Again", "Diagnose…"]);
    });

    it("do not notify about a removed panel", async () => {
      await followUpgrade();
      const { messages } = await window.answering([], async () => {
        await window.services.store.remove(panel.id);
        window.logTails.panelsChanged();
        await window.clock.pass(120_000);
      });
      assert.deepEqual(messages, []);
    });
  });

  it("store logs for the next window, except those of the demo panel", async () => {
    await follow("demo");
    const memento = { get: (key: string) => window.kept.get(key), update: async () => undefined };
    assert.deepEqual(
      storedTails(memento).map(({ label }) => label),
      ["demo"],
    );
    await window.run(stopFollowing);
    await window.clock.pass(0);
    assert.equal(window.kept.get(FOLLOWED_LOGS), undefined);
    const demo = await window.services.demo.open("baota");
    window.logTails.follow({ panelId: demo.id, kind: "javaProject", key: "demo", label: "demo" });
    await window.clock.pass(0);
    assert.deepEqual(storedTails(memento), []);
  });
});
