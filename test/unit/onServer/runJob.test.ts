import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runJob } from "../../../src/onServer/runJob.ts";
import type { JobContext, ServerJob } from "../../../src/onServer/serverJob.ts";
import type { RemoteFiles } from "../../../src/serverFiles/remoteFiles.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { type DemoPanelOptions, startDemoPanel } from "../../demoPanel/startDemoPanel.ts";
import { eventually } from "../../eventually.ts";
import { FaultyPanel } from "../../fakes/faultyPanel.ts";
import { shippedScript } from "../../fakes/shippedScript.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { placeOf } from "../deployments/exchange/exchangeServer.ts";
import { quickSecond } from "./jobServer.ts";

const OURS = "/www/backup/server-panel";
const JOBS = `${OURS}/jobs`;

for (const edition of process.platform === "linux" ? knownEditions : [])
  describe(`a job on a demo ${edition}`, () => {
    let panel: FaultyPanel;
    let output: string;
    let abort: AbortController;
    let leftTasks: Set<string>;

    beforeEach(async () => {
      [output, abort, leftTasks] = ["", new AbortController(), new Set()];
      await start();
    });
    afterEach(async () => {
      await panel.stop();
      assert.deepEqual([...leftTasks], []);
    });

    async function start(options: DemoPanelOptions = {}): Promise<void> {
      const tools = { sleep: quickSecond("$DEMO_PATH") };
      panel = new FaultyPanel(edition, await startDemoPanel({ edition, tools, ...options }));
      panel.awaitsScripts = false;
    }

    /** Has the panel run a job with these commands. */
    async function run(
      commands: string,
      more: Partial<ServerJob> = {},
      collect?: (files: RemoteFiles, directory: string) => Promise<void>,
    ) {
      const job: ServerJob = {
        title: "Server Panel search",
        kind: "search",
        script: Buffer.from(commands),
        inputs: new Map(),
        longestMs: 600_000,
        mostOutput: 100_000,
        onOutput: (bytes) => (output += Buffer.from(bytes).toString("latin1")),
        ...more,
      };
      const context: JobContext = {
        callFor: panel.callFor,
        // scripts take their time, but no test what a panel may take
        clock: new SteppedClock({ speed: 50 }),
        signal: abort.signal,
        leftTasks,
        runner: await shippedScript("job.sh"),
      };
      return runJob(job, context, collect);
    }

    const files = () => panel.panel.state.files;
    const below = (directory: string) =>
      [...files().keys()].filter((path) => path.startsWith(`${directory}/`) && !path.endsWith(".lock"));
    const outputIs = async (text: string) =>
      eventually(
        () => output,
        (now) => now === text,
      );
    const isOver = async () => panel.panel.shell.over();
    const isGone = () => assert.deepEqual(below(JOBS), []);

    it("writes in order, is collected from, and leaves nothing behind", async () => {
      const typed = `it's "quoted" $(touch /x) -e\n`;
      const tasks: string[] = [];
      panel.fault = (_, id, isMade) => {
        if (id === "scheduledTask.run" && !isMade) tasks.push(JSON.stringify(panel.panel.state.scheduledTasks[0]));
      };
      let collected = "";
      const end = await run(
        "cat typed; for each in 1 2 3 4 5; do echo $each; sleep 0.1; done; echo left >result; echo oops >&2",
        { inputs: new Map([["typed", Buffer.from(typed)]]) },
        async (remote, directory) => {
          collected = Buffer.from(await remote.read(`${directory}/result`, 0, 100)).toString();
        },
      );
      assert.deepEqual(end, { kind: "ended", code: 0, errors: "oops\n" });
      assert.equal(output, `${typed}1\n2\n3\n4\n5\n`);
      assert.equal(collected, "left\n");
      assert.equal(tasks.length, 1);
      assert.ok(!/quoted|typed/.test(tasks[0] ?? ""));
      await isOver();
      isGone();
      assert.deepEqual([below("/www/.Recycle_bin"), below("/.Recycle_bin")].flat(), []);
      assert.ok(!panel.panel.state.scheduledTasks.some(({ name }) => name.startsWith("Server Panel")));
    });

    /** Lets a job go on that waits for the file `went`. */
    function go(): void {
      const [written = assert.fail()] = below(JOBS).filter((path) => path.endsWith("/out"));
      files().set(written.replace(/out$/, "went"), { uid: 0, gid: 0, mode: 0o600, mtime: 0, bytes: Buffer.from("") });
    }

    it("is not collected from unless it has ended with 0", async () => {
      const collect = async () => assert.fail();
      assert.deepEqual(await run("exit 1", {}, collect), { kind: "ended", code: 1, errors: "" });
      isGone();
    });

    it("is the first one on its server", async () => {
      for (const path of [OURS, ...below(OURS)]) files().delete(path);
      assert.equal((await run("echo first")).kind, "ended");
      assert.equal(output, "first\n");
    });

    it("is canceled on the server, and writes no word into a directory that is gone", async () => {
      const running = run("echo begun; sleep 1000");
      await outputIs("begun\n");
      abort.abort();
      assert.deepEqual(await running, { kind: "canceled" });
      await isOver();
      isGone();
    });

    it("is canceled when it has ended just before", async () => {
      panel.fault = (_, id, isMade) => {
        if (id === "scheduledTask.remove" && isMade) abort.abort();
      };
      assert.deepEqual(await run("echo"), { kind: "canceled" });
      await isOver();
      isGone();
    });

    it("goes to its end where a cancel comes once it has said that it cannot be ended", async () => {
      const running = run("mv goes stays; echo begun; until [ -e went ]; do sleep 0.05; done; echo over");
      await outputIs("begun\n");
      abort.abort();
      go();
      assert.deepEqual(await running, { kind: "ended", code: 0, errors: "" });
      assert.equal(output, "begun\nover\n");
      isGone();
    });

    it("does not begin once it is canceled", async () => {
      panel.fault = (_, id, isMade) => {
        if (id === "file.upload" && isMade) abort.abort();
      };
      assert.deepEqual(await run("echo begun"), { kind: "canceled" });
      assert.ok(!panel.called.includes("scheduledTask.add"));
      isGone();
    });

    it("has a time, and a length of its output", async () => {
      assert.deepEqual(await run("echo begun; sleep 1000", { longestMs: 2_000 }), { kind: "timedOut" });
      output = "";
      assert.deepEqual(await run("while :; do echo more; done", { mostOutput: 3_000 }), { kind: "tooMuch" });
      assert.equal(output, "more\n".repeat(600));
      isGone();
    });

    it("is told where another one of its kind runs", async () => {
      const running = run("echo begun; sleep 1000");
      await outputIs("begun\n");
      const signal = abort;
      abort = new AbortController();
      assert.deepEqual(await run("echo other"), { kind: "busy" });
      signal.abort();
      assert.deepEqual(await running, { kind: "canceled" });
      assert.equal((await run("echo")).kind, "ended");
    });

    it("goes on while the panel restarts, and is found again", async () => {
      const running = run("echo begun; until [ -e went ]; do sleep 0.05; done; echo over", { longestMs: 6_000_000 });
      await outputIs("begun\n");
      let refused = 0;
      panel.fault = (_, __, isMade) => {
        if (isMade || refused >= 12) return;
        refused += 1;
        throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
      };
      await eventually(
        () => refused,
        (count) => count >= 12,
      );
      go();
      assert.deepEqual(await running, { kind: "ended", code: 0, errors: "" });
      assert.equal(output, "begun\nover\n");
    });

    it("is followed where its first word was not seen", async () => {
      panel.instead = (id) => (id === "scheduledTask.log" ? { text: "" } : undefined);
      assert.deepEqual(await run("echo all the same"), { kind: "ended", code: 0, errors: "" });
      assert.equal(output, "all the same\n");
    });

    it("has no known end where it was killed, and nothing of it is left", async () => {
      await panel.stop();
      // long for the server, and soon over for who waits
      await start({ tools: { sleep: `PATH=$DEMO_PATH\nexec sleep "$@"\n` } });
      const running = run("echo begun; sleep 1000", { longestMs: 60_000 });
      await outputIs("begun\n");
      panel.panel.shell.kill();
      assert.deepEqual(await running, { kind: "unknown" });
      isGone();
    });

    it("is canceled where it was killed once nothing of it was found", async () => {
      const running = run("echo begun; sleep 1000");
      await outputIs("begun\n");
      panel.panel.shell.kill();
      abort.abort();
      assert.deepEqual(await running, { kind: "canceled" });
      isGone();
    });

    it("is left alone where a cancel does not reach the panel", async () => {
      const running = run("echo begun; sleep 1000");
      await outputIs("begun\n");
      panel.fault = () => {
        throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
      };
      abort.abort();
      assert.deepEqual(await running, { kind: "unknown" });
      leftTasks.clear();
    });

    it("keeps its directory where it may still run", async () => {
      const running = run("echo begun; sleep 1000");
      await outputIs("begun\n");
      const asked = new Set<string>();
      panel.fault = (_, id) => {
        asked.add(id);
        throw new PanelError({ kind: "rejected", message: "no" });
      };
      abort.abort();
      assert.deepEqual(await running, { kind: "unknown" });
      assert.ok(asked.has("file.stat") && !asked.has("file.removeDirectory"), [...asked].join());
    });

    it("throws, and leaves nothing, where it cannot begin or what it left cannot be fetched", async () => {
      const failure = new PanelError({ kind: "network", code: "ECONNRESET" });
      await assert.rejects(
        run("echo", {}, async () => {
          throw failure;
        }),
        failure,
      );
      isGone();
      panel.fault = (_, id) => {
        if (id === "scheduledTask.add") throw new PanelError({ kind: "rejected", message: "no" });
      };
      await assert.rejects(run("echo"), PanelError);
      isGone();
    });

    it("does not begin on a server that lacks a program", async () => {
      const programs = mkdtempSync(join(tmpdir(), "programs-"));
      try {
        for (const name of ["sh", "rm"]) symlinkSync(placeOf(name) ?? assert.fail(), join(programs, name));
        await panel.stop();
        await start({ path: programs });
        const end = await run("echo");
        assert.ok(end.kind === "missing" && end.tools.includes("flock"), JSON.stringify(end));
        isGone();
      } finally {
        rmSync(programs, { recursive: true });
      }
    });

    it("says where the server has no room for it", async () => {
      const disk = { mtime: 1, uid: 0, gid: 0, mode: 0o755, device: 9 };
      files().set("/www/backup", { ...disk, capacity: 20_000 });
      assert.deepEqual(await run("head -c 60000 /dev/zero"), { kind: "noSpace" });
      isGone();
      files().set("/www/backup", { ...disk, capacity: 5_000 });
      // in the panel's own words
      await assert.rejects(run("echo"), PanelError);
      isGone();
    });
  });
