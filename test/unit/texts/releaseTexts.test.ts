import assert from "node:assert/strict";
import type { Step } from "../../../src/deployments/steps/step.ts";
import { newReleaseId } from "../../../src/deployments/releases/releaseId.ts";
import { deploymentLines } from "../../../src/texts/plannedDeploymentTexts.ts";
import { releaseLabel, releaseProblemText } from "../../../src/texts/releaseTexts.ts";
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
    const ofRelease = "/releases-0123456789abcdef/6f1ed002-ab12-4f3e-9d2b-0123456789ab/public";
    assert.equal(
      deploymentLines({ ...input, runPath: ofRelease })[1],
      "The website serves the release then, by the run path /releases-…/6f1ed002…/public.",
    );
    assert.deepEqual(deploymentLines(input), [
      "On the server: /www/wwwroot/shop",
      "Steps before the files: Note (as www)",
    ]);
  });

  it("calls a release by its time, and one of an earlier version by the beginning of its random name", () => {
    const release = "/www/wwwroot/shop/releases-0123456789abcdef/20261128-204727-fe07/public";
    assert.match(
      releaseProblemText({ why: "changedRoot", root: release }),
      /: it serves release 20261128-204727-fe07 now\.$/,
    );
    const input = { name: "shop", directory: "/www/wwwroot/shop", runPath: release.slice("/www/wwwroot/shop".length) };
    assert.match(deploymentLines(input)[1] ?? "", /by the run path \/releases-…\/20261128-204727-fe07\/public\.$/);
    assert.match(
      releaseLabel(newReleaseId(new Date(2026, 10, 28, 20, 47, 27).getTime())),
      /^20261128-204727-[\da-f]{4}$/,
    );
    assert.equal(releaseLabel("6f1ed002-ab12-4f3e-9d2b-0123456789ab"), "6f1ed002");
  });

  it("calls a release as the list of releases does, and any other directory by its path", () => {
    const release = "/www/wwwroot/shop/releases-0123456789abcdef/6f1ed002-ab12-4f3e-9d2b-0123456789ab/public";
    const serves = (root: string) => releaseProblemText({ why: "changedRoot", root });
    assert.match(serves(release), /: it serves release 6f1ed002 now\.$/);
    assert.match(serves("/www/wwwroot/shop/public"), /: it serves \/www\/wwwroot\/shop\/public now\.$/);
    assert.match(
      releaseProblemText({ why: "servesRelease", root: release }),
      /^The website serves a release \(6f1ed002\)/,
    );
  });
});
