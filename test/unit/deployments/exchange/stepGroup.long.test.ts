import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha1, shells } from "./exchangeServer.ts";
import { LONG, processesWith } from "./stepProcesses.ts";
import { StepServer } from "./stepServer.ts";

/** Nothing of it is left to be known by: no environment, no output, no session. */
const DAEMON = `env -i setsid sleep ${LONG}9 </dev/null >/dev/null 2>&1 & sleep 0.2`;

/** Where the script makes control groups. */
const PLACES = /^CONTROL_GROUPS='(.*)'$/m;

/** Whether this machine lets us make control groups there, found out in another way than by the script. */
function hasGroups(place: string): boolean {
  const group = join(place, `server-panel-test-${process.pid}`);
  if (!existsSync(join(place, "cgroup.procs"))) return false;
  try {
    mkdirSync(group);
  } catch {
    return false;
  }
  rmdirSync(group);
  return true;
}

const read = (path: string) => readFileSync(join(import.meta.dirname, "../../../../src", path), "utf8");
const script = read("onServer/job.sh");
const places = (PLACES.exec(script)?.[1] ?? "").split(" ");

for (const shell of shells)
  describe(`the control group of a step, in ${shell}`, () => {
    let server: StepServer;
    beforeEach(() => (server = new StepServer(shell)));
    afterEach(() => {
      for (const pid of processesWith(`${LONG}9`)) process.kill(pid, "SIGKILL");
      server.remove();
    });

    for (const place of [...places, "/nowhere"]) {
      const left = hasGroups(place) ? 1 : 0;
      it(`shows ${left} of 1 process that hides, on a server that has it in ${place}, and goes with the last one`, async () => {
        const own = script.replace(PLACES, `CONTROL_GROUPS='/nowhere/else ${place}'`);
        const id = await server.held();
        const at = server.putStep(id, `cat /proc/self/cgroup; ${DAEMON}`, {
          how: { script: sha1(read("deployments/exchange/step.sh") + own) },
        });
        writeFileSync(join(server.site, id, "job.sh"), own);
        assert.equal((await server.run("step", id, { step: "0" }))?.detail, `exited 0 left ${left}`);
        const name = `server-panel-step-${readFileSync(join(at, "begun"), "utf8").trim()}`;
        assert.equal(readFileSync(join(at, "out"), "utf8").includes(`/${name}\n`), left === 1);
        const asked = async (verb: string) =>
          (await server.shellOutput(`sh ${join(server.site, id, "job.sh")} ${verb} ${at}`)).trim();
        assert.deepEqual([await asked("left"), await asked("end")], [String(left), "0"]);
        assert.equal(processesWith(`${LONG}9`).length, 1 - left);
        assert.deepEqual([existsSync(join(at, "group")), existsSync(join(place, name))], [false, false]);
      });
    }

    it("is done without where its name cannot be written", async () => {
      const place = join(server.base, "groups");
      mkdirSync(place);
      writeFileSync(join(place, "cgroup.procs"), "");
      const own = script.replace(PLACES, `CONTROL_GROUPS='${place}'`);
      const id = await server.held();
      const at = server.putStep(id, "echo done", { how: { script: sha1(read("deployments/exchange/step.sh") + own) } });
      writeFileSync(join(server.site, id, "job.sh"), own);
      const environment = server.withTool("mv", `case $* in */group.part*) exit 1 ;; esac; exec $REAL "$@"`);
      assert.equal((await server.run("step", id, { step: "0", environment }))?.detail, "exited 0 left 0");
      assert.deepEqual([existsSync(join(at, "group")), readdirSync(place)], [false, ["cgroup.procs"]]);
    });
  });
