import assert from "node:assert/strict";
import type { ToolAnswer } from "../../agents/dialogue.ts";
import type { Handlers } from "../../fakes/fakeCall.ts";
import { containerRow, javaRow, listOf, siteRow } from "../../fakes/rows.ts";
import { logOf } from "../../../src/followedLogs/followedLog.ts";
import type { Container } from "../../../src/wire/operations/containers.ts";
import type { JavaProject } from "../../../src/wire/operations/java.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { AgentWindow } from "./agentWindow.ts";

const DEMO = { panel: "Shop", kind: "javaProject", name: "demo" } as const;
const RUNS = { pids: [1], listening: [80] };
const STOPPED = { pids: [] };

describe("the tool that waits", () => {
  let agent: AgentWindow;
  let panelId: string;
  /** What the project's log has, and why it cannot be read. */
  let log: string;
  let failure: PanelFailure | undefined;
  let readings: number;

  /** What the panel lists, or why it does not. */
  let project: Partial<JavaProject> | PanelFailure;
  let containers: readonly Container[];
  const listed: Handlers = {
    "java.list": () => {
      if ("kind" in project) throw new PanelError(project);
      return listOf([javaRow({ name: "demo", ...project })]);
    },
    "container.list": () => ({ rows: containers, unreadable: [], total: containers.length }),
  };
  const become = (next: typeof project) => () => {
    project = next;
  };
  const logged: Handlers = {
    "java.log": () => {
      readings += 1;
      if (failure !== undefined) throw new PanelError(failure);
      return { text: log, file: undefined, size: undefined };
    },
  };

  /** Waits, while `happens` at these seconds from the start on; then until the wait is over. */
  async function wait(input: object, ...happens: readonly (readonly [number, () => void])[]): Promise<ToolAnswer> {
    const { clock } = agent.window;
    const answers: ToolAnswer[] = [];
    const waiting = agent.invoke("wait_for_panel_state", { ...DEMO, ...input }).then((answer) => answers.push(answer));
    let now = 0;
    for (const [second, happen] of happens) {
      await clock.pass((second - now) * 1000);
      now = second;
      happen();
    }
    for (; answers.length === 0 && now < 300; now += 1) await clock.pass(1000);
    await waiting;
    assert.equal(clock.sleeping, 0, "nothing goes on afterwards");
    return answers[0] ?? assert.fail("no answer");
  }

  it("says that it waits, so that no client takes it for dead", async () => {
    assert.equal((await wait({ state: "stopped", seconds: 5 })).seen, "no");
    assert.equal((await wait({ text: "never", seconds: 5 })).seen, "no");
    const waits = "Waits for it, for at most 5 seconds.";
    assert.deepEqual(agent.told, [waits, waits]);
  });

  beforeEach(async () => {
    agent = await AgentWindow.open();
    ({ id: panelId } = await agent.window.add());
    log = "one\ntwo\nStarted before";
    failure = undefined;
    readings = 0;
    project = RUNS;
    agent.window.handlers = { ...listed, ...logged };
  });
  afterEach(async () => agent.window.dispose());

  const lists = () => agent.window.calls(panelId).count("java.list");

  describe("for a state", () => {
    it("sees at once what is so already", async () => {
      const { seen, already, seconds_waited: waited, data } = await wait({ state: "running" });
      assert.deepEqual([seen, already, waited, data?.resource?.["state"]], ["yes", true, 0, "running"]);
      assert.equal(lists(), 1);
    });

    it("sees it when it comes", async () => {
      project = STOPPED;
      const answer = await wait({ state: "running" }, [8, become(RUNS)]);
      assert.deepEqual([answer.seen, answer.already, answer.next], ["yes", undefined, undefined]);
      assert.ok((answer.seconds_waited ?? 0) >= 8 && (answer.seconds_waited ?? 0) <= 13, String(answer.seconds_waited));
      assert.equal(answer.data?.resource?.["state"], "running");
    });

    for (const [seconds, most] of [
      [30, 25],
      [120, 46],
    ] as const)
      it(`says that it was not seen within ${seconds} seconds, and looks ever more rarely`, async () => {
        project = STOPPED;
        const answer = await wait({ state: "running", ...(seconds !== 30 && { seconds }) });
        assert.deepEqual([answer.seen, answer.seconds_waited], ["no", seconds]);
        assert.match(answer.next ?? "", /not seen within the time, and may still come/);
        assert.equal(answer.data?.resource?.["state"], "stopped");
        assert.ok(lists() > 5 && lists() <= most, `${lists()} looks`);
      });

    it("calls unknown what it cannot read at the end, and knows again what it can read again", async () => {
      const silent = become({ kind: "timeout", afterMs: 1 });
      project = STOPPED;
      const ill = await wait({ state: "running" }, [5, silent]);
      assert.deepEqual([ill.seen, ill.seconds_waited], ["unknown", 30]);
      assert.match(ill.next ?? "", /unknown, for it could not be read\. Try again once/);
      assert.ok(ill.data?.message);
      project = STOPPED;
      assert.equal((await wait({ state: "running" }, [5, silent], [15, become(STOPPED)])).seen, "no");
    });

    it("does not ask a panel again that has refused it", async () => {
      project = STOPPED;
      let atRefusal = 0;
      const refuse = () => {
        atRefusal = lists();
        project = { kind: "refused", reason: "key" };
      };
      const answer = await wait({ state: "running", seconds: 120 }, [5, refuse]);
      assert.equal(answer.seen, "unknown");
      assert.match(answer.next ?? "", /Do not repeat it: refused calls lock/);
      assert.equal(lists(), atRefusal + 1);
    });

    it("says that a resource is not listed any more, and finds one that was made anew", async () => {
      const there = (id: string, status: Container["status"]) => () => {
        containers = [containerRow({ id: id.repeat(64), name: "web", status })];
      };
      const gone = () => {
        containers = [];
      };
      const web = { kind: "container", name: "web", state: "running" };
      there("a", "exited")();
      const missing = await wait(web, [5, gone]);
      assert.deepEqual([missing.seen, missing.data?.resource?.["is_listed"]], ["no", false]);
      there("a", "exited")();
      assert.equal((await wait(web, [5, gone], [9, there("b", "running")])).seen, "yes");
    });

    it("looks at the one that is meant where others have its name", async () => {
      const both = (status: Container["status"]) => () => {
        containers = [
          containerRow({ id: "a".repeat(64), name: "web", status: "exited" }),
          containerRow({ id: "b".repeat(64), name: "web", status }),
        ];
      };
      both("exited")();
      const answer = await wait({ kind: "container", name: "b".repeat(64), state: "running" }, [5, both("running")]);
      assert.equal(answer.seen, "yes");
    });
  });

  describe("for a line of a log", () => {
    const started = { text: "started" };
    const append = (text: string) => () => {
      log += text;
    };

    it("counts only lines that come after it began", async () => {
      const no = await wait(started);
      assert.deepEqual([no.seen, no.seconds_waited, no.data?.resource], ["no", 30, "demo"]);
      assert.ok(readings > 2 && readings <= 7, `${readings} readings`);
      const yes = await wait(started, [10, append("\nStarted now\nlast")]);
      assert.deepEqual([yes.seen, yes.already, yes.data?.line], ["yes", undefined, "Started now"]);
      assert.ok((yes.seconds_waited ?? 0) >= 10);
    });

    it("counts earlier ones where the agent asks for that, and says so", async () => {
      const answer = await wait({ ...started, include_earlier: true });
      assert.deepEqual([answer.seen, answer.already, answer.seconds_waited], ["yes", true, 0]);
      assert.equal(answer.data?.line, "Started before");
      assert.equal(readings, 1);
    });

    it("looks once more at the end of its time", async () => {
      const answer = await wait({ ...started, seconds: 20 }, [19, append("\nStarted late")]);
      assert.deepEqual([answer.seen, answer.seconds_waited], ["yes", 20]);
    });

    it("sees a line that comes in two parts, and not one that had the text before and goes on", async () => {
      assert.equal((await wait(started, [3, append(" noon")])).seen, "no");
      const answer = await wait(started, [3, append("\nSta")], [9, append("rted in parts")]);
      assert.deepEqual([answer.seen, answer.data?.line], ["yes", "Started in parts"]);
    });

    it("counts the lines of a log that was started anew, whatever they say", async () => {
      const answer = await wait(
        started,
        [
          3,
          () => {
            log = "";
          },
        ],
        [9, append("Started before")],
      );
      assert.deepEqual([answer.seen, answer.already], ["yes", undefined]);
    });

    it("does not say that nothing came where lines were missed", async () => {
      const { pieces } = logOf({ kind: "javaProject" });
      const lines = (from: number) =>
        Array.from({ length: pieces - 1 }, (_, index) => `line ${from + index}`).join("\n");
      log = lines(0);
      const { seen, next } = await wait(started, [
        3,
        () => {
          log = lines(50_000);
        },
      ]);
      assert.equal(seen, "unknown");
      assert.match(next ?? "", /Lines were missed/);
    });

    for (const [kind, next, most] of [
      ["refused", /Do not repeat it: refused calls lock/, 1],
      ["network", /cannot be reached/, 12],
    ] as const)
      it(`calls unknown what it cannot read: ${kind}`, async () => {
        failure = kind === "refused" ? { kind, reason: "key" } : { kind, code: "ECONNREFUSED" };
        const answer = await wait(started);
        assert.equal(answer.seen, "unknown");
        assert.match(answer.next ?? "", next);
        assert.ok(answer.data?.message);
        assert.ok(readings >= 1 && readings <= most, `${readings} readings`);
      });

    it("calls unknown what it cannot read at the end, and goes on where the panel answers again", async () => {
      const fail = () => {
        failure = { kind: "network", code: "ECONNREFUSED" };
      };
      const answer = () => {
        failure = undefined;
      };
      assert.equal((await wait(started, [4, fail])).seen, "unknown");
      failure = undefined;
      assert.equal((await wait(started, [4, fail], [9, answer])).seen, "no");
      const back = await wait(started, [4, fail], [6, append("\nStarted unseen")], [9, answer]);
      assert.equal(back.seen, "yes");
    });

    it("knows no more of a line than an agent may see", async () => {
      const secret = append("\npassword=hunter2 for all");
      assert.equal((await wait({ text: "hunter2" }, [3, secret])).seen, "no");
      const shown = await wait({ text: "for all" }, [3, secret]);
      assert.deepEqual([shown.seen, shown.data?.line], ["yes", "password=*** for all"]);
    });

    it("reads the log of a website that is meant", async () => {
      let errors = "old";
      agent.window.handlers = {
        "site.list": () => listOf([siteRow({ id: 1, name: "a.example", type: "PHP" })]),
        "site.errorLog": () => ({ text: errors }),
        "site.accessLog": () => ({ text: "GET /" }),
      };
      const site = { kind: "site", name: "a.example", text: "timed out" };
      const fail = () => {
        errors += "\nupstream timed out";
      };
      assert.equal((await wait(site, [3, fail])).data?.line, "upstream timed out");
      assert.equal((await wait({ ...site, log: "access" })).seen, "no");
    });

    it("ends at once where nothing writes to the log, and says so", async () => {
      agent.window.handlers = {
        "runtime.upgradeLog": () => ({ running: false, log: "done long ago", message: undefined }),
      };
      const answer = await wait({ kind: "runtime", name: "python", text: "done" });
      assert.deepEqual([answer.seen, answer.log_ended], ["no", "notRunning"]);
      assert.ok((answer.seconds_waited ?? 0) < 30);
    });
  });

  it("takes one thing to wait for, within its bounds, of a kind that has a log", async () => {
    for (const input of [{}, { state: "running", text: "x" }])
      assert.match((await wait(input)).problem ?? "", /waits for one thing/);
    for (const input of [{ text: "x", seconds: 121 }, { text: "x", seconds: 0 }, { text: "" }, { state: "well" }])
      assert.match((await wait(input)).problem ?? "", /does not fit/);
    assert.match((await wait({ kind: "certificateOrder", text: "x" })).problem ?? "", /no log/);
    assert.deepEqual(agent.window.calls(panelId).made, []);
  });

  it("is there where agents may read, and not where they may not", async () => {
    agent.access = "read";
    assert.equal((await wait({ state: "running" })).seen, "yes");
    agent.access = "off";
    assert.match((await wait({ state: "running" })).problem ?? "", /does not let agents/);
  });

  for (const input of [{ state: "stopped" }, { text: "never" }])
    it(`ends when it is canceled, without a result or another call: ${JSON.stringify(input)}`, async () => {
      const waiting = agent.text("wait_for_panel_state", { ...DEMO, ...input });
      const rejected = assert.rejects(waiting, PanelError);
      await agent.window.clock.pass(4_000);
      const made = agent.window.calls(panelId).made.length;
      assert.ok(made >= 2);
      agent.canceling.abort();
      await rejected;
      await agent.window.clock.pass(120_000);
      assert.equal(agent.window.calls(panelId).made.length, made);
      assert.equal(agent.window.clock.sleeping, 0);
    });
});
