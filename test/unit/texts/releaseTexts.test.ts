import assert from "node:assert/strict";
import type { Step } from "../../../src/deployments/steps/step.ts";
import { deploymentLines } from "../../../src/texts/deploymentTexts.ts";
import { stepsQuestion, type NamedSteps } from "../../../src/texts/stepTexts.ts";

const step = (index: number, when: Step["when"]): Step => ({
  index,
  name: `Step ${index}`,
  run: "true",
  when,
  user: "www",
  uid: 1001,
  seconds: 60,
  within: "",
  directory: "",
  alsoBack: false,
  path: [],
});

const named: NamedSteps = {
  seen: {
    panel: { id: "p", address: "https://192.0.2.1:8888" },
    folder: "/project",
    deployment: "site",
    target: { kind: "site", key: "1", identity: ["1"] },
    base: "/www/wwwroot/shop/releases-*/*",
    steps: [step(0, "before"), step(1, "after")],
  },
  target: "shop.example.com",
  panel: "Shop",
};

describe("what is said of a release before it begins", () => {
  it("says of its steps whether visitors see it already", () => {
    const { detail } = stepsQuestion({ ...named, isRelease: true });
    assert.match(
      detail,
      /^The server of the panel \S+ runs them in the directory of each new release, \/www\/wwwroot\/shop\/releases-/,
    );
    assert.match(detail, /1\. Step 0: before the release is served, as www/);
    assert.match(detail, /2\. Step 1: after the release is served, as www/);
    assert.doesNotMatch(stepsQuestion(named).detail, /is served/);
  });

  it("names its run path in the question of a protection level", () => {
    const input = {
      name: "site",
      directory: "/www/wwwroot/shop",
      steps: [{ name: "Note", when: "before", user: "www" }],
    } as const;
    assert.deepEqual(deploymentLines({ ...input, runPath: "/releases-1/2" }), [
      "On the server: /www/wwwroot/shop",
      "The website serves the release then, by the run path /releases-1/2.",
      "Steps in the release before it is served: Note (as www)",
    ]);
    assert.deepEqual(deploymentLines(input), [
      "On the server: /www/wwwroot/shop",
      "Steps before the files: Note (as www)",
    ]);
  });
});
