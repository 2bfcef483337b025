import * as v from "valibot";
import { below, shortName } from "../deploymentFields.ts";
import { stepText } from "./stepText.ts";

/** Most steps of a deployment, and most characters of all of them. */
export const MOST_STEPS = 10;
export const LONGEST_STEPS = 6_000;

/** Longest time of a step, in seconds. */
export const LONGEST_SECONDS = 3_600;

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

/** The steps of a deployment, in their order. */
export const steps = v.pipe(
  v.array(step),
  v.maxLength(MOST_STEPS),
  v.check((all) => new Set(all.map(({ name }) => name)).size === all.length),
  v.check((all) => all.reduce((sum, { run }) => sum + run.length, 0) <= LONGEST_STEPS),
  v.readonly(),
);
