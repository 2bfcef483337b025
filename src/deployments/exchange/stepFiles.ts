import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import type { ArchiveMember } from "../archive/exchangeArchive.ts";
import { digestOfSteps, type Step, type StepTurn } from "../steps/step.ts";
import { JOB_SCRIPT, jobFiles } from "../../onServer/jobFiles.ts";
import { STEP_SCRIPT, type ServerScripts } from "./scriptReader.ts";
import { sha1Of } from "../../serverFiles/sha1Of.ts";

/** A step in one of its turns: one that also runs on the way back has a directory for each. */
export interface RanStep extends Step {
  readonly turn: StepTurn;
}

/** The name of the directory that an exchange has for a step. */
export function stepWord({ index, turn }: Pick<RanStep, "index" | "turn">): string {
  return turn === "back" ? `${index}-back` : `${index}`;
}

/** Where that directory is, relative to the exchange's. */
export function stepDirectory(step: Pick<RanStep, "index" | "turn">): string {
  return posix.join("steps", stepWord(step));
}

/** The scripts that run a step, which lie beside the exchange's own. */
export function stepScripts({
  step,
  job,
}: ServerScripts): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
  return [
    { name: STEP_SCRIPT, bytes: step },
    { name: JOB_SCRIPT, bytes: job },
  ];
}

/** What an archive has of steps: what is to run, the scripts that run it, and what tells these steps from any others. */
export function stepMembers(steps: readonly Step[], scripts: ServerScripts): readonly ArchiveMember[] {
  if (steps.length === 0) return [];
  const runs = steps.flatMap((step): readonly ArchiveMember[] => {
    const turns: readonly StepTurn[] = step.alsoBack ? [step.when, "back"] : [step.when];
    const bytes = Buffer.from(step.run);
    return turns.flatMap((turn) => {
      const directory = stepDirectory({ ...step, turn });
      return [
        { name: posix.join(directory, "run"), bytes },
        { name: posix.join(directory, jobFiles.goes), bytes: Buffer.alloc(0) },
      ];
    });
  });
  return [...stepScripts(scripts), { name: "steps/digest", bytes: Buffer.from(`${digestOfSteps(steps)}\n`) }, ...runs];
}

/**
 * How a step is to run, as the script reads it; it is what lets a step begin.
 */
export function howBytes({ run, user, uid, seconds, within, directory, path }: Step, scripts: ServerScripts): Buffer {
  const lines = [
    `nonce=${randomUUID()}`,
    `sha1=${sha1Of(run)}`,
    `script=${sha1Of(Buffer.concat([scripts.step, scripts.job]))}`,
    `user=${user}`,
    `uid=${uid}`,
    `seconds=${seconds}`,
    `target=${within}`,
    `directory=${directory}`,
    `path=${path.join(":")}`,
  ];
  return Buffer.from(lines.map((line) => `${line}\n`).join(""));
}
