import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExchangeServer, record, usualShell } from "./exchangeServer.ts";

/** Files of one directory, in equal parts added, replaced and removed. */
const FILES = 201;

/** Programs that put them into place at most, or give them their second names, with those that are for none of them. */
const MOST = 60;

describe("the programs of an exchange", () => {
  let server: ExchangeServer;
  beforeEach(() => (server = new ExchangeServer(usualShell)));
  afterEach(() => server.remove());

  /** How many programs of these names a verb starts. */
  async function startedFor(verb: string, id: string, end: string): Promise<number> {
    const log = join(server.base, `started-${verb}`);
    writeFileSync(log, "");
    const environment = server.wrapTools(
      `${log}-tools`,
      (tool, place) => `#!${server.shell}\necho ${tool} >>${log}\nexec ${place} "$@"\n`,
    );
    const result = await server.run(verb, id, { environment });
    assert.equal(result?.end, end, server.errors(id));
    const started = server.readText(log).trim().split("\n");
    return started.filter((tool) => tool === "ln" || tool === "mv").length;
  }

  it("are few for many files of one directory, forward and back", async () => {
    const paths = Array.from({ length: FILES }, (_, at) => `assets/${at}.js`);
    const third = FILES / 3;
    const there = paths.slice(third);
    for (const path of there) server.put(path, "old");
    const before = server.tree();
    const id = await server.upload([
      ...paths.slice(0, third).map((path) => record.add(path, "new")),
      ...there.slice(0, third).map((path) => record.replace(path, "old", "new")),
      ...there.slice(third).map((path) => record.remove(path, "old")),
    ]);
    const forward = await startedFor("exchange", id, "new");
    assert.ok(forward <= MOST, String(forward));
    const back = await startedFor("back", id, "old");
    assert.ok(back <= MOST, String(back));
    assert.deepEqual(server.tree(), before);
  });
});
