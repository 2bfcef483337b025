import assert from "node:assert/strict";
import { ServerRun } from "../../../src/deployments/serverRun.ts";
import { ScriptedServer } from "./scriptedServer.ts";

const place = { site: "/ours/a", root: "/www/site", directory: "" };

describe("a run on the server whose end was not seen", () => {
  /** How it is said to have ended, where *recover* ends so. */
  const endWhere = async (end: string, detail: string) => {
    const server = new ScriptedServer((verb) => (verb === "recover" ? { end, detail } : undefined));
    const run = new ServerRun(place);
    return (await run.change("exchange", { id: run.id, paths: [], bytes: 0 }, server.context())).kind;
  };

  it("has ended as the server says it has", async () => {
    assert.equal(await endWhere("new", ""), "new");
    assert.equal(await endWhere("old", ""), "old");
    assert.equal(await endWhere("untouched", "cut"), "untouched");
  });

  it("is unknown where the server could not look, or somebody else works there", async () => {
    assert.equal(await endWhere("untouched", "space"), "unknown");
    assert.equal(await endWhere("untouched", "root"), "unknown");
    assert.equal(await endWhere("busy", "bb other exchange 1700000000"), "unknown");
  });

  it("stays given up where a person has given up: nothing goes back", async () => {
    const asked = new Set<string>();
    const server = new ScriptedServer((verb) => {
      asked.add(verb);
      // nobody sees the first run end
      return server.calls.count("scheduledTask.run") > 1 ? { end: "ended", detail: "left" } : undefined;
    });
    const { kind } = await new ServerRun(place).change("giveup", { id: "a", paths: [], bytes: 0 }, server.context());
    assert.equal(kind, "left");
    assert.deepEqual([...asked], ["giveup"]);
  });
});
