import assert from "node:assert/strict";
import { runJob } from "../../../src/onServer/runJob.ts";
import type { JobEnd, ServerJob } from "../../../src/onServer/serverJob.ts";
import { shippedScript } from "../../fakes/shippedScript.ts";
import { isDemo } from "../livePanels.ts";
import { onEachServer, soon } from "../onEachPanel.ts";

const JOBS = "/www/backup/server-panel/jobs";

onEachServer("Jobs on the server", (live, edition) => {
  /** A child of a job that would go on for long; nothing else has this in its command line. */
  const forLong = `sleep 19${Math.floor(Math.random() * 1e6)}.5`;
  let output = "";
  const leftTasks = new Set<string>();

  interface Doing extends Partial<ServerJob> {
    readonly signal?: AbortSignal;
    /** Called with all that the job has written so far. */
    readonly onText?: (all: string) => void;
    readonly collect?: Parameters<typeof runJob>[2];
  }

  async function run(commands: string, doing: Doing = {}): Promise<JobEnd> {
    const { signal = new AbortController().signal, onText, collect, ...more } = doing;
    const connection = live.window.services.connections.of(live.target.record);
    output = "";
    const job: ServerJob = {
      title: "Server Panel live test",
      kind: "livetest",
      script: Buffer.from(commands),
      inputs: new Map(),
      longestMs: 120_000,
      mostOutput: 1_000_000,
      onOutput: (bytes) => {
        output += Buffer.from(bytes).toString("latin1");
        onText?.(output);
      },
      ...more,
    };
    const runner = await shippedScript("job.sh");
    const { clock } = live.panel;
    return runJob(job, { callFor: (given) => connection.callFor(given), clock, signal, leftTasks, runner }, collect);
  }

  /** Fails if a job has left a process, a directory or a task. */
  async function assertNothingLeft(): Promise<void> {
    const { server } = live.panel;
    for (const word of ["livetest-", forLong]) {
      // what counts its seconds sleeps out its last one
      await soon(async () => (await server.processesOf(word)).length === 0);
      assert.deepEqual(await server.processesOf(word), [], word);
    }
    assert.deepEqual(
      (await server.below(JOBS)).filter((path) => path.startsWith("livetest-")),
      [],
    );
    assert.deepEqual([...leftTasks], []);
    const { rows } = await live.window.services.connections
      .of(live.target.record)
      .callFor(new AbortController().signal)("scheduledTask.list", {});
    assert.deepEqual(
      rows.flatMap(({ name }) => (name?.includes("live test") === true ? [name] : [])),
      [],
    );
  }

  it("write in order, and are fetched from", async () => {
    const typed = `it's -e "quoted" $(touch /tmp/x) 网站 shutdown passwd\n`;
    let fetched = "";
    const end = await run(
      "cat typed; i=0; while [ $i -lt 2000 ]; do i=$((i + 1)); echo line $i; done; sleep 2; echo last; id -u >result; echo odd >&2",
      {
        inputs: new Map([["typed", Buffer.from(typed)]]),
        collect: async (files, directory) => {
          fetched = Buffer.from(await files.read(`${directory}/result`, 0, 10)).toString();
        },
      },
    );
    assert.deepEqual(end, { kind: "ended", code: 0, errors: "odd\n" });
    const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index + 1}\n`).join("");
    assert.equal(Buffer.from(output, "latin1").toString(), `${typed}${lines}last\n`);
    assert.match(fetched, /^\d+\n$/);
    await assertNothingLeft();
  }).timeout(120_000);

  it("begin to show within some seconds", async () => {
    const begun = performance.now();
    let shown = Infinity;
    await run("echo first; sleep 3; echo last", { onText: () => (shown = Math.min(shown, performance.now() - begun)) });
    console.log(
      `      the first byte after ${Math.round(shown)} ms, all after ${Math.round(performance.now() - begun)} ms`,
    );
    assert.ok(shown < 10_000, String(shown));
    await assertNothingLeft();
  }).timeout(120_000);

  it("are canceled after a second, with all of their processes", async () => {
    const abort = new AbortController();
    const end = await run(`sh -c 'trap "" TERM; ${forLong}' & ${forLong} & echo begun; ${forLong}`, {
      signal: abort.signal,
      onText: () => void setTimeout(() => abort.abort(), 1_000),
    });
    // at once, not soon: that is what was said
    assert.deepEqual(await live.panel.server.processesOf(forLong), []);
    assert.deepEqual(end, { kind: "canceled" });
    await assertNothingLeft();
  }).timeout(120_000);

  it("are ended after their time", async () => {
    assert.deepEqual(await run(`echo begun; ${forLong}`, { longestMs: 3_000 }), { kind: "timedOut" });
    assert.equal(output, "begun\n");
    await assertNothingLeft();
  }).timeout(120_000);

  it("are ended once they have written too much", async () => {
    assert.deepEqual(await run("while :; do echo more; done", { mostOutput: 50_000 }), { kind: "tooMuch" });
    assert.equal(output, "more\n".repeat(10_000));
    await assertNothingLeft();
  }).timeout(120_000);

  it("are one at a time", async () => {
    const abort = new AbortController();
    let other: Promise<JobEnd> | undefined;
    const first = await run(`echo begun; ${forLong}`, {
      signal: abort.signal,
      onText: () => {
        other ??= run("echo other").finally(() => abort.abort());
      },
    });
    assert.deepEqual([await other, first], [{ kind: "busy" }, { kind: "canceled" }]);
    await assertNothingLeft();
  }).timeout(120_000);

  if (!isDemo(edition))
    it("go on while the panel restarts, and are found again", async () => {
      let restarted: Promise<void> | undefined;
      const end = await run("i=0; while [ $i -lt 15 ]; do i=$((i + 1)); echo $i; sleep 1; done", {
        onText: () => {
          restarted ??= live.panel.server.restartPanel();
        },
      });
      await restarted;
      assert.deepEqual(end, { kind: "ended", code: 0, errors: "" });
      assert.equal(output, Array.from({ length: 15 }, (_, index) => `${index + 1}\n`).join(""));
      await assertNothingLeft();
    }).timeout(180_000);
});
