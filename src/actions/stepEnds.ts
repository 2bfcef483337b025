import * as l10n from "@vscode/l10n";
import type { StepEnd } from "./deploymentEnd.ts";

/** A failed step as the sentences of the table need it. */
export interface ToldStep {
  /** Ready to be shown. */
  readonly name: string;
  /** It ran once more, for the files of before. */
  readonly isBack: boolean;
  /** Of a program that has exited. */
  readonly code: number;
  /** What the code means, where it means the same of every program. */
  readonly meaning: string | undefined;
  /** The time that it had, ready to be shown. */
  readonly seconds: string;
}

/** What the end of a step means for everybody who acts on it or tells it. */
interface StepEndKind {
  /** It has done something: that is not undone with the files. */
  readonly hasBegun: boolean;
  /** What comes after it may come. */
  readonly isGood?: true;
  /** It may still run, so nothing goes back under it. */
  readonly isOpen?: true;
  /** Nobody has seen whether its work is done: a person says what becomes of its deployment. */
  readonly isUnseen?: true;
  /** What it has written last may say why. */
  readonly hasReason?: true;
  /** The sentence where it is not what was wanted. */
  readonly sentence?: (step: ToldStep) => string;
}

/** The table of ends of a step. `stepEndKindOf` finds the row of an end. */
export const stepEnds = {
  good: { hasBegun: true, isGood: true },
  /** It has exited with another code than 0. */
  failed: { hasBegun: true, hasReason: true, sentence: failedText },
  /** It was ended after its time. */
  late: {
    hasBegun: true,
    hasReason: true,
    sentence: ({ name, seconds }) => l10n.t("Step “{0}” did not end within {1} s, and was ended.", name, seconds),
  },
  /** It was ended by a cancel. */
  stopped: { hasBegun: true, sentence: ({ name }) => l10n.t("Step “{0}” was ended by the cancel.", name) },
  /** The server ended it, or it ended what watches it. */
  lost: {
    hasBegun: true,
    isUnseen: true,
    sentence: ({ name }) => l10n.t("Step “{0}” was cut off on the server.", name),
  },
  /** Its end was not seen. */
  unknown: {
    hasBegun: true,
    isOpen: true,
    isUnseen: true,
    sentence: ({ name }) => l10n.t("It is not known how step “{0}” has ended: it may still run.", name),
  },
  notBegun: { hasBegun: false },
} as const satisfies Readonly<Record<string, StepEndKind>>;

/** The row of an end. */
export function stepEndKindOf({ end }: Pick<StepEnd, "end">): StepEndKind {
  if (end.kind === "exited") return end.code === 0 ? stepEnds.good : stepEnds.failed;
  return stepEnds[end.kind];
}

/** Whether what comes after a step may come. */
export function isGood(step: StepEnd): boolean {
  return stepEndKindOf(step).isGood === true;
}

/** Whether a step may still run: nobody has seen its end. */
export function isOpen(step: StepEnd): boolean {
  return stepEndKindOf(step).isOpen === true;
}

/** Whether a step has begun. */
export function hasBegun(step: StepEnd): boolean {
  return stepEndKindOf(step).hasBegun;
}

function failedText({ name, isBack, code, meaning }: ToldStep): string {
  const shown = String(code);
  if (meaning === undefined) {
    if (isBack) return l10n.t("Step “{0}”, run again on the old files, failed, too (exit code {1}).", name, shown);
    return l10n.t("Step “{0}” failed (exit code {1}).", name, shown);
  }
  if (isBack)
    return l10n.t("Step “{0}”, run again on the old files, failed, too: {2} (exit code {1}).", name, shown, meaning);
  return l10n.t("Step “{0}” failed: {2} (exit code {1}).", name, shown, meaning);
}
