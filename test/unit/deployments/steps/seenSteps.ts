import type { SeenSteps } from "../../../../src/deployments/steps/stepAgreement.ts";
import type { Step } from "../../../../src/deployments/steps/step.ts";

/** A step that runs as the owner of the files. */
export const STEP: Step = {
  index: 0,
  name: "Dependencies",
  run: "composer install --no-dev",
  when: "after",
  user: "www",
  uid: 1000,
  seconds: 300,
  within: "",
  directory: "",
  alsoBack: false,
  path: [],
};

/** What a person sees of a deployment with one step. */
export function seenSteps(change: Partial<SeenSteps> = {}): SeenSteps {
  return {
    panel: { id: "3f0c8e6a-1b2c-4d5e-8f90-a1b2c3d4e5f6", address: "https://192.0.2.1:8888" },
    folder: "/home/me/shop",
    deployment: "site",
    target: { kind: "site", key: "7", identity: ["7", "shop.example"] },
    base: "/www/wwwroot/shop",
    steps: [STEP],
    ...change,
  };
}
