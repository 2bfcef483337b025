import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { shortSleep } from "../../../fakes/quickSleep.ts";
import { record, stepTools, stepUser } from "./exchangeServer.ts";
import { LONG, processesWith, runs } from "./stepProcesses.ts";
import { StepServer } from "./stepServer.ts";

/** The tests of a step, on a server with this shell. */
export function testStep(shell: string): void {
  describe(`a step that a server runs, in ${shell}`, () => {
    let server: StepServer;
    beforeEach(() => (server = new StepServer(shell)));
    afterEach(() => server.remove());

    it("ends with the exit code of its shell, and has its output in order", async () => {
      const { end, text, at } = await server.ran("echo one\necho two >&2\necho three >/dev/stderr\nexit 3");
      assert.equal(end, "step exited 3 left 0");
      assert.equal(text, "one\ntwo\nthree\n");
      assert.deepEqual(readdirSync(at).toSorted(), ["begun", "goes", "how", "out", "rc", "run"]);
    });

    it("has its user, its directory, and an environment of its own", async () => {
      mkdirSync(join(server.root, "below"));
      const { text } = await server.ran(
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
      const { text } = await server.ran("umask; echo one >file; mkdir directory; stat -c %a file directory");
      assert.equal(text, "0022\n644\n755\n");
    });

    it("finds programs where it says, before those of the server", async () => {
      const { text } = await server.ran("echo $PATH", { how: { path: "/opt/php/bin" } });
      assert.match(text, /^\/opt\/php\/bin:\/usr\/local\/sbin:/);
    });

    it("reads nothing, for nobody answers", async () => {
      const { end, text } = await server.ran("cat; read -r line; echo code $?");
      assert.deepEqual([end, text], ["step exited 0 left 0", "code 1\n"]);
    });

    it("keeps the first of much output, and its exit code", async () => {
      const { end, out } = await server.ran("head -c 104857600 /dev/zero | tr '\\0' x; exit 7");
      assert.equal(end, "step exited 7 left 0");
      assert.ok(out.length >= 16 * 2 ** 20 && out.length <= 32 * 2 ** 20, String(out.length));
    }).timeout(60_000);

    it("leaves nothing where it ends, and says what goes on", async () => {
      const { end, id } = await server.ran(`sleep ${LONG}1 & echo begun`);
      assert.equal(end, "step exited 0 left 1");
      assert.equal((await server.run("step", id, { step: "0" }))?.detail, "exited 0 left 1");
      const at = join(server.site, id, "steps", "0");
      assert.equal((await server.shellOutput(`sh ${join(server.site, id, "job.sh")} end ${at}`)).trim(), "0");
      assert.ok(!runs(`${LONG}1`));
    });

    it("finds what has left its group, and what has another environment", async () => {
      const left = `setsid sleep ${LONG}2 & setsid env -i sleep ${LONG}2 & env -i sleep ${LONG}2 >/dev/null 2>&1 & wait_a_moment() { sleep 0.2; }; wait_a_moment`;
      const { end, at, id } = await server.ran(left);
      assert.equal(end, "step exited 0 left 3");
      await server.shellOutput(`sh ${join(server.site, id, "job.sh")} end ${at}`);
      // the last of them has nothing of the step but its session, which is only known while it is watched
      for (const pid of processesWith(`${LONG}2`)) process.kill(pid, "SIGKILL");
    });

    it("is ended after its time, with all its processes, though they ignore that", async () => {
      server.pauseBy(shortSleep);
      const text = `trap '' TERM; setsid sleep ${LONG}3 & sleep ${LONG}3; sleep ${LONG}3`;
      const { end } = await server.ran(text, { seconds: 20 });
      assert.match(end, /^step late \d+ left 0$/);
      assert.ok(!runs(`${LONG}3`));
    }).timeout(60_000);

    it("ends by itself within its time though it ends with the code that means too late elsewhere", async () => {
      assert.equal((await server.ran("exit 124")).end, "step exited 124 left 0");
    });

    it("is ended by a wish, which a late one does not begin under", async () => {
      const id = await server.held();
      const at = server.putStep(id, `echo begun; sleep ${LONG}4`);
      const running = server.run("step", id, { step: "0" });
      while (!existsSync(join(at, "out")) || statSync(join(at, "out")).size === 0) await setTimeout(20);
      renameSync(join(at, "goes"), join(at, "cancel"));
      assert.match((await running)?.detail ?? "", /^stopped \d+ left 0$/);
      assert.match((await server.run("step", id, { step: "0" }))?.detail ?? "", /^stopped \d+ left 0$/);
      assert.ok(!runs(`${LONG}4`));
      const other = server.putStep(id, "echo begun >late", { step: "1" });
      renameSync(join(other, "goes"), join(other, "cancel"));
      const late = await server.run("step", id, { step: "1" });
      assert.deepEqual([late?.end, late?.detail], ["untouched", "stopped"]);
      assert.ok(!existsSync(join(server.root, "late")));
    }).timeout(60_000);

    it("never runs twice, and says again how it has ended", async () => {
      const { id, end } = await server.ran("echo once >>times");
      for (let times = 0; times < 2; times++) {
        const again = await server.run("step", id, { step: "0" });
        assert.equal(`${again?.end} ${again?.detail}`, end);
      }
      assert.equal(server.read("times"), "once\n");
    });

    it("lets go of the website before its end can be read", async () => {
      const free = join(server.base, "free");
      const isFree = `flock -n ${join(server.site, "lock")} sh -c : && : >${free}`;
      const environment = server.withTool("mv", `case $* in */rc) ${isFree} ;; esac\nexec $REAL "$@"`);
      assert.equal((await server.ran("true", { environment })).end, "step exited 0 left 0");
      assert.ok(existsSync(free));
    });

    it("runs nothing but what was agreed to, as whom, and soon", async () => {
      const id = await server.held();
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
      const id = await server.held();
      server.putStep(id, "true");
      for (const tool of ["runuser", "mkfifo"]) server.removeTool(tool);
      assert.deepEqual(await server.missing("step", id, {}, "0"), ["mkfifo", "runuser"]);
      const look = await server.run("look", id);
      assert.match(look?.detail ?? "", /^[\da-f]{40} mkfifo runuser$/);
      assert.ok(stepTools.includes("runuser"));
    });

    it("has all of its text, and nobody can read it among the processes of the server", async () => {
      const { end, text } = await server.ran(
        "# like task.py\nprintf '%s' 'one \"two\" $three'\ncat <<EOF\n`echo four`\nEOF\nps ax 2>/dev/null | grep -c 'task[.]py'\nexit 6\n\n",
      );
      assert.equal(end, "step exited 6 left 0");
      assert.equal(text, 'one "two" $threefour\n0\n');
    });

    it("runs before an exchange on the files of before, and one that fails puts the exchange away", async () => {
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
    });

    it("is followed by its exchange, and that by steps after it, until it counts", async () => {
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

    it("has a file go back that has changed while it ran, and what that had become is named", async () => {
      const { id } = await server.ran("echo by the step >page.part; mv -f page.part page");
      assert.match(server.readText(join(server.site, id, "steps", "changed")), /^0 [\da-f]{40}\n$/);
      const back = await server.run("back", id);
      // whoever saved it then is not known
      assert.deepEqual([back?.end, back?.kept, back?.["copies"]], ["old", [[0, "aside"]], [[0, 0]]]);
      assert.deepEqual(server.tree(), { page: "old" });
      assert.equal(server.readText(join(server.site, id, "edited", "0")), "by the step\n");
    });
  });
}
