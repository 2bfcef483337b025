import { deploy, type DeployContext, type Deployed } from "../../../../src/deployments/deploy.ts";
import type { RunContext } from "../../../../src/deployments/deploymentProcedure.ts";
import type { Result } from "../../../../src/deployments/deploymentResult.ts";
import { throughStages } from "../../../../src/deployments/stages.ts";
import type { Step } from "../../../../src/deployments/steps/step.ts";
import { settled, stepsStage } from "../../../../src/deployments/steps/stepsStage.ts";
import { DeployFixture } from "../deployFixture.ts";

const www = { user: "www", uid: 1001, seconds: 60, within: "", directory: "", alsoBack: false, path: [] };

/** Steps by their texts, after the exchange unless they are said to come before it. */
export function stepsOf(...texts: readonly (string | Partial<Step>)[]): readonly Step[] {
  return texts.map((text, index) => {
    const own = typeof text === "string" ? { run: text } : text;
    return { ...www, index, name: `step ${index}`, when: "after", run: "true", ...own };
  });
}

/** A demo panel that runs steps, and a folder with a page that the website has and a file that it has not. */
export async function startWithSteps(): Promise<DeployFixture> {
  const used = await DeployFixture.start("baota", undefined, { runsCommands: true });
  await used.source({ "index.html": "one", "added.js": "x" });
  return used;
}

/** How a test deploys with steps. */
export interface WithSteps {
  readonly rollsBack?: boolean;
  readonly changes?: Partial<DeployContext>;
}

/** Prepares a deployment with steps, makes it, and settles it. */
export async function deployWithSteps(
  used: DeployFixture,
  steps: readonly Step[],
  { rollsBack = false, changes = {} }: WithSteps = {},
): Promise<Deployed> {
  const prepared = await used.prepare({ steps });
  const context = used.context(changes) as RunContext;
  return settled(await throughStages(await deploy(prepared, context), [stepsStage(rollsBack)], context), context);
}

/** What is told of the steps, one a line. */
export function told({ end }: Result): readonly string[] | undefined {
  return end.steps?.map(({ name, end: { kind, ...more }, isBack }) =>
    [name, kind, ...Object.values(more), ...(isBack === true ? ["back"] : [])].join(" "),
  );
}
