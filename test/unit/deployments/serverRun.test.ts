import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { ServerRun, type ScriptContext } from "../../../src/deployments/serverRun.ts";
import { FakeCalls } from "../../fakes/fakeCall.ts";
import { LeapingClock } from "../../fakes/leapingClock.ts";

const place = { site: "/ours/a", root: "/www/site", directory: "" };
const script = Buffer.from("#!/bin/sh\n");
const sha1 = (text: string | Buffer) => createHash("sha1").update(text).digest("hex");

/** The line of a run of the script as a log has it. */
function lineOf([, , verb, id, nonce]: readonly string[], end: string, detail: string): string {
  const result = JSON.stringify({
    version: 1,
    nonce,
    script: sha1(script),
    verb,
    id,
    end,
    detail,
    trouble: [],
    kept: [],
    copies: [],
    removed: 0,
    freed: 0,
  });
  return `server-panel ${nonce} ${sha1(result)} ${result}\n`;
}

describe("a run on the server whose end was not seen", () => {
  /** How it is said to have ended, where *recover* ends so. */
  const endWhere = async (end: string, detail: string) => {
    let words: readonly string[] = [];
    const calls = new FakeCalls({
      "scheduledTask.add": ({ script: line }) => {
        words = line.split(" ");
        return { id: 1 };
      },
      "scheduledTask.toggle": () => ({ msg: "" }),
      "scheduledTask.run": () => ({ msg: "" }),
      "scheduledTask.remove": () => ({ msg: "" }),
      "scheduledTask.log": () => ({ text: words[2] === "recover" ? lineOf(words, end, detail) : "" }),
    });
    const context: ScriptContext = {
      callFor: () => calls.callFor(),
      clock: new LeapingClock(),
      signal: new AbortController().signal,
      script,
      installation: "aa",
      temporary: tmpdir(),
    };
    const run = new ServerRun(place);
    return (await run.change("exchange", { id: run.id, paths: [], bytes: 0 }, context)).end.kind;
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
});
