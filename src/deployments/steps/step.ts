import { createHash } from "node:crypto";

/** A step of a deployment as it will run: nothing is left to defaults. */
export interface Step {
  /** Its place among all steps of the deployment. */
  readonly index: number;
  readonly name: string;
  /** What bash runs, byte for byte. */
  readonly run: string;
  /** Before or after the files are exchanged. */
  readonly when: "before" | "after";
  readonly user: string;
  /** The number of that user, as it was shown. */
  readonly uid: number;
  /** How long it may take. */
  readonly seconds: number;
  /** The directory that it must not leave, relative to the root: the one that is deployed to; empty for the root itself. */
  readonly within: string;
  /** Where it runs, relative to that; empty for that itself. */
  readonly directory: string;
  /** Runs once more when the files of before are back. */
  readonly alsoBack: boolean;
  /** Directories of programs, before those of the server. */
  readonly path: readonly string[];
}

/** When steps run: before or after the files are exchanged, or again for those of before. */
export type StepTurn = Step["when"] | "back";

/** Tells these steps, in this order, from any that would do something else: other commands, users, directories or programs. */
export function digestOfSteps(steps: readonly Step[]): string {
  const told = steps.map(({ name, run, when, user, uid, within, directory, path }) => {
    return [name, run, when, user, uid, within, directory, path];
  });
  return createHash("sha256").update(JSON.stringify(told)).digest("hex");
}
