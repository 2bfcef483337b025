import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { everyday, newTree, oldTree, putEveryday } from "./everydayExchange.ts";
import { ExchangeServer, placeOf, record } from "./exchangeServer.ts";

/** The tests of what happens while an exchange begins or goes back, on a server with this shell. */
export function testMeanwhile(shell: string): void {
  describe(`what happens while files are exchanged, in ${shell}`, () => {
    let server: ExchangeServer;
    beforeEach(() => (server = new ExchangeServer(shell)));
    afterEach(() => server.remove());

    it("goes back by nothing that was uploaded before somebody was told its end, whatever the clock says", async () => {
      const id = await putEveryday(server);
      assert.equal((await server.run("exchange", id))?.end, "new");
      const [late, run, anew] = [randomUUID(), randomUUID(), randomUUID()];
      for (const each of [late, run]) server.makeRun(each);
      assert.equal((await server.run("recover", id, { run }))?.detail, "new");
      const before = new Date(Date.now() - 60_000);
      utimesSync(join(server.site, id, "told"), before, before);
      assert.equal((await server.run("back", id, { run: late }))?.end, "used");
      assert.deepEqual(server.tree(), newTree);
      server.makeRun(anew);
      const after = new Date(Date.now() - 120_000);
      utimesSync(join(server.site, anew, "exchange.sh"), after, after);
      assert.equal((await server.run("back", id, { run: anew }))?.end, "old");
    });

    it("has begun for whoever looks before it is unpacked, and no longer where that fails", async () => {
      const id = await putEveryday(server);
      const unfinished = join(server.site, "unfinished");
      const seen = join(server.base, "seen");
      const environment = server.withTool("tar", `${placeOf("cp")} ${unfinished} ${seen}; exit 1`);
      const result = await server.run("exchange", id, { environment });
      assert.deepEqual([result?.end, result?.detail], ["untouched", "unpack"]);
      assert.equal(server.readText(seen), `${id}\n`);
      assert.ok(!existsSync(unfinished));
    });

    it("goes back from one that was killed while it was unpacked", async () => {
      const id = await putEveryday(server);
      const environment = server.withTool("tar", "kill -9 0");
      assert.equal(await server.run("exchange", id, { environment }), undefined);
      assert.equal(server.readText(join(server.site, "unfinished")), `${id}\n`);
      const run = randomUUID();
      server.makeRun(run);
      const result = await server.run("recover", id, { run });
      assert.deepEqual([result?.end, result?.detail], ["untouched", "cut"]);
      assert.deepEqual(server.tree(), oldTree);
      assert.equal((await server.run("exchange", id))?.end, "used");
      assert.equal((await server.run("exchange", await server.upload(everyday)))?.end, "new");
    });

    it("refuses what was sent in another layout, and can be given up", async () => {
      const id = await putEveryday(server, "installation");
      assert.equal((await server.run("exchange", id))?.end, "held");
      const about = join(server.site, id, "about");
      for (const layout of ["", "layout=1\n", "layout=3\n"]) {
        writeFileSync(about, server.readText(about).replace(/^(?:layout=.\n)?/, layout));
        for (const verb of ["recover", "settle", "back"]) {
          const refusal = await server.run(verb, id);
          assert.deepEqual([refusal?.end, refusal?.detail], ["untouched", "about"]);
          assert.deepEqual(server.tree(), newTree);
        }
      }
      assert.equal((await server.run("giveup", id))?.end, "left");
      assert.deepEqual(server.tree(), newTree);
      assert.equal((await server.run("exchange", await server.upload([])))?.end, "new");
    });

    it("leaves a directory to whoever makes it at the last moment", async () => {
      const id = await putEveryday(server);
      const comes = `case $* in *" ./new") ${placeOf("mkdir")} -m 711 ./new ;; esac; exec $REAL "$@"`;
      const result = await server.run("exchange", id, { environment: server.withTool("mv", comes) });
      assert.deepEqual([result?.end, result?.trouble], ["old", [[0, "appeared"]]]);
      assert.equal(statSync(join(server.root, "new")).mode & 0o777, 0o711);
      assert.deepEqual(server.tree(), { ...oldTree, new: "directory" });
    });

    it("changes nothing that somebody has given another mode meanwhile", async () => {
      const id = await putEveryday(server);
      const environment = server.withTool("sync", `${placeOf("chmod")} 600 ${server.root}/page.html`);
      const result = await server.run("exchange", id, { environment });
      assert.deepEqual([result?.end, result?.trouble], ["old", [[3, "edited"]]]);
      assert.deepEqual(server.tree(), oldTree);
      assert.equal(statSync(join(server.root, "page.html")).mode & 0o777, 0o600);
      assert.deepEqual(server.severalNames(), []);
    });

    it("goes back with the mode that somebody has given a file since", async () => {
      const id = await putEveryday(server);
      assert.equal((await server.run("exchange", id))?.end, "new");
      chmodSync(join(server.root, "page.html"), 0o600);
      assert.equal((await server.run("back", id))?.end, "old", server.errors(id));
      assert.deepEqual(server.tree(), oldTree);
      assert.equal(statSync(join(server.root, "page.html")).mode & 0o777, 0o600);
    });

    it("names a new file of a directory that somebody has moved away, also where another one is in its place", async () => {
      server.put("assets/old.css", "old");
      const id = await server.upload([record.add("assets/new.css", "new"), record.add("last", "last")]);
      const moves = `cd ${server.root} && ${placeOf("mv")} assets away && ${placeOf("mkdir")} assets && echo theirs >last`;
      const environment = server.withTool("ln", `"$REAL" "$@" || exit; case $* in *" ./new.css") ${moves} ;; esac`);
      const result = await server.run("exchange", id, { environment });
      assert.deepEqual([result?.end, result?.kept], ["kept", [[0, "gone"]]], server.errors(id));
      const now = { away: "directory", "away/new.css": "new", "away/old.css": "old", assets: "directory" };
      assert.deepEqual(server.tree(), { ...now, last: "theirs\n" });
      assert.deepEqual(server.severalNames(), []);
      assert.ok(!existsSync(join(server.site, "unfinished")));
    });

    it("has files for its way back before it begins, and leaves none of them", async () => {
      const id = await putEveryday(server);
      const [work, seen] = [join(server.site, id), join(server.base, "seen")];
      const environment = server.withTool("sync", `echo ${work}/reserve/* >${seen}`);
      assert.equal((await server.run("exchange", id, { environment }))?.end, "new");
      assert.ok(server.readText(seen).split(" ").length > 100);
      assert.ok(!existsSync(join(work, "reserve")));
    });

    it("goes back from nothing where the disk is full by then, and says so", async () => {
      const id = await putEveryday(server);
      assert.equal((await server.run("exchange", id))?.end, "new");
      const full = await server.run("back", id, { before: "trap '' XFSZ; ulimit -f 0" });
      assert.deepEqual([full?.end, full?.kept], ["untouched", []]);
      assert.deepEqual(server.tree(), newTree);
      assert.ok(!existsSync(join(server.site, "unfinished")));
      assert.equal((await server.run("back", id))?.end, "old");
      assert.deepEqual(server.tree(), oldTree);
    });
  });
}
