import * as v from "valibot";
import { below, shortName, type FieldValue } from "../deploymentFields.ts";
import { stepText, stepTextProblems } from "./stepText.ts";

/** Most steps of a deployment, and most characters of all of them. */
export const MOST_STEPS = 10;
export const LONGEST_STEPS = 6_000;

/** Longest time of a step, in seconds. */
export const LONGEST_SECONDS = 3_600;

/** Why all steps of a deployment, or the text of one, are refused. */
export type StepsProblem = (typeof stepsProblems)[number];

const stepsProblems = [...stepTextProblems, "many", "sameStep", "longTogether"] as const;

/** Whether the message of an issue says why steps are refused. */
export function isStepsProblem(message: string): message is StepsProblem {
  return stepsProblems.some((problem) => problem === message);
}

const step = v.strictObject({
  name: shortName,
  run: stepText,
  /** Before or after the files are exchanged; of a release, before or after it is served. */
  when: v.exactOptional(v.picklist(["before", "after"])),
  /** Without it, the owner of what is deployed to. */
  user: v.exactOptional(v.pipe(v.string(), v.regex(/^[a-z_][\da-z_-]{0,31}$/))),
  /** How long it may take. */
  seconds: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LONGEST_SECONDS)), 300),
  /** Below the directory that is deployed to. */
  directory: v.exactOptional(below, ""),
  /** Runs once more when the files of before are back. */
  alsoBack: v.exactOptional(v.boolean(), false),
});

/** A step as people state it. */
export type StatedStep = v.InferOutput<typeof step>;

/** What the values of a step's fields must be. */
export const stepValues = {
  name: "name",
  run: "stepText",
  when: "beforeOrAfter",
  user: "userName",
  seconds: "seconds",
  directory: "path",
  alsoBack: "trueOrFalse",
} as const satisfies Record<keyof StatedStep, FieldValue>;

/** The steps of a deployment, in their order. */
export const steps = v.pipe(
  v.array(step),
  v.maxLength(MOST_STEPS, "many" satisfies StepsProblem),
  v.check((all) => new Set(all.map(({ name }) => name)).size === all.length, "sameStep" satisfies StepsProblem),
  v.check(
    (all) => all.reduce((sum, { run }) => sum + run.length, 0) <= LONGEST_STEPS,
    "longTogether" satisfies StepsProblem,
  ),
  v.readonly(),
);
