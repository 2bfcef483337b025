import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { everyday, newTree, oldTree, putEveryday } from "./everydayExchange.ts";
import { ExchangeServer, placeOf, usualShell } from "./exchangeServer.ts";
import { callsOf, runWithFault } from "./faultyRun.ts";

/** Between how many steps one is tried. */
const APART = process.env["FUZZ"] === "full" ? 1 : 4;

/** The trees by any path. */
const [before, after]: readonly Readonly<Record<string, string>>[] = [oldTree, newTree];

describe("a way back while somebody tidies its copies up", () => {
  it("names what has not come back, whichever copies go at whichever step", async () => {
    const server = new ExchangeServer(usualShell);
    try {
      const id = await putEveryday(server);
      assert.equal((await server.run("exchange", id))?.end, "new");
      const kept = server.keep();
      const calls = await callsOf(server, "back", id);
      const named = new Set<string>();
      for (const step of calls.keys()) {
        if (step % APART > 0) continue;
        server.restore(kept);
        const does = `${placeOf("rm")} -rf ${join(server.site, id, "old")}/[0-9]*`;
        const { result } = await runWithFault(server, "back", id, { step: step + 1, does });
        const tree = server.tree();
        const about = `at ${step + 1}: ${calls[step] ?? ""}\n${JSON.stringify(result)}\n${JSON.stringify(tree)}`;
        assert.ok(["old", "kept", "mixed", "untouched"].includes(result?.end ?? ""), about);
        if (result?.end === "untouched") {
          assert.deepEqual(tree, newTree, about);
          continue;
        }
        const told = new Set(result?.kept.map(([number]) => everyday[number]?.path));
        for (const path of new Set([...Object.keys(oldTree), ...Object.keys(newTree)])) {
          if (tree[path] === before?.[path]) continue;
          assert.ok(
            told.has(path) || [...told].some((other) => path.startsWith(`${other ?? ""}/`)),
            `${path} ${about}`,
          );
          assert.ok(tree[path] === undefined || tree[path] === after?.[path], about);
          named.add(path);
        }
        if (result?.end === "mixed") continue;
        assert.deepEqual(server.severalNames(), [], about);
        assert.ok(!existsSync(join(server.site, "unfinished")), about);
      }
      assert.deepEqual([...named].toSorted(), [
        "gone link",
        "gone.html",
        "moved link",
        "one.css",
        "page.html",
        "real file",
        "turns",
        "turns/a",
        "two.css",
      ]);
    } finally {
      server.remove();
    }
  }).timeout(600_000);
});
