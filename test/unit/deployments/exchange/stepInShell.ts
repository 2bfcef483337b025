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
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { shortSleep } from "../../../fakes/quickSleep.ts";
import {
  ExchangeServer,
  placeOf,
  record,
  stepTools,
  stepUser,
  usualShell,
  type RunOptions,
  type StepOptions,
} from "./exchangeServer.ts";
import { LONG, processesWith, runs, scriptsBelow } from "./stepProcesses.ts";

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

/** The tests of a step, on a server with this shell. */
export function testStep(shell: string): void {
  describe(`a step that a server runs, in ${shell}`, () => {
    /** A test that takes long and is about what the scripts do, whichever shell they are in. */
    function inOneShell(name: string, test: () => Promise<void>): void {
      if (IS_FULL || shell === usualShell) it(name, test).timeout(120_000);
    }

    let server: ExchangeServer;
    beforeEach(() => {
      server = new ExchangeServer(shell);
      chmodSync(server.base, 0o755);
      server.put("page", "old");
      if (process.getuid?.() === 0) chownSync(server.root, stepUser.uid, stepUser.uid);
    });
    afterEach(() => server.remove());

    /** A held exchange, after which steps may run. */
    async function held(): Promise<string> {
      const id = await server.upload([record.replace("page", "old", "new")], { hold: "installation" });
      const result = await server.run("exchange", id);
      assert.equal(result?.end, "held", server.errors(id));
      return id;
    }

    /** Has a step run, and says how it has ended and what it has written. */
    async function ran(text: string | Buffer, options: StepOptions & Pick<RunOptions, "before" | "environment"> = {}) {
      const id = await held();
      const { step = "0", before, environment } = options;
      const at = server.putStep(id, text, options);
      const result = await server.run("step", id, {
        step,
        ...(before !== undefined && { before }),
        ...(environment !== undefined && { environment }),
      });
      const out = existsSync(join(at, "out")) ? readFileSync(join(at, "out")) : Buffer.alloc(0);
      return { id, at, out, end: `${result?.end} ${result?.detail}`, text: out.toString() };
    }

    it("ends with the exit code of its shell, and has its output in order", async () => {
      const { end, text, at } = await ran("echo one\necho two >&2\necho three >/dev/stderr\nexit 3");
      assert.equal(end, "step exited 3 left 0");
      assert.equal(text, "one\ntwo\nthree\n");
      assert.deepEqual(readdirSync(at).toSorted(), ["begun", "how", "out", "rc", "run"]);
    });

    it("has its user, its directory, and an environment of its own", async () => {
      mkdirSync(join(server.root, "below"));
      const { text } = await ran(
        'id -un; pwd; echo "$USER $LOGNAME $TERM"; [ -d "$HOME" ] && [ -O "$HOME" ] && echo home; env | cut -d= -f1 | sort | tr "\\n" " "',
        {
          directory: "below",
          how: { path: "/opt/php/bin:/opt/node/bin" },
        },
      );
      const [user, directory, names, home, environment] = text.split("\n");
      assert.deepEqual(
        [user, directory, names, home],
        [stepUser.name, join(server.root, "below"), `${stepUser.name} ${stepUser.name} dumb`, "home"],
      );
      assert.equal(environment, "HOME LANG LOGNAME PATH PWD SERVER_PANEL_STEP SHLVL TERM USER _ ");
    });

    it("writes what others may read, though what it runs under may not: packages that root installs are for the project's user", async () => {
      const { text } = await ran("umask; echo one >file; mkdir directory; stat -c %a file directory");
      assert.equal(text, "0022\n644\n755\n");
    });

    it("finds programs where it says, before those of the server", async () => {
      const { text } = await ran("echo $PATH", { how: { path: "/opt/php/bin" } });
      assert.match(text, /^\/opt\/php\/bin:\/usr\/local\/sbin:/);
    });

    it("reads nothing, for nobody answers", async () => {
      const { end, text } = await ran("cat; read -r line; echo code $?");
      assert.deepEqual([end, text], ["step exited 0 left 0", "code 1\n"]);
    });

    it("keeps the first of much output, and its exit code", async () => {
      const { end, out } = await ran("head -c 104857600 /dev/zero | tr '\\0' x; exit 7");
      assert.equal(end, "step exited 7 left 0");
      assert.ok(out.length >= 16 * 2 ** 20 && out.length <= 32 * 2 ** 20, String(out.length));
    }).timeout(60_000);

    it("keeps a line of 20 MB as far, and bytes that are no text as they are", async () => {
      const { out } = await ran(Buffer.from("printf '\\377\\000\\200'; head -c 20000000 /dev/zero"));
      assert.deepEqual([...out.subarray(0, 3)], [255, 0, 128]);
    }).timeout(60_000);

    it("leaves nothing where it ends, and says what goes on", async () => {
      const { end, id } = await ran(`sleep ${LONG}1 & echo begun`);
      assert.equal(end, "step exited 0 left 1");
      assert.equal((await server.run("stop", id, { step: "0" }))?.detail, "exited 0 left 1");
      const at = join(server.site, id, "steps", "0");
      assert.equal((await server.shellOutput(`sh ${join(server.site, id, "step.sh")} end ${at}`)).trim(), "0");
      assert.ok(!runs(`${LONG}1`));
    });

    it("keeps its pipe as long as something has it open, though others deploy, and whoever deploys after that removes it", async () => {
      const left = `setsid env -i sleep ${LONG}0 & sleep 0.2`;
      const { end, id, at } = await ran(left);
      assert.equal(end, "step exited 0 left 1");
      assert.equal((await server.run("settle", id))?.end, "new");
      const deployAnother = async (from: string, to: string) => {
        const next = await server.upload([record.replace("page", from, to)]);
        assert.equal((await server.run("exchange", next))?.end, "new", server.errors(next));
      };
      await deployAnother("new", "newer");
      assert.ok(existsSync(join(at, "pipe")));
      const asked = `sh ${join(server.site, id, "step.sh")} left ${at}`;
      assert.equal((await server.shellOutput(asked)).trim(), "1", "by its pipe alone");
      for (const pid of processesWith(`${LONG}0`)) process.kill(pid, "SIGKILL");
      while (runs(`${LONG}0`)) await setTimeout(20);
      await deployAnother("newer", "newest");
      assert.deepEqual(readdirSync(at).toSorted(), ["begun", "how", "out", "rc", "run"]);
    }).timeout(60_000);

    it("has no pipe any more once it has been taken back, where its processes have ended since", async () => {
      const { id, at } = await ran(`sleep ${LONG}0 & exit 3`);
      assert.ok(existsSync(join(at, "pipe")));
      for (const pid of processesWith(`${LONG}0`)) process.kill(pid, "SIGKILL");
      while (runs(`${LONG}0`)) await setTimeout(20);
      assert.equal((await server.run("back", id))?.end, "old");
      assert.deepEqual(readdirSync(at).toSorted(), ["begun", "how", "out", "rc", "run"]);
    }).timeout(60_000);

    it("finds what has left its group, and what has another environment", async () => {
      const left = `setsid sleep ${LONG}2 & setsid env -i sleep ${LONG}2 & env -i sleep ${LONG}2 >/dev/null 2>&1 & wait_a_moment() { sleep 0.2; }; wait_a_moment`;
      const { end, at, id } = await ran(left);
      assert.equal(end, "step exited 0 left 3");
      await server.shellOutput(`sh ${join(server.site, id, "step.sh")} end ${at}`);
      // the last of them has nothing of the step but its session, which is only known while it is watched
      for (const pid of processesWith(`${LONG}2`)) process.kill(pid, "SIGKILL");
    });

    for (const [what, before] of [
      ["is called like its own", () => ""],
      // as a listing has it: a process, and below it what that has open
      ["has line breaks in its name", (pid: number | undefined) => `x\n/proc/${pid}/fd:\nl-wx`],
    ] as const)
      it(`counts and ends no process of others that has a file open which ${what}`, async () => {
        const { end, at, id } = await ran("true");
        assert.equal(end, "step exited 0 left 0");
        const other = spawn(placeOf("sleep") ?? "", [`${LONG}8`]);
        const named = join(server.base, before(other.pid), "shop", id, "steps/0/pipe");
        mkdirSync(dirname(named), { recursive: true });
        const file = openSync(named, "w");
        const opener = spawn(placeOf("sleep") ?? "", [`${LONG}9`], { stdio: ["ignore", "ignore", "ignore", file] });
        closeSync(file);
        const asked = async (verb: string) =>
          (await server.shellOutput(`sh ${join(server.site, id, "step.sh")} ${verb} ${at}`)).trim();
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
        `sh ${join(server.site, id, "step.sh")} ${verb} ${join(server.site, id, "steps", "0")}`;
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
        const { end, id } = await ran("true", { how, environment });
        assert.equal(end, "step exited 0 left 1");
        assert.equal((await server.shellOutput(asking(id, "end"))).trim(), "0");
        assert.ok(!runs(`${LONG}7`));
      }).timeout(60_000);

      for (const [verb, left] of [
        ["left", "1"],
        ["end", "0"],
      ] as const)
        it(`finds it where it is asked to “${verb}”`, async () => {
          const { id } = await ran("true", { how });
          hasLateProcess();
          assert.equal((await server.shellOutput(asking(id, verb), environment)).trim(), left);
          assert.equal(runs(`${LONG}7`), verb === "left");
          assert.equal((await server.shellOutput(asking(id, "end"))).trim(), "0");
          assert.ok(!runs(`${LONG}7`));
        }).timeout(60_000);
    });

    it("is ended after its time, with all its processes, though they ignore that", async () => {
      server.pauseBy(shortSleep);
      const text = `trap '' TERM; setsid sleep ${LONG}3 & sleep ${LONG}3; sleep ${LONG}3`;
      const { end } = await ran(text, { seconds: 20 });
      assert.match(end, /^step late \d+ left 0$/);
      assert.ok(!runs(`${LONG}3`));
    }).timeout(60_000);

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
      const { end } = await ran("until [ -e looked ]; do sleep 0.05; done; : >over; exit 7", {
        seconds: 1,
        environment,
      });
      assert.equal(end, "step exited 7 left 0");
    }).timeout(60_000);

    it("ends by itself within its time though it ends with the code that means too late elsewhere", async () => {
      assert.equal((await ran("exit 124")).end, "step exited 124 left 0");
    });

    it("is ended by a wish, which a late one does not begin under", async () => {
      const id = await held();
      const at = server.putStep(id, `echo begun; sleep ${LONG}4`);
      const running = server.run("step", id, { step: "0" });
      while (!existsSync(join(at, "out")) || statSync(join(at, "out")).size === 0) await setTimeout(20);
      assert.match((await server.run("stop", id, { step: "0" }))?.detail ?? "", /^stopped \d+ left 0$/);
      assert.match((await running)?.detail ?? "", /^stopped \d+ left 0$/);
      assert.ok(!runs(`${LONG}4`));
      server.putStep(id, "echo begun >late", { step: "1" });
      assert.equal((await server.run("stop", id, { step: "1" }))?.detail, "stopped");
      const late = await server.run("step", id, { step: "1" });
      assert.deepEqual([late?.end, late?.detail], ["untouched", "stopped"]);
      assert.ok(!existsSync(join(server.root, "late")));
    }).timeout(60_000);

    it("kills its parent, and is told by what is left of it", async () => {
      const { end } = await ran("kill -9 $PPID; sleep 0.2; exit 0");
      // nobody but root can, and then its end is not its own
      assert.match(end, /^step (?:exited (?:0|137)|lost 0) left \d$/);
    });

    it("never runs twice, and says again how it has ended", async () => {
      const { id, end } = await ran("echo once >>times");
      for (let times = 0; times < 2; times++) {
        const again = await server.run("step", id, { step: "0" });
        assert.equal(`${again?.end} ${again?.detail}`, end);
      }
      assert.equal(server.read("times"), "once\n");
    });

    it("runs nothing but what was agreed to, as whom, and soon", async () => {
      const id = await held();
      const rows: readonly (readonly [Record<string, string>, string])[] = [
        [{ sha1: "0".repeat(40) }, "step"],
        [{ script: "0".repeat(40) }, "script"],
        [{ uid: "54321" }, "user"],
        [{ user: "no-such-user" }, "user"],
        [{ user: "nobody; id" }, "how"],
        [{ nonce: "" }, "how"],
        [{ seconds: "x" }, "how"],
        [{ directory: "missing" }, "gone"],
        [{ directory: "out" }, "link"],
      ];
      symlinkSync(server.base, join(server.root, "out"));
      for (const [number, [how, why]] of rows.entries()) {
        const step = String(number);
        server.putStep(id, "echo ran >ran", { step, how });
        const result = await server.run("step", id, { step });
        assert.deepEqual([result?.end, result?.detail], ["untouched", why]);
      }
      const late = server.putStep(id, "echo ran >ran", { step: "late" });
      const longAgo = new Date(Date.now() - 11 * 60_000);
      utimesSync(join(late, "how"), longAgo, longAgo);
      assert.equal((await server.run("step", id, { step: "late" }))?.detail, "late");
      assert.ok(!existsSync(join(server.root, "ran")));
    }).timeout(60_000);

    it("asks for what the server lacks, a look too", async () => {
      const id = await held();
      server.putStep(id, "true");
      for (const tool of ["runuser", "mkfifo"]) server.removeTool(tool);
      assert.deepEqual(await server.missing("step", id, {}, "0"), ["mkfifo", "runuser"]);
      const look = await server.run("look", id);
      assert.match(look?.detail ?? "", /^[\da-f]{40} mkfifo runuser$/);
      assert.ok(stepTools.includes("runuser"));
    });

    it("goes on where the disk is full, and its end is seen", async () => {
      const { end, out } = await ran("head -c 200000 /dev/zero; exit 4", { before: "trap '' XFSZ; ulimit -f 32" });
      assert.equal(end, "step exited 4 left 0");
      assert.ok(out.length <= 32 * 1024, String(out.length));
    });

    /** Of whoever may end processes of the server, and of nobody else. */
    const asRoot = process.getuid?.() === 0 ? { user: "root", uid: "0" } : {};

    inOneShell("goes on where it kills the panel whose task runs it, and its end is seen", async () => {
      const id = await held();
      const host = join(server.base, "host");
      const at = server.putStep(id, `kill -9 $(cat ${host}); echo killed; sleep 1; exit 7`, { how: asRoot });
      const line = `sh ${join(server.site, id, "exchange.sh")} step ${id} ${randomUUID()} installation 3 0`;
      const log = join(server.base, "log");
      assert.equal(await server.shellOutput(`echo $$ >${host}; ${line} >${log}; echo over`), "");
      while (!server.readText(log).includes('"end":')) await setTimeout(50);
      assert.match(server.readText(log), /"end":"step","detail":"exited 7 left 0"/);
      assert.equal(server.readText(join(at, "out")), "killed\n");
      assert.equal((await server.run("step", id, { step: "0" }))?.detail, "exited 7 left 0");
      assert.equal((await server.run("settle", id))?.end, "new");
    });

    for (const [how, hours] of [
      ["on", -1],
      ["back", 1],
    ] as const)
      inOneShell(`has its time where the server's clock is set an hour ${how} in it, and its end is seen`, async () => {
        const id = await held();
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
      const id = await held();
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
      const { end } = await ran("rmdir ../own; exit 5", { directory: "own" });
      assert.equal(end, "step exited 5 left 0");
    });

    it("gets its text as it was written", async () => {
      const id = await held();
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

    it("has all of its text, and nobody can read it among the processes of the server", async () => {
      const { end, text } = await ran(
        "# like task.py\nprintf '%s' 'one \"two\" $three'\ncat <<EOF\n`echo four`\nEOF\nps ax 2>/dev/null | grep -c 'task[.]py'\nexit 6\n\n",
      );
      assert.equal(end, "step exited 6 left 0");
      assert.equal(text, 'one "two" $threefour\n0\n');
    });

    it("has some seconds to tidy up when it is ended", async () => {
      const { end, text } = await ran(`trap 'sleep 3; echo tidied; exit 8' TERM; sleep ${LONG}6 & wait`, {
        seconds: 1,
      });
      assert.deepEqual([end, text], ["step late 8 left 0", "tidied\n"]);
    }).timeout(60_000);

    inOneShell(
      "runs before an exchange on the files of before, and one that fails puts the exchange away",
      async () => {
        const id = await server.upload([record.replace("page", "old", "new")], { hold: "installation" });
        server.putStep(id, "cat page");
        const first = await server.run("step", id, { step: "0" });
        assert.equal(first?.detail, "exited 0 left 0");
        assert.equal(server.readText(join(server.site, id, "steps/0/out")), "old");
        assert.equal(server.readText(join(server.site, "unfinished")).trim(), id);
        server.putStep(id, "exit 9", { step: "1" });
        assert.equal((await server.run("step", id, { step: "1" }))?.detail, "exited 9 left 0");
        assert.ok(!existsSync(join(server.site, "unfinished")));
        assert.equal((await server.run("exchange", id))?.end, "used");
        assert.deepEqual(server.tree(), { page: "old" });
      },
    );

    inOneShell("is followed by its exchange, and that by steps after it, until it counts", async () => {
      const id = await server.upload([record.replace("page", "old", "new")], { hold: "installation" });
      server.putStep(id, "true");
      writeFileSync(join(server.site, id, "steps", "digest"), "digest\n");
      assert.equal((await server.run("step", id, { step: "0" }))?.detail, "exited 0 left 0");
      assert.equal((await server.run("exchange", id))?.end, "held");
      server.putStep(id, "cat page", { step: "1" });
      assert.equal((await server.run("step", id, { step: "1" }))?.detail, "exited 0 left 0");
      assert.equal((await server.run("settle", id))?.end, "new");
      assert.ok(existsSync(join(server.site, id, "steps", "done")));
      assert.deepEqual(await server.run("settle", id).then((again) => [again?.end, again?.detail]), ["ended", "new"]);
      assert.equal((await server.run("back", id))?.end, "old");
      server.putStep(id, "cat page", { step: "1-back" });
      assert.equal((await server.run("step", id, { step: "1-back" }))?.detail, "exited 0 left 0");
      assert.equal(server.readText(join(server.site, id, "steps/1-back/out")), "old");
    });

    inOneShell("does not count as an edit where it changes a file that was deployed", async () => {
      const { id } = await ran("echo by the step >page.part; mv -f page.part page");
      assert.match(server.readText(join(server.site, id, "steps", "changed")), /^0 [\da-f]{40}\n$/);
      const back = await server.run("back", id);
      assert.deepEqual([back?.end, back?.kept], ["old", []]);
      assert.deepEqual(server.tree(), { page: "old" });
      assert.equal(server.readText(join(server.site, id, "edited", "0")), "by the step\n");
    });
  });
}
