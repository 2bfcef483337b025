import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync, renameSync } from "node:fs";
import { join } from "node:path";
import { everyday, newTree, oldTree, putEveryday } from "./everydayExchange.ts";
import { copiesOf, ExchangeServer, shells, type RunResult, type Tree } from "./exchangeServer.ts";
import { callsOf, cutsOf, KILL, recover, runWithFault } from "./faultyRun.ts";

const IS_FULL = process.env["FUZZ"] === "full";

/** What a copy is, as a tree has it. */
const contentOf = (path: string) =>
  lstatSync(path).isSymbolicLink() ? `link to ${readlinkSync(path)}` : readFileSync(path, "latin1");

/** Between how many steps one is tried where a tool fails. */
const APART = IS_FULL ? 1 : 5;

/** After how many kills one is looked at further: whether the next exchange works, too. */
const FURTHER = IS_FULL ? 1 : 6;

/** New files, of which others are tried with `FUZZ=full`: each has all of an exchange's steps. */
const newFiles = (IS_FULL ? ["added.js", "new/app.js", "turns"] : ["added.js"]) as readonly (keyof typeof newTree)[];

/** Says which whole state the website is in, and fails if it is in none. */
function wholeState(server: ExchangeServer): "old" | "new" {
  const tree = server.tree();
  const isNew = tree["page.html"] === "new page";
  assert.deepEqual(tree, isNew ? newTree : oldTree);
  assert.deepEqual(server.severalNames(), []);
  return isNew ? "new" : "old";
}

/** The website before a verb. */
const startOf = (verb: string) => (verb === "back" ? newTree : oldTree);

/** Recovers, checks that what it says is so, and says it. */
async function recovered(server: ExchangeServer, id: string): Promise<"old" | "new"> {
  const result = await recover(server, id);
  assert.deepEqual(result?.kept, []);
  const says: Readonly<Record<string, string>> = { untouched: "old", old: "old", new: "new", "": "old" };
  const said = says[result.end === "ended" ? result.detail : result.end];
  assert.equal(wholeState(server), said, JSON.stringify(result));
  return wholeState(server);
}

/** Goes back by a script that was uploaded after everything that was said of the exchange. */
async function backAnew(server: ExchangeServer, id: string): Promise<RunResult | undefined> {
  const run = randomUUID();
  server.makeRun(run);
  return server.run("back", id, { run });
}

for (const shell of IS_FULL ? shells : shells.slice(0, 1)) {
  describe(`an exchange that is killed, in ${shell}`, () => {
    /** Does something on a server of its own. */
    async function on<Result>(task: (server: ExchangeServer) => Promise<Result>): Promise<Result> {
      const server = new ExchangeServer(shell);
      try {
        return await task(server);
      } finally {
        server.remove();
      }
    }

    /** Checks what a kill leaves before each tool that a verb calls. */
    async function killedAtEach(
      prepare: (server: ExchangeServer) => Promise<readonly [verb: string, id: string, end: string]>,
      check: (server: ExchangeServer, id: string, step: number) => Promise<void>,
    ): Promise<void> {
      await on(async (server) => {
        const [verb, id, end] = await prepare(server);
        const cuts = await cutsOf(server, { verb, id, end });
        assert.ok(cuts.length > 20, `only ${cuts.length} tools were called`);
        for (const [step, { disk }] of cuts.entries()) {
          server.restore(disk);
          await check(server, id, step);
        }
      });
    }

    it("is whole after a kill at any step, and the website is not blocked", async () => {
      await killedAtEach(
        async (server) => ["exchange", await putEveryday(server), "new"],
        async (server, id, step) => {
          const state = await recovered(server, id);
          if (step % FURTHER > 0) return;
          if (state === "new") assert.equal((await backAnew(server, id))?.end, "old");
          assert.equal((await server.run("exchange", await server.upload(everyday)))?.end, "new");
          assert.equal(wholeState(server), "new");
        },
      );
    }).timeout(600_000);

    for (const path of newFiles)
      it(`names “${path}”, which somebody has put in the place of a new file after a kill at any step`, async () => {
        const number = everyday.findIndex((each) => each.path === path && /^[0-9a-f]{40}$/.test(each.comes));
        let told = 0;
        await killedAtEach(
          async (server) => ["exchange", await putEveryday(server), "new"],
          async (server, id, step) => {
            if (server.tree()[path] !== newTree[path]) return;
            // as most editors do
            server.put(`${path}.draft`, "somebody's");
            renameSync(join(server.root, `${path}.draft`), join(server.root, path));
            const result = await recover(server, id);
            const about = `after step ${step}: ${JSON.stringify(result)}`;
            assert.equal(server.read(path), "somebody's", about);
            assert.deepEqual(server.severalNames(), [], about);
            const isThere = result?.end === "new" || (result?.end === "ended" && result.detail === "new");
            if (isThere) return;
            told++;
            assert.ok(
              result?.kept.some(([kept]) => kept === number),
              about,
            );
          },
        );
        assert.ok(told > 1, String(told));
      }).timeout(600_000);

    it("is whole after a kill at any step of its way back", async () => {
      await killedAtEach(
        async (server) => {
          const id = await putEveryday(server);
          assert.equal((await server.run("exchange", id))?.end, "new");
          return ["back", id, "old"];
        },
        async (server, id) => {
          if ((await recovered(server, id)) === "new") assert.equal((await backAnew(server, id))?.end, "old");
          assert.equal(wholeState(server), "old");
        },
      );
    }).timeout(600_000);

    it("loses nothing where it is given up after a kill at any step of its way back", async () => {
      let givenUp = 0;
      await killedAtEach(
        async (server) => {
          const id = await putEveryday(server);
          assert.equal((await server.run("exchange", id))?.end, "new");
          return ["back", id, "old"];
        },
        async (server, id, step) => {
          const result = await server.run("giveup", id);
          // it had not begun to go back
          if (result?.end !== "left") return;
          givenUp++;
          const tree = server.tree();
          const kept = new Map(result.kept);
          const copies = copiesOf(everyday);
          for (const [number, { path }] of everyday.entries()) {
            const old = oldTree[path as keyof typeof oldTree];
            if (old === undefined || old === "directory" || tree[path] === old) continue;
            assert.ok(kept.has(number), `${path} after step ${step}: ${JSON.stringify(result)}`);
            assert.equal(contentOf(join(server.site, id, "old", copies[number] ?? "")), old);
          }
          assert.deepEqual(server.severalNames(), []);
        },
      );
      assert.ok(givenUp > 10, String(givenUp));
    }).timeout(600_000);

    it("is whole after a kill at any step of its recovery", async () => {
      const server = new ExchangeServer(shell);
      const inHand = await callsOf(server, "exchange", await putEveryday(server));
      server.remove();
      // when most has been done, there is most to take back
      const step = inHand.findLastIndex((call) => /^mv .*\/new\//.test(call)) + 1;
      await killedAtEach(
        async (killed) => {
          const id = await putEveryday(killed);
          await runWithFault(killed, "exchange", id, { step, does: KILL });
          return ["recover", id, "old"];
        },
        async (killed, id) => {
          assert.equal(await recovered(killed, id), "old");
        },
      );
    }).timeout(600_000);

    for (const verb of ["exchange", "back"])
      it(`says what is so where a tool fails at any step of “${verb}”, as with a full disk`, async () => {
        const ends = new Set<string>();
        await on(async (server) => {
          const id = await putEveryday(server);
          if (verb === "back") assert.equal((await server.run("exchange", id))?.end, "new");
          const kept = server.keep();
          const calls = await callsOf(server, verb, id);
          for (let step = 1; step <= calls.length; step += APART) {
            server.restore(kept);
            const { result } = await runWithFault(server, verb, id, { step, does: "exit 1" });
            const about = `${calls[step - 1]}\n${JSON.stringify(result)}`;
            const end = result?.end ?? "silent";
            ends.add(end);
            const said: Readonly<Record<string, Tree>> = { new: newTree, old: oldTree, untouched: startOf(verb) };
            if (said[end] !== undefined) assert.deepEqual(server.tree(), said[end], about);
            if (verb === "back" && end === "mixed") assert.notDeepEqual(server.tree(), newTree, about);
            // whatever it was, what comes next can go on
            const again = await recover(server, id);
            assert.ok(["old", "new", "untouched", "ended"].includes(again?.end ?? ""), about + JSON.stringify(again));
            wholeState(server);
          }
        });
        assert.ok(ends.size > 2, [...ends].join());
      }).timeout(600_000);
  });
}
