import assert from "node:assert/strict";
import { knownEditions } from "../../../src/wire/answers/operation.ts";
import { DeployFixture } from "./deployFixture.ts";

for (const edition of knownEditions)
  describe(`a deployment to ${edition} that is cancelled`, () => {
    let used: DeployFixture;
    beforeEach(async () => (used = await DeployFixture.start(edition)));
    afterEach(() => used.stop());

    it("goes back where the server was exchanging files already", async () => {
      await used.source({ "index.html": "one", "new.txt": "new" });
      const before = used.server;
      const stopping = new AbortController();
      const { end, failure } = await used.deploy({
        signal: stopping.signal,
        onPhase: (phase) => {
          if (phase === "exchanging") stopping.abort();
        },
      });
      assert.deepEqual([end.state, end.rolledBack, failure?.kind], ["before", "done", "cancelled"]);
      assert.deepEqual(used.server, before);
    });
  });
