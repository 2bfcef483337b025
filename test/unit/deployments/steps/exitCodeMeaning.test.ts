import assert from "node:assert/strict";
import { exitCodeMeaning } from "../../../../src/deployments/steps/exitCodeMeaning.ts";

describe("the meaning of an exit code", () => {
  const meanings = [
    [1, undefined],
    [2, undefined],
    [124, "its time was over"],
    [126, "the command may not be run"],
    [127, "command not found"],
    [128, undefined],
    [130, "it was interrupted"],
    [137, "it was killed, often because memory was short"],
    [138, "signal 10 ended it"],
    [139, "it crashed"],
    [143, "it was told to end"],
    [192, "signal 64 ended it"],
    [193, undefined],
    [255, undefined],
  ] as const;
  for (const [code, meaning] of meanings)
    it(`is ${meaning ?? "its program's own"} for ${code}`, () => assert.equal(exitCodeMeaning(code), meaning));
});
