import assert from "node:assert/strict";
import { digestOfSteps, type Step } from "../../../../src/deployments/steps/step.ts";

const STEP: Step = {
  index: 0,
  name: "Database",
  run: "php artisan migrate",
  when: "after",
  user: "www",
  uid: 33,
  seconds: 60,
  within: "",
  directory: "",
  alsoBack: false,
  path: ["/www/server/php/82/bin"],
};

const OTHERS: Partial<Step> = {
  name: "Migration",
  run: "php artisan migrate --force",
  when: "before",
  user: "root",
  uid: 1_000,
  within: "api",
  directory: "bin",
  path: ["/www/server/php/84/bin"],
};

describe("steps that have ended well", () => {
  it("run again where anything of what they do is another", () => {
    for (const [field, value] of Object.entries(OTHERS))
      assert.notEqual(digestOfSteps([STEP]), digestOfSteps([{ ...STEP, [field]: value }]), field);
    assert.notEqual(digestOfSteps([STEP, { ...STEP, ...OTHERS }]), digestOfSteps([{ ...STEP, ...OTHERS }, STEP]));
  });

  it("do not run again where they only have more time", () => {
    assert.equal(digestOfSteps([STEP]), digestOfSteps([{ ...STEP, seconds: 120 }]));
  });
});
