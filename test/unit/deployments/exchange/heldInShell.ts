import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { everyday, newTree, oldTree, putEveryday } from "./everydayExchange.ts";
import { ExchangeServer } from "./exchangeServer.ts";

/** The tests of an exchange that is held, on a server with this shell. */
export function testHeldExchange(shell: string): void {
  describe(`an exchange that is held until it is settled, in ${shell}`, () => {
    let server: ExchangeServer;
    beforeEach(() => (server = new ExchangeServer(shell)));
    afterEach(() => server.remove());

    for (const verb of ["back", "recover"])
      it(`goes back whole by “${verb}” from elsewhere`, async () => {
        const id = await putEveryday(server, "installation");
        assert.equal((await server.run("exchange", id))?.end, "held");
        assert.deepEqual(server.tree(), newTree);
        assert.ok(!existsSync(join(server.site, "history-root")));
        const run = randomUUID();
        server.makeRun(run);
        assert.equal((await server.run(verb, id, { run }))?.end, "old", server.errors(run));
        assert.deepEqual(server.tree(), oldTree);
        assert.deepEqual(server.severalNames(), []);
        assert.ok(!existsSync(join(server.site, "unfinished")));
        assert.equal((await server.run("settle", id, { run }))?.end, "ended");
      });

    it("counts once it is settled, and can be gone back from as any other", async () => {
      const id = await putEveryday(server, "installation");
      assert.equal((await server.run("exchange", id))?.end, "held");
      assert.equal((await server.run("exchange", await server.upload(everyday)))?.end, "unfinished");
      assert.equal((await server.run("settle", id))?.end, "new");
      assert.deepEqual(server.severalNames(), []);
      server.put("page.html", "mended");
      const back = await server.run("back", id);
      assert.deepEqual([back?.end, back?.kept], ["kept", [[3, "edited"]]]);
    });
  });
}
