import assert from "node:assert/strict";
import { existsSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { shells } from "./exchangeServer.ts";
import { killScripts, LONG, processesWith, runs } from "./stepProcesses.ts";
import { StepServer } from "./stepServer.ts";

const IS_FULL = process.env["FUZZ"] === "full";

for (const shell of IS_FULL ? shells : shells.slice(0, 1)) {
  describe(`a step whose exchange several windows look at, in ${shell}`, () => {
    let server: StepServer;
    beforeEach(() => (server = new StepServer(shell)));
    afterEach(() => server.remove());

    it("is not gone back under while it runs unwatched", async () => {
      const id = await server.held();
      const at = server.putStep(id, `echo begun; sleep ${LONG}5`);
      const running = server.run("step", id, { step: "0" });
      while (!existsSync(join(at, "out")) || statSync(join(at, "out")).size === 0) await setTimeout(20);
      const busy = await server.run("settle", id);
      assert.equal(busy?.end, "busy");
      // the server ends what watches it
      killScripts(server.base);
      assert.equal(await running, undefined);
      for (const verb of ["recover", "settle", "back"]) {
        const run = join("other", verb).replace("/", "-");
        server.makeRun(run);
        const result = await server.run(verb, id, { run });
        assert.deepEqual([verb, result?.end], [verb, "running"]);
        rmSync(join(server.site, id, "told"), { force: true });
      }
      assert.equal((await server.run("step", id, { step: "0" }))?.end, "running");
      // nobody says its end any more
      renameSync(join(at, "goes"), join(at, "cancel"));
      assert.equal((await server.run("step", id, { step: "0" }))?.detail, "lost 0 left 0");
      assert.ok(!existsSync(join(server.site, id, "steps", "0", "pipe")));
      assert.ok(!runs(`${LONG}5`));
      server.makeRun("another");
      assert.equal((await server.run("recover", id, { run: "another" }))?.end, "old");
      assert.deepEqual(server.tree(), { page: "old" });
    });

    it("is left alone by other computers however long it runs, and for a while after it", async () => {
      const id = await server.held();
      const at = server.putStep(id, "echo begun; until [ -e go-on ]; do sleep 0.1; done");
      const running = server.run("step", id, { step: "0" });
      while (!existsSync(join(at, "out")) || statSync(join(at, "out")).size === 0) await setTimeout(20);
      const longAgo = new Date(Date.now() - 10 * 60_000);
      for (const path of ["state", "steps/0/how", "steps/0/begun", "steps/0/out"])
        utimesSync(join(server.site, id, path), longAgo, longAgo);
      server.makeRun("other");
      const elsewhere = async (verb: string) => (await server.run(verb, id, { run: "other", owner: "elsewhere" }))?.end;
      for (const verb of ["recover", "settle", "back", "giveup", "exchange", "look", "clean"])
        assert.equal(await elsewhere(verb), "busy", verb);
      server.put("go-on", "");
      assert.equal((await running)?.detail, "exited 0 left 0");
      for (const verb of ["recover", "settle"]) assert.equal(await elsewhere(verb), "busy", verb);
      assert.equal((await server.run("settle", id))?.end, "new");
    });

    it("leaves no home of its own once its exchange is gone, though all that watches it was killed", async () => {
      const environment = server.wrapTools(join(server.base, "wrapped"), (tool, place) =>
        [`#!${server.shell}`, tool === "getent" ? "exit 2" : `exec ${place} "$@"`, ""].join("\n"),
      );
      const id = await server.held();
      const at = server.putStep(id, `echo "$HOME"; sleep ${LONG}6`);
      const running = server.run("step", id, { step: "0", environment });
      while (!existsSync(join(at, "out")) || statSync(join(at, "out")).size === 0) await setTimeout(20);
      const home = server.readText(join(at, "out")).trim();
      assert.ok(existsSync(home), home);
      // first whoever would see its end
      killScripts(server.base);
      for (const pid of processesWith(`${LONG}6`)) process.kill(pid, "SIGKILL");
      assert.equal(await running, undefined);
      assert.ok(existsSync(home));
      server.makeRun("other");
      assert.equal((await server.run("recover", id, { run: "other" }))?.end, "old");
      const longAgo = new Date(Date.now() - 11 * 60_000);
      utimesSync(join(server.site, id, "state"), longAgo, longAgo);
      assert.equal((await server.run("clean", "other"))?.end, "cleaned");
      assert.ok(!existsSync(join(server.site, id)));
      assert.ok(!existsSync(home));
    });

    it("leaves its exchange to whoever runs it, as long as that one seems to live", async () => {
      const id = await server.held();
      server.makeRun("other");
      for (const verb of ["recover", "settle"]) {
        const result = await server.run(verb, id, { run: "other", owner: "elsewhere" });
        assert.equal(result?.end, "busy");
        assert.match(result.detail, new RegExp(`^installation ${id} exchange \\d+$`));
      }
      const longAgo = new Date(Date.now() - 3 * 60_000);
      utimesSync(join(server.site, id, "state"), longAgo, longAgo);
      assert.equal((await server.run("recover", id, { run: "other", owner: "elsewhere" }))?.end, "old");
      assert.deepEqual(server.tree(), { page: "old" });
    });

    it("is asked by its own run how it has ended, which takes nothing back", async () => {
      const id = await server.held();
      assert.equal((await server.run("recover", id))?.end, "held");
      assert.equal((await server.run("exchange", await server.upload([])))?.end, "unfinished");
      assert.equal((await server.run("settle", id))?.end, "new");
      assert.deepEqual(server.severalNames(), []);
    });

    it("has an exchange without any change", async () => {
      const id = await server.upload([], { hold: "installation" });
      assert.equal((await server.run("exchange", id))?.end, "held");
      server.putStep(id, "true");
      assert.equal((await server.run("step", id, { step: "0" }))?.detail, "exited 0 left 0");
      assert.equal((await server.run("settle", id))?.end, "new");
    });
  });
}
