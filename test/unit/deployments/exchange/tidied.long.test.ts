import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { newTree, oldTree, putEveryday } from "./everydayExchange.ts";
import { ExchangeServer, record, usualShell } from "./exchangeServer.ts";

describe("an exchange of which somebody has tidied up what it is ended by", () => {
  let server: ExchangeServer;
  beforeEach(() => (server = new ExchangeServer(usualShell)));
  afterEach(() => server.remove());

  const elsewhere = async (verb: string, id: string) => {
    const run = randomUUID();
    server.makeRun(run);
    const result = await server.run(verb, id, { run });
    return `${result?.end ?? "silent"} ${result?.detail ?? ""}`.trim();
  };
  const canDeploy = async () => {
    assert.ok(!existsSync(join(server.site, "unfinished")));
    assert.equal((await server.run("exchange", await server.upload([record.add("next", "next")])))?.end, "new");
  };

  const tidies: Readonly<Record<string, (work: string) => void>> = {
    "its directory": (work) => rmSync(work, { recursive: true }),
    "all its files": (work) => {
      for (const each of readdirSync(work, { withFileTypes: true })) if (each.isFile()) rmSync(join(work, each.name));
    },
    "its list": (work) => rmSync(join(work, "list")),
    "what it is about": (work) => rmSync(join(work, "about")),
    "its state": (work) => rmSync(join(work, "state")),
  };
  for (const [what, tidy] of Object.entries(tidies))
    it(`can be given up without ${what}, and says why it cannot go back`, async () => {
      const id = await putEveryday(server, "installation");
      assert.equal((await server.run("exchange", id))?.end, "held");
      tidy(join(server.site, id));
      assert.equal(await elsewhere("recover", id), "untouched tidied");
      assert.deepEqual(server.tree(), newTree);
      assert.equal(await elsewhere("giveup", id), "left");
      await canDeploy();
    });

  it("is in no history any more without its record, and the next one comes after those that are left", async () => {
    const first = await putEveryday(server);
    assert.equal((await server.run("exchange", first))?.end, "new");
    const second = await server.upload([record.add("second", "second")], { after: first });
    assert.equal((await server.run("exchange", second))?.end, "new");
    rmSync(join(server.site, second, "record.json"));
    const third = await server.upload([record.add("third", "third")], { after: first });
    assert.equal((await server.run("exchange", third))?.end, "new", server.errors(third));
    assert.equal(server.readText(join(server.site, "history-root")).trim(), `${third} ${first}`);
  });

  it("has today's time where others tidy up by age", async () => {
    const id = await putEveryday(server);
    const work = join(server.site, id);
    assert.equal((await server.run("exchange", id))?.end, "new");
    for (const name of ["about", "list", "record.json"])
      assert.ok(Date.now() - statSync(join(work, name)).mtimeMs < 3_600_000, name);
    assert.deepEqual(server.tree(), newTree);
    assert.equal(await elsewhere("back", id), "old");
    assert.deepEqual(server.tree(), oldTree);
  });
});
