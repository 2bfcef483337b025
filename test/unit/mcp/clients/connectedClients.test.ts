import assert from "node:assert/strict";
import { ConnectedClients } from "../../../../src/mcp/clients/connectedClients.ts";
import { memoryFiles } from "../../../fakes/memoryFiles.ts";
import { SteppedClock } from "../../../fakes/steppedClock.ts";

describe("Connected clients", () => {
  const clock = new SteppedClock();

  it("are known to all windows, with what they last said", async () => {
    const files = memoryFiles();
    const options = { directory: "/data/agents", files, clock };
    const [here, there] = [new ConnectedClients(options), new ConnectedClients(options)];
    assert.deepEqual(await here.list(), []);
    await here.connected("codex", "program");
    await there.connected("cursor", "file");
    const connectedAt = clock.wallTime();
    const cursor = { id: "cursor", by: "file", connectedAt };
    const codex = { id: "codex", by: "program", connectedAt };
    assert.deepEqual(await here.list(), [cursor, codex]);
    const told = { name: "codex-mcp-client", version: "1" };
    await there.greeted("codex", told);
    await there.greeted("windsurf", told);
    assert.deepEqual(await here.list(), [cursor, { ...codex, hello: { ...told, at: connectedAt } }]);
    await here.disconnected("codex");
    await there.greeted("codex", told);
    await here.disconnected("codex");
    assert.deepEqual(await there.list(), [cursor]);
  });

  it("of a file that nobody can read are none", async () => {
    const files = memoryFiles();
    for (const text of ["", "{", "[]", '{"by":"magic","connectedAt":1}']) {
      await files.remove("/data/agents/clients/codex.json");
      await files.create("/data/agents/clients/codex.json", text);
      assert.deepEqual(await new ConnectedClients({ directory: "/data/agents", files, clock }).list(), [], text);
    }
  });
});
