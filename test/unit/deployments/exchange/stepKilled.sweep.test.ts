import assert from "node:assert/strict";
import { chmodSync, chownSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ExchangeServer, record, shells, stepUser, type RunResult } from "./exchangeServer.ts";
import { callsOf, cutsOf, type Cut } from "./faultyRun.ts";

const IS_FULL = process.env["FUZZ"] === "full";

/** Between how many programs one is tried. */
const APART = IS_FULL ? 1 : 4;

for (const shell of IS_FULL ? shells : shells.slice(0, 1)) {
  describe(`a step that is killed, in ${shell}`, () => {
    let server: ExchangeServer;
    beforeEach(() => {
      server = new ExchangeServer(shell);
      chmodSync(server.base, 0o755);
      server.put("page", "old");
      if (process.getuid?.() === 0) chownSync(server.root, stepUser.uid, stepUser.uid);
    });
    afterEach(() => server.remove());

    const change = record.replace("page", "old", "new");

    /** Runs a verb from elsewhere, as another window does. */
    async function fromElsewhere(verb: string, id: string, run: string): Promise<RunResult | undefined> {
      server.makeRun(run);
      return server.run(verb, id, { run });
    }

    for (const turn of ["before", "after"] as const)
      it(`${turn} the exchange, before any program that it calls, runs at most once and blocks nothing`, async () => {
        const id = await server.upload([change], { hold: "installation" });
        if (turn === "after") assert.equal((await server.run("exchange", id))?.end, "held");
        server.putStep(id, "echo once >>times; exit 3");
        // some of its programs begin at the same time, and then only one of them has kept the disk
        const all = await cutsOf(server, { verb: "step", id, end: "step", deploymentStep: "0" });
        const cuts = all.filter(({ disk }) => existsSync(join(disk, "wwwroot")));
        assert.ok(cuts.length > 20, `only ${cuts.length} programs were called`);
        const ends = new Set<string>();
        const isInHand = ({ disk }: Cut) => {
          const at = join(disk, "ours/shop", id, "steps/0");
          return existsSync(join(at, "begun")) && !existsSync(join(at, "rc"));
        };
        for (const [step, cut] of cuts.entries()) {
          if (step % APART > 0 && !isInHand(cut)) continue;
          const { call, disk } = cut;
          server.restore(disk);
          const begun = join(server.site, id, "steps/0/begun");
          const hadBegun = existsSync(begun);
          const told = await server.run("step", id, { step: "0" });
          const about = `${call}: ${JSON.stringify(told)}`;
          ends.add(`${told?.end} ${told?.detail}`);
          const times = existsSync(join(server.root, "times")) ? readFileSync(server.at("times"), "utf8") : "";
          assert.ok(times === "" || times === "once\n", about + times);
          // its end is only said where it was seen, or where it has run now
          if (told?.detail === "exited 3 left 0") assert.equal(times, "once\n", about);
          else assert.ok(hadBegun && told?.detail === "lost 0 left 0", about);
          // cut at the last moment, its exchange waits for whoever looks next: nothing of it was done
          const endBefore = existsSync(join(server.site, "unfinished")) ? "untouched" : "ended";
          const end = (await fromElsewhere("recover", id, `over-${step}`))?.end;
          assert.equal(end, turn === "after" ? "old" : endBefore, about);
          assert.equal(server.read("page"), "old");
          const next = await server.upload([change]);
          assert.equal((await server.run("exchange", next))?.end, "new", about);
        }
        assert.ok(ends.has("step exited 3 left 0") && ends.has("step lost 0 left 0"), [...ends].join());
      }).timeout(600_000);

    it("settles or goes back as a whole, whatever program of that it is cut before", async () => {
      for (const [verb, wanted] of [
        ["settle", "new"],
        ["back", "old"],
      ] as const) {
        const id = await server.upload([change], { hold: "installation" });
        assert.equal((await server.run("exchange", id))?.end, "held");
        const cuts = await cutsOf(server, { verb, id, end: wanted });
        assert.ok(cuts.length > 5, `only ${cuts.length} programs were called`);
        for (let step = 0; step < cuts.length; step += APART) {
          const { call, disk } = cuts[step] ?? assert.fail();
          server.restore(disk);
          const end = (await fromElsewhere("recover", id, `over-${verb}-${step}`))?.end ?? "";
          const page = server.read("page");
          assert.ok(
            (end === "new" && page === "new") || (end === "old" && page === "old") || end === "ended",
            `${call}: ${end} ${page}`,
          );
          assert.deepEqual(server.severalNames(), [], call);
          assert.ok(!existsSync(join(server.site, "unfinished")), call);
        }
        server.restore(cuts[0]?.disk ?? assert.fail());
        assert.equal((await fromElsewhere("recover", id, `last-${verb}`))?.end, "old");
      }
      assert.ok((await callsOf(server, "look", await server.upload([]))).length > 0);
    }).timeout(600_000);
  });
}
