import assert from "node:assert/strict";
import type { StepEnd } from "../../../src/actions/deploymentEnd.ts";
import { hasBegun, isGood, isOpen, stepEndKindOf, stepEnds } from "../../../src/actions/stepEnds.ts";

const ends: Readonly<Record<keyof typeof stepEnds, StepEnd["end"]>> = {
  good: { kind: "exited", code: 0 },
  failed: { kind: "exited", code: 1 },
  late: { kind: "late", seconds: 30 },
  stopped: { kind: "stopped" },
  lost: { kind: "lost" },
  unknown: { kind: "unknown" },
  notBegun: { kind: "notBegun" },
};
const step = (kind: keyof typeof stepEnds): StepEnd => ({ name: "Build", when: "after", end: ends[kind] });
const kinds = Object.keys(stepEnds) as readonly (keyof typeof stepEnds)[];
const kindsThat = (is: (end: StepEnd) => boolean) => kinds.filter((kind) => is(step(kind)));

describe("the table of ends of a step", () => {
  it("lets the next step begin after a good one alone", () => {
    assert.deepEqual(kindsThat(isGood), ["good"]);
  });

  it("lets nothing go back under one that may still run, and leaves it to a person where nobody has seen whether its work is done", () => {
    assert.deepEqual(kindsThat(isOpen), ["unknown"]);
    assert.deepEqual(
      kindsThat((end) => stepEndKindOf(end).isUnseen === true),
      ["lost", "unknown"],
    );
  });

  it("takes all for begun but what has not begun", () => {
    assert.deepEqual(
      kindsThat((end) => !hasBegun(end)),
      ["notBegun"],
    );
  });

  it("has a sentence of its own, with the step's name, for each that has begun and is not good", () => {
    const told = { name: "Build", isBack: false, code: 127, meaning: "command not found", seconds: "30" };
    const sentences = kinds.flatMap((kind) => stepEndKindOf(step(kind)).sentence?.(told) ?? []);
    assert.equal(new Set(sentences).size, kindsThat((end) => hasBegun(end) && !isGood(end)).length);
    for (const sentence of sentences) assert.match(sentence, /“Build”/);
  });
});
