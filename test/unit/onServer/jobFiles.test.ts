import assert from "node:assert/strict";
import { readJobWord } from "../../../src/onServer/jobFiles.ts";

describe("the word of a job in the log of its task", () => {
  const said = (line: string) => readJobWord(`something else\nserver-panel nonce ${line}`, "nonce");

  it("is read once its line has ended", () => {
    assert.deepEqual(said("missing flock tar\n"), { kind: "missing", tools: ["flock", "tar"] });
    assert.deepEqual(said("begun\nmore"), { kind: "begun" });
  });

  it("is none while its line is still being written", () => {
    assert.equal(said("missing flo"), undefined);
    assert.equal(said("begun"), undefined);
  });
});
