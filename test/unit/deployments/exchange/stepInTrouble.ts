import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chownSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { placeOf, record, stepUser, usualShell } from "./exchangeServer.ts";
import { LONG, processesWith, runs, scriptsBelow } from "./stepProcesses.ts";
import { StepServer } from "./stepServer.ts";

/** What panels cut out of what they are sent, and what shells read otherwise. */
const TRAPS = [
  "rm -rf /",
  "shutdown",
  "$(echo no)",
  "`echo no`",
  "\\",
  "EOF",
  "'",
  '"',
  "%s%n",
  "-e",
  "*",
  "\n",
  "\t",
  "网站",
  "a&amp;b",
  "#",
  "!",
  "~",
];

const IS_FULL = process.env["FUZZ"] === "full";

/** The tests of a step beside which something goes wrong, on a server with this shell. */
export function testStepInTrouble(shell: string): void {
  describe(`a step in trouble on a server, in ${shell}`, () => {
    /** A test that takes long and is about what the scripts do, whichever shell they are in. */
    function inOneShell(name: string, test: () => Promise<void>): void {
      if (IS_FULL || shell === usualShell) it(name, test).timeout(120_000);
    }

    let server: StepServer;
    beforeEach(() => (server = new StepServer(shell)));
    afterEach(() => server.remove());

    it("keeps a line of 20 MB as far, and bytes that are no text as they are", async () => {
      const { out } = await server.ran(Buffer.from("printf '\\377\\000\\200'; head -c 20000000 /dev/zero"));
      assert.deepEqual([...out.subarray(0, 3)], [255, 0, 128]);
    }).timeout(60_000);

    it("keeps its pipe as long as something has it open, though others deploy, and whoever deploys after that removes it", async () => {
      const left = `setsid env -i sleep ${LONG}0 & sleep 0.2`;
      const { end, id, at } = await server.ran(left);
      assert.equal(end, "step exited 0 left 1");
      assert.equal((await server.run("settle", id))?.end, "new");
      const deployAnother = async (from: string, to: string) => {
        const next = await server.upload([record.replace("page", from, to)]);
        assert.equal((await server.run("exchange", next))?.end, "new", server.errors(next));
      };
      await deployAnother("new", "newer");
      assert.ok(existsSync(join(at, "pipe")));
      const asked = `sh ${join(server.site, id, "job.sh")} left ${at}`;
      assert.equal((await server.shellOutput(asked)).trim(), "1", "by its pipe alone");
      for (const pid of processesWith(`${LONG}0`)) process.kill(pid, "SIGKILL");
      while (runs(`${LONG}0`)) await setTimeout(20);
      await deployAnother("newer", "newest");
      assert.deepEqual(readdirSync(at).toSorted(), ["begun", "goes", "how", "out", "rc", "run"]);
    }).timeout(60_000);

    it("has no pipe any more once it has been taken back, where its processes have ended since", async () => {
      const { id, at } = await server.ran(`sleep ${LONG}0 & exit 3`);
      assert.ok(existsSync(join(at, "pipe")));
      for (const pid of processesWith(`${LONG}0`)) process.kill(pid, "SIGKILL");
      while (runs(`${LONG}0`)) await setTimeout(20);
      assert.equal((await server.run("back", id))?.end, "old");
      assert.deepEqual(readdirSync(at).toSorted(), ["begun", "goes", "how", "out", "rc", "run"]);
    }).timeout(60_000);

    for (const [what, before] of [
      ["is called like its own", () => ""],
      // as a listing has it: a process, and below it what that has open
      ["has line breaks in its name", (pid: number | undefined) => `x\n/proc/${pid}/fd:\nl-wx`],
    ] as const)
      it(`counts and ends no process of others that has a file open which ${what}`, async () => {
        const { end, at, id } = await server.ran("true");
        assert.equal(end, "step exited 0 left 0");
        const other = spawn(placeOf("sleep") ?? "", [`${LONG}8`]);
        const named = join(server.base, before(other.pid), "shop", id, "steps/0/pipe");
        mkdirSync(dirname(named), { recursive: true });
        const file = openSync(named, "w");
        const opener = spawn(placeOf("sleep") ?? "", [`${LONG}9`], { stdio: ["ignore", "ignore", "ignore", file] });
        closeSync(file);
        const asked = async (verb: string) =>
          (await server.shellOutput(`sh ${join(server.site, id, "job.sh")} ${verb} ${at}`)).trim();
        try {
          assert.deepEqual([await asked("left"), await asked("end")], ["0", "0"]);
          assert.deepEqual([runs(`${LONG}8`), runs(`${LONG}9`)], [true, true]);
        } finally {
          other.kill("SIGKILL");
          opener.kill("SIGKILL");
        }
      }).timeout(60_000);

    describe("that has started a process which begins while they are counted", () => {
      const asking = (id: string, verb: string) =>
        `sh ${join(server.site, id, "job.sh")} ${verb} ${join(server.site, id, "steps", "0")}`;
      let how: { readonly nonce: string };
      let environment: Readonly<Record<string, string>>;
      beforeEach(() => (how = { nonce: randomUUID() }));

      /** Has it begin after the first look at all processes, with nothing of the step but its environment. */
      function hasLateProcess(): void {
        const begun = join(server.base, "begun");
        const late = `${placeOf("setsid")} ${placeOf("env")} -i SERVER_PANEL_STEP=${how.nonce} ${placeOf("sleep")} ${LONG}7 </dev/null >/dev/null 2>&1 9>&- &`;
        const isThere = `${placeOf("grep")} -q ${LONG}7 /proc/$!/cmdline`;
        environment = server.wrapTools(join(server.base, "wrapped"), (tool, place) =>
          [
            `#!${server.shell}`,
            ...(tool === "ls"
              ? [`${place} "$@"`, `[ -e ${begun} ] || {`, `: >${begun}`, late, `until ${isThere}; do :; done`, "}"]
              : [`exec ${place} "$@"`]),
            "",
          ].join("\n"),
        );
      }

      it("says that it still runs", async () => {
        hasLateProcess();
        const { end, id } = await server.ran("true", { how, environment });
        assert.equal(end, "step exited 0 left 1");
        assert.equal((await server.shellOutput(asking(id, "end"))).trim(), "0");
        assert.ok(!runs(`${LONG}7`));
      }).timeout(60_000);

      for (const [verb, left] of [
        ["left", "1"],
        ["end", "0"],
      ] as const)
        it(`finds it where it is asked to “${verb}”`, async () => {
          const { id } = await server.ran("true", { how });
          hasLateProcess();
          assert.equal((await server.shellOutput(asking(id, verb), environment)).trim(), left);
          assert.equal(runs(`${LONG}7`), verb === "left");
          assert.equal((await server.shellOutput(asking(id, "end"))).trim(), "0");
          assert.ok(!runs(`${LONG}7`));
        }).timeout(60_000);
    });

    it("has ended by itself where it does so while what it has started is looked for, to end it", async () => {
      const [isLooked, isOver] = [join(server.root, "looked"), join(server.root, "over")];
      const environment = server.wrapTools(join(server.base, "wrapped"), (tool, place) =>
        [
          `#!${server.shell}`,
          ...(tool === "ls"
            ? [`: >${isLooked}`, `until [ -e ${isOver} ]; do ${placeOf("sleep")} 0.05; done`, `${placeOf("sleep")} 0.5`]
            : []),
          `exec ${place} "$@"`,
          "",
        ].join("\n"),
      );
      const { end } = await server.ran("until [ -e looked ]; do sleep 0.05; done; : >over; exit 7", {
        seconds: 1,
        environment,
      });
      assert.equal(end, "step exited 7 left 0");
    }).timeout(60_000);

    it("kills its parent, and is told by what is left of it", async () => {
      const { end } = await server.ran("kill -9 $PPID; sleep 0.2; exit 0");
      // nobody but root can, and then its end is not its own
      assert.match(end, /^step (?:exited (?:0|137)|lost 0) left \d$/);
    });

    it("goes on where the disk is full, and its end is seen", async () => {
      const { end, out } = await server.ran("head -c 200000 /dev/zero; exit 4", {
        before: "trap '' XFSZ; ulimit -f 32",
      });
      assert.equal(end, "step exited 4 left 0");
      assert.ok(out.length <= 32 * 1024, String(out.length));
    });

    /** Of whoever may end processes of the server, and of nobody else. */
    const asRoot = process.getuid?.() === 0 ? { user: "root", uid: "0" } : {};

    inOneShell("goes on where it kills the panel whose task runs it, and its end is seen", async () => {
      const id = await server.held();
      const host = join(server.base, "host");
      const at = server.putStep(id, `kill -9 $(cat ${host}); echo killed; sleep 1; exit 7`, { how: asRoot });
      const line = `sh ${join(server.site, id, "exchange.sh")} step ${id} ${randomUUID()} installation 3 0`;
      const log = join(server.base, "log");
      assert.equal(await server.shellOutput(`echo $$ >${host}; ${line} >${log}; while :; do :; done`), "");
      while (!existsSync(join(at, "rc"))) await setTimeout(50);
      assert.match(server.readText(log), /"end":"running"/);
      assert.equal(server.readText(join(at, "out")), "killed\n");
      assert.equal((await server.run("step", id, { step: "0" }))?.detail, "exited 7 left 0");
      assert.equal((await server.run("settle", id))?.end, "new");
    });

    for (const [how, hours] of [
      ["on", -1],
      ["back", 1],
    ] as const)
      inOneShell(`has its time where the server's clock is set an hour ${how} in it, and its end is seen`, async () => {
        const id = await server.held();
        const texts = { "0": "echo begun; sleep 2; exit 3", "1": `echo begun; sleep ${LONG}8` };
        const details: (string | undefined)[] = [];
        for (const [step, text] of Object.entries(texts)) {
          const at = server.putStep(id, text, { step, seconds: step === "0" ? 60 : 3 });
          const running = server.run("step", id, { step });
          while (!existsSync(join(at, "out")) || statSync(join(at, "out")).size === 0) await setTimeout(20);
          // to a server whose clock is set on, all that was written before is so much older
          for (const name of [
            "state",
            "told",
            "list",
            "exchange.sh",
            "step.sh",
            `steps/${step}/how`,
            `steps/${step}/run`,
          ]) {
            const path = join(server.site, id, name);
            const then = new Date(Date.now() + hours * 3_600_000);
            if (existsSync(path)) utimesSync(path, then, then);
          }
          details.push((await running)?.detail);
        }
        assert.equal(details[0], "exited 3 left 0");
        assert.match(details[1] ?? "", /^late \d+ left 0$/);
        assert.ok(!runs(`${LONG}8`));
        assert.equal((await server.run("settle", id))?.end, "new");
      });

    inOneShell("is seen to end where hardly anything can be written from its middle on", async () => {
      const id = await server.held();
      const at = server.putStep(id, "echo begun; until [ -e go-on ]; do sleep 0.1; done; exit 4");
      const running = server.run("step", id, { step: "0", before: "trap '' XFSZ" });
      while (!existsSync(join(at, "out")) || statSync(join(at, "out")).size === 0) await setTimeout(20);
      // from here on, the scripts can only write where they have kept a place: a line as long as that of an end
      for (const pid of scriptsBelow(server.base))
        execFileSync(placeOf("prlimit") ?? assert.fail(), ["--pid", String(pid), "--fsize=41"]);
      server.put("go-on", "");
      const result = await running;
      assert.deepEqual([result?.end, result?.detail], ["step", "exited 4 left 0"]);
      assert.equal((await server.run("step", id, { step: "0" }))?.detail, "exited 4 left 0");
    });

    inOneShell("may remove the directory in which it runs", async () => {
      mkdirSync(join(server.root, "own"));
      if (process.getuid?.() === 0) chownSync(join(server.root, "own"), stepUser.uid, stepUser.uid);
      const { end } = await server.ran("rmdir ../own; exit 5", { directory: "own" });
      assert.equal(end, "step exited 5 left 0");
    });

    it("gets its text as it was written", async () => {
      const id = await server.held();
      // what bash gets is what counts, whatever is in it
      // where the step's user gets: directories of tests are of who runs them alone
      const programs = mkdtempSync("/tmp/programs-");
      chmodSync(programs, 0o755);
      writeFileSync(join(programs, "bash"), `#!/bin/sh\nprintf %s "$SERVER_PANEL_TEXT"\n`, { mode: 0o755 });
      let number = 0;
      const piece = fc.oneof(fc.constantFrom(...TRAPS), fc.string({ unit: "grapheme", maxLength: 20 }));
      const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("").replaceAll(/[\0\r]/g, ""));
      await fc.assert(
        fc.asyncProperty(text, async (said) => {
          const step = `p${number++}`;
          const at = server.putStep(id, said, { step, how: { path: programs } });
          await server.run("step", id, { step });
          assert.equal(readFileSync(join(at, "out"), "utf8"), said);
        }),
        { numRuns: IS_FULL ? 200 : 8 },
      );
      rmSync(programs, { recursive: true });
    }).timeout(120_000);

    it("has some seconds to tidy up when it is ended", async () => {
      const { end, text } = await server.ran(`trap 'sleep 3; echo tidied; exit 8' TERM; sleep ${LONG}6 & wait`, {
        seconds: 1,
      });
      assert.deepEqual([end, text], ["step late 8 left 0", "tidied\n"]);
    }).timeout(60_000);
  });
}
