import assert from "node:assert/strict";
import { ExchangeServer, placeOf, record, shells } from "./exchangeServer.ts";
import { callsOf } from "./faultyRun.ts";

for (const shell of shells.filter((each) => each !== "busybox" && placeOf("perl") !== undefined))
  describe(`the programs of an exchange, in ${shell} with a perl`, () => {
    let server: ExchangeServer;
    beforeEach(() => (server = new ExchangeServer(shell)));
    afterEach(() => server.remove());

    /** The programs that a verb starts for so many files, of which one is added and one is removed. */
    async function programsFor(verb: string, files: number): Promise<readonly string[]> {
      const paths = Array.from({ length: files }, (_, at) => `${files}-${at}`);
      const [added = "", ...there] = paths;
      for (const path of there) server.put(path, "old");
      const [removed = "", ...replaced] = there;
      const id = await server.upload([
        record.add(added, "new"),
        ...replaced.map((path) => record.replace(path, "old", "new")),
        record.remove(removed, "old"),
      ]);
      if (verb === "back") assert.equal((await server.run("exchange", id))?.end, "new");
      // of a perl, the calls are its records
      const calls = (await callsOf(server, verb, id)).filter((call) => !call.startsWith("perl "));
      return calls.map((call) => call.split(" ", 1).join(""));
    }

    for (const verb of ["exchange", "back"])
      it(`are as many for thirty files as for three in “${verb}”`, async () => {
        const few = await programsFor(verb, 3);
        assert.ok(few.length > 20, few.join(" "));
        assert.deepEqual(await programsFor(verb, 30), few);
      });
  });
