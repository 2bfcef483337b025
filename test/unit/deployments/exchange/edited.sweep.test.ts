import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { newTree, oldTree, putEveryday } from "./everydayExchange.ts";
import { ExchangeServer, placeOf, shells, type Tree } from "./exchangeServer.ts";
import { callsOf, runWithFault } from "./faultyRun.ts";

const IS_FULL = process.env["FUZZ"] === "full";

/** Between how many steps one is tried. The first differs for each path, so that together they are at every third step. */
const APART = IS_FULL ? 1 : 12;

const paths = ["page.html", "gone.html", "added.js", "turns/a", "two.css"];

/** What people and programs do to a file meanwhile: write into it, or put another one in its place, as most editors do. */
const edits = {
  "writing into a file": (file: string) => `printf EDIT >>'${file}'`,
  "putting another file in its place": (file: string) =>
    `printf EDIT >'${file}.draft' && ${placeOf("mv")} -f '${file}.draft' '${file}'`,
};

/** All that is not at or below the first directory of a path. */
const othersThan = (path: string, tree: Tree) =>
  Object.fromEntries(Object.entries(tree).filter(([other]) => other.split("/")[0] !== path.split("/")[0]));

/**
 * Whether this call replaces the file at the path, or another one that the same program replaces before it. Before that the script has looked,
 * and what is put into its place while this very program runs is lost: no tool that all servers have can exchange two names. A file
 * that is written into is never lost.
 */
function isReplacing(calls: readonly string[], index: number, path: string): boolean {
  const [, options, file] = /^mv (-f|-f -T) .*\/(?:new|old)\/\d+\/(.+) \.\/.*$/s.exec(calls[index] ?? "") ?? [];
  if (file === undefined) return false;
  return file === path || (options === "-f" && isReplacing(calls, index + 1, path));
}

for (const shell of IS_FULL ? shells : shells.slice(0, 1)) {
  describe(`an edit while files are exchanged, in ${shell}`, () => {
    async function onServer<Result>(
      verb: string,
      task: (server: ExchangeServer, id: string) => Promise<Result>,
    ): Promise<Result> {
      const server = new ExchangeServer(shell);
      try {
        const id = await putEveryday(server);
        if (verb === "back") assert.equal((await server.run("exchange", id))?.end, "new");
        return await task(server, id);
      } finally {
        server.remove();
      }
    }

    for (const verb of ["exchange", "back"])
      for (const [what, edit] of Object.entries(edits))
        it(`is not lost by ${what} at any step of “${verb}”`, async () => {
          await onServer(verb, async (server, id) => {
            const kept = server.keep();
            const calls = await callsOf(server, verb, id);
            const isRenamed = what.startsWith("putting");
            let edited = 0;
            const tryOne = async (path: string, call: string, step: number) => {
              server.restore(kept);
              const happened = join(server.base, `happened-${path.replace("/", "-")}-${step}`);
              // where its directory is not there, nobody can edit it
              const does = `{ ${edit(`${server.root}/${path}`)}; } 2>/dev/null && printf '' >${happened}`;
              const { result } = await runWithFault(server, verb, id, { step, does });
              const tree = server.tree();
              const about = `${path} at ${step}: ${call}\n${JSON.stringify(result)}\n${JSON.stringify(tree)}`;
              if (existsSync(happened)) {
                edited += 1;
                assert.match(tree[path] ?? "", /EDIT$/, about);
              }
              const isNew = tree["new"] !== undefined;
              assert.deepEqual(othersThan(path, tree), othersThan(path, isNew ? newTree : oldTree), about);
              assert.deepEqual(server.severalNames(), [], about);
            };
            for (const [first, path] of paths.entries())
              for (const [index, call] of calls.entries()) {
                if (index % APART !== (first * 3) % APART || (isRenamed && isReplacing(calls, index, path))) continue;
                await tryOne(path, call, index + 1);
              }
            assert.ok(edited > 10, `${edited} edits`);
          });
        }).timeout(600_000);
  });
}
