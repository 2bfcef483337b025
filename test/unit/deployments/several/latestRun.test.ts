import assert from "node:assert/strict";
import { latestRun } from "../../../../src/deployments/several/latestRun.ts";

describe("the latest deployment to several servers", () => {
  const of = (...histories: readonly (readonly (string | undefined)[])[]) =>
    latestRun(histories.map((runs) => runs.map((run) => (run === undefined ? {} : { run }))));

  it("is told by a server that has both, whichever servers it has reached", () => {
    assert.deepEqual(of(["b", "a"], ["b", "a"]), { run: "b" });
    assert.deepEqual(of(["b", "a"], ["a"], []), { run: "b" });
    assert.deepEqual(of(["a"], ["b", "a"]), { run: "b" });
    assert.deepEqual(of(["a"], [undefined, "b"]), { run: "a" });
  });

  it("is unclear where no server has both, or two say the opposite", () => {
    assert.equal(of(["a"], ["b"]), "unclear");
    assert.equal(of(["b", "a"], ["a", "b"]), "unclear");
  });

  it("is none where all that was deployed went to one server alone", () => {
    assert.equal(of([], [undefined]), undefined);
  });
});
