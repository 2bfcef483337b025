import * as v from "valibot";
import { MOST_STEPS, LONGEST_SECONDS } from "./stepFields.ts";
import type { Step } from "./step.ts";

const namedStep = v.object({
  name: v.pipe(v.string(), v.maxLength(255)),
  when: v.picklist(["before", "after"]),
  seconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LONGEST_SECONDS)),
});

/** A step of a deployment without its text, which is on the server. */
export type NamedStep = Readonly<v.InferOutput<typeof namedStep>>;

/** The steps of a deployment by their names, in their order. */
export const namedStepsSchema = v.pipe(v.array(namedStep), v.maxLength(MOST_STEPS), v.readonly());

/** What a record and the journal have of steps. */
export function namedSteps(steps: readonly Step[]): readonly NamedStep[] {
  return steps.map(({ name, when, seconds }) => ({ name, when, seconds }));
}
