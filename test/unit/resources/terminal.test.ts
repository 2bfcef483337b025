import assert from "node:assert/strict";
import { savedCommand } from "../../../src/resources/savedCommand.ts";
import { savedHost } from "../../../src/resources/savedHost.ts";
import { terminalSetting } from "../../../src/resources/terminalSetting.ts";
import { failing, FakeCalls, type Handlers } from "../../fakes/fakeCall.ts";
import { fileEntry, listOf } from "../../fakes/rows.ts";
import { outcomeText, summaryText } from "../../../src/texts/actionTexts.ts";
import { requestFor } from "../actions/requestSamples.ts";
import { RunnerFixture } from "../../fakes/runnerFixture.ts";
import { COMMANDS, TERMINAL, TreeFixture } from "../../fakes/treeFixture.ts";

const NOW = 1_700_000_000_000;

/** The switches and their setters. */
const SETTERS = {
  completion: "terminal.setCompletion",
  theme: "terminal.setTheme",
  aiShell: "terminal.setAiShell",
  aiAnalysis: "terminal.setAiAnalysis",
} as const;

type Name = keyof typeof SETTERS;
type Switches = Record<Name, boolean | undefined>;

const names = Object.keys(SETTERS) as readonly Name[];
const request = (name: Name, verb: "turnOn" | "turnOff") =>
  ({ kind: "terminalSetting", verb, target: { key: name, label: name } }) as const;

/** A panel with these switches; `obeys`: they move. */
function panelWith(given: Partial<Switches>, obeys = true): { switches: Switches; fixture: RunnerFixture } {
  const switches = { completion: undefined, theme: undefined, aiShell: undefined, aiAnalysis: undefined, ...given };
  const setter =
    (name: Name) =>
    ({ on }: { readonly on: boolean }) => {
      if (obeys) switches[name] = on;
      return { msg: undefined };
    };
  const handlers: Handlers = {
    "terminal.settings": () => ({ ...switches }),
    "terminal.setCompletion": setter("completion"),
    "terminal.setTheme": setter("theme"),
    "terminal.setAiShell": setter("aiShell"),
    "terminal.setAiAnalysis": setter("aiAnalysis"),
  };
  return { switches, fixture: new RunnerFixture(handlers) };
}

const PACKAGE = "/www/server/panel/BTPanel/static/zh.json.gz";

describe("terminal setting", () => {
  describe("with a package", () => {
    const turnOn = async (stat: Handlers["file.stat"], on = false) => {
      const { fixture } = panelWith({ completion: on, theme: on });
      fixture.calls.handlers = { ...fixture.calls.handlers, ...(stat && { "file.stat": stat }) };
      const outcome = await fixture.run(request("completion", "turnOn"));
      return { outcome, paths: fixture.calls.made.flatMap(([id, params]) => (id === "file.stat" ? [params] : [])) };
    };
    const packageOf = (bytes: number) => () => listOf([fileEntry(PACKAGE, true, bytes)]);
    const messages = (value: string) => ({ name: "package", value });

    it("is on only if the package exists", async () => {
      const { outcome, paths } = await turnOn(packageOf(312_514));
      assert.deepEqual(outcome, { kind: "done", evidence: undefined });
      assert.deepEqual(paths, [{ paths: [PACKAGE] }]);
      const empty = await turnOn(packageOf(0));
      assert.deepEqual(empty.outcome, { kind: "wentWrong", evidence: messages("missing") });
      const before = await turnOn(packageOf(0), true);
      assert.deepEqual(before.outcome, { kind: "wentWrong", evidence: messages("missing") }, "it is not as wanted yet");
    });

    it("says that the package was not checked, if the panel cannot tell or keeps it elsewhere", async () => {
      for (const stat of [
        undefined,
        failing({ kind: "page", status: 404 }),
        failing({ kind: "timeout", afterMs: 1 }),
        () => listOf([fileEntry(PACKAGE, false)]),
        () => listOf([fileEntry(PACKAGE, undefined)]),
      ]) {
        const { outcome } = await turnOn(stat);
        assert.deepEqual(outcome, { kind: "done", evidence: messages("unchecked") });
        const line = summaryText([{ request: requestFor({ ...request("completion", "turnOn") }), outcome }]);
        assert.match(line.message, /not checked/);
      }
    });
  });

  it("is one of four rows of one answer: on, off or unknown", async () => {
    const answer = { completion: true, theme: false, aiShell: undefined, aiAnalysis: true };
    const calls = new FakeCalls({ "terminal.settings": () => answer });
    const { rows, unreadable, total } = await terminalSetting.list(calls.callFor(), 1);
    assert.deepEqual(
      rows.map((row) => [terminalSetting.key(row), terminalSetting.label(row), terminalSetting.state(row, NOW)]),
      [
        ["completion", "completion", "on"],
        ["theme", "theme", "off"],
        ["aiShell", "aiShell", "unknown"],
        ["aiAnalysis", "aiAnalysis", "on"],
      ],
    );
    assert.deepEqual([unreadable, total, calls.made.length], [[], 4, 1]);
    assert.deepEqual(rows.map((row) => terminalSetting.facts(row, NOW)).flat(), []);
  });

  for (const name of names) {
    it(`${name} is turned on and off with its own setter`, async () => {
      const { fixture, switches } = panelWith({ [name]: false });
      assert.equal((await fixture.run(request(name, "turnOn"))).kind, "done");
      assert.equal(switches[name], true);
      assert.deepEqual(await fixture.run(request(name, "turnOff")), { kind: "done", evidence: undefined });
      const setters = fixture.calls.made.filter(([id]) => id !== "terminal.settings");
      assert.deepEqual(setters, [
        [SETTERS[name], { on: true }],
        [SETTERS[name], { on: false }],
      ]);
    });
  }

  it("reports others that changed with it", async () => {
    const { switches, fixture } = panelWith({ completion: false, theme: false, aiShell: true, aiAnalysis: undefined });
    fixture.calls.handlers = {
      ...fixture.calls.handlers,
      "terminal.setTheme": ({ on }) => {
        Object.assign(switches, { theme: on, completion: true, aiShell: false, aiAnalysis: true });
        return { msg: undefined };
      },
    };
    const outcome = await fixture.run(request("theme", "turnOn"));
    const evidence = { name: "alsoChanged", value: "completion=on, aiShell=off" } as const;
    assert.deepEqual(outcome, { kind: "done", evidence });
    const messages = outcomeText(requestFor({ kind: "terminalSetting", verb: "turnOn", label: "theme" }), outcome);
    assert.match(messages?.message ?? "", /Also changed: Command completion on, AI shell off\.$/);
    const summary = summaryText([
      { request: requestFor({ kind: "terminalSetting", verb: "turnOn", label: "theme" }), outcome },
      {
        request: requestFor({ kind: "terminalSetting", verb: "turnOn", label: "aiShell" }),
        outcome: { kind: "already" },
      },
    ]);
    assert.deepEqual([summary.severity, summary.details.length], ["warning", 1]);
    assert.match(summary.message, /all done.*Command completion on/);
  });

  it("has failed at once if the panel accepts it and shows no change", async () => {
    const { fixture } = panelWith({ theme: false }, false);
    const start = fixture.clock.time;
    assert.deepEqual(await fixture.run(request("theme", "turnOn")), { kind: "wentWrong", evidence: undefined });
    assert.equal(fixture.clock.time, start);
  });

  it("can be set if the panel does not send it, and is confirmed only if it sends it then", async () => {
    for (const verb of ["turnOn", "turnOff"] as const) {
      const messages = panelWith({});
      assert.equal((await messages.fixture.run(request("theme", verb))).kind, "done");
      const untold = panelWith({}, false);
      const outcome = await untold.fixture.run(request("theme", verb));
      assert.deepEqual(outcome, { kind: "sent", why: "noWay", evidence: undefined });
      assert.equal(untold.fixture.calls.count("terminal.setTheme"), 1);
      // another read would not help
      assert.equal(untold.fixture.calls.count("terminal.settings"), 2);
    }
  });

  it("has no other names", async () => {
    const { fixture } = panelWith({});
    const target = { key: "toString", label: "x" };
    const outcome = await fixture.run({ kind: "terminalSetting", verb: "turnOn", target });
    assert.deepEqual(outcome, { kind: "failed", failure: { kind: "defect" } });
  });
});

describe("saved host", () => {
  const host = (given: Partial<Parameters<typeof savedHost.key>[0]>) => ({
    id: undefined,
    address: undefined,
    port: undefined,
    note: undefined,
    position: undefined,
    ...given,
  });

  it("has the panel's id as key, and its note or address as label", () => {
    const row = host({ id: "192.0.2.9_2222", address: "192.0.2.9", port: 2222, note: "backup" });
    assert.deepEqual(
      [savedHost.key(row), savedHost.label(row), savedHost.state(row, NOW)],
      ["192.0.2.9_2222", "backup", "stateless"],
    );
    assert.equal(savedHost.label({ ...row, note: "a &amp; &lt;b&gt;" }), "a & <b>");
    for (const note of [undefined, ""]) assert.equal(savedHost.label({ ...row, note }), "192.0.2.9");
    assert.equal(savedHost.label(host({ id: "x" })), "x");
    assert.equal(savedHost.key(host({ note: "x" })), undefined);
  });

  it("shows its address", () => {
    const address = (row: ReturnType<typeof host>) => savedHost.facts(row, NOW).map(({ value }) => value);
    assert.deepEqual(address(host({ address: "192.0.2.9", port: 2222 })), ["192.0.2.9:2222"]);
    assert.deepEqual(address(host({ address: "192.0.2.9" })), ["192.0.2.9"]);
    assert.deepEqual(address(host({ port: 22 })), []);
  });
});

describe("saved command", () => {
  const keyAndLabel = (title: string | undefined, command: string | undefined) => {
    const row = { title, command };
    return [savedCommand.key(row), savedCommand.label(row)] as const;
  };

  it("has its title as label, and the command on one line as fact", () => {
    const row = { title: "disk", command: "df -h\ndu -sh /www" };
    assert.deepEqual([savedCommand.label(row), savedCommand.state(row, NOW)], ["disk", "stateless"]);
    assert.deepEqual(savedCommand.facts(row, NOW), [{ name: "command", value: "df -h ⏎ du -sh /www" }]);
  });

  it("has its first line as label if there is no title", () => {
    for (const title of [undefined, "", " "]) {
      assert.equal(keyAndLabel(title, "uptime")[1], "uptime");
      assert.equal(keyAndLabel(title, "\n  df -h\r\ndu -sh /www")[1], "df -h");
    }
  });

  it("has a unique key, even if titles are equal or empty", () => {
    const rows = [
      ["", "uptime"],
      ["", "df -h"],
      ["disk", "df -h"],
      ["disk", "du -sh /www"],
      ["disk", ""],
    ] as const;
    const keys = rows.map(([title, command]) => keyAndLabel(title, command)[0]);
    assert.equal(new Set(keys).size, rows.length);
    assert.ok(!keys.includes(undefined));
  });

  it("has no key if it is empty", () => {
    assert.deepEqual(keyAndLabel(undefined, undefined), [undefined, ""]);
    assert.equal(keyAndLabel("", " \n")[0], undefined);
  });

  it("is shown beside others with the same title", async () => {
    const fixture = new TreeFixture();
    const commands = ["df -h", "du -sh /www"].map((command) => ({ title: "disk", command }));
    fixture.answer({ "terminal.commands": () => listOf([...commands, { title: "", command: "uptime" }]) });
    await fixture.open(TERMINAL, COMMANDS);
    assert.deepEqual(await fixture.shown(COMMANDS), ["disk", "disk", "uptime"]);
  });
});

describe("a saved command with several lines", () => {
  it("shows where its lines end", () => {
    const [fact] = savedCommand.facts({ title: "a", command: "# harmless\r\nrm -r x\n" }, NOW);
    assert.deepEqual(fact, { name: "command", value: "# harmless ⏎ rm -r x" });
  });
});
