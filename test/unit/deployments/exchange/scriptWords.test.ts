import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { refusalOf } from "../../../../src/deployments/steps/runSteps.ts";
import type { Step } from "../../../../src/deployments/steps/step.ts";
import { problemText } from "../../../../src/texts/deploymentTexts.ts";

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../../../src/deployments/exchange", name), "utf8");

const exchange = read("exchange.sh");

/** The words that a pattern finds after a command of a script. */
const words = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, word]) => word ?? []);

/** Why the scripts change nothing, in their words: as they say it, and as they keep it for later. */
const refusals = new Set([
  ...words(exchange, /\b(?:finish untouched|abandon|refuse_step|refuse) '?([a-z]+)/g),
  ...words(exchange, /\bwhy=([a-z]+)/g),
  ...words(read("step.sh"), /\brefuse ([a-z]+)/g),
]);

const step: Step = {
  index: 0,
  name: "migrate",
  run: "true",
  when: "after",
  user: "www",
  uid: 1001,
  seconds: 60,
  within: "",
  directory: "api",
  alsoBack: false,
  path: [],
};

describe("the words of the scripts that servers run", () => {
  it("are found", () => {
    const some = ["how", "step", "script", "user", "link", "gone", "late", "stopped", "space", "access", "about"];
    assert.deepEqual(
      some.filter((word) => !refusals.has(word)),
      [],
    );
  });

  for (const word of refusals)
    it(`have a sentence for “${word}”`, () => {
      const text = problemText(refusalOf(word, step, "/www/wwwroot/x")) ?? "";
      assert.match(text, /^\S.+[^.]\.$/);
      assert.ok(!text.includes(`(${word})`), text);
    });

  it("name the step, its user and its directory where these are why", () => {
    for (const word of ["user", "gone", "link"])
      assert.match(problemText(refusalOf(word, step, "/www/wwwroot/x")) ?? "", /“migrate”/);
    assert.match(problemText(refusalOf("user", step, "/www/wwwroot/x")) ?? "", /www/);
    assert.match(problemText(refusalOf("link", step, "/www/wwwroot/x")) ?? "", /\/www\/wwwroot\/x\/api/);
  });
});
