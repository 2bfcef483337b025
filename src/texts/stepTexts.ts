import * as l10n from "@vscode/l10n";
import { exactText } from "../characters/plainText.ts";
import { isIncluded } from "../characters/sentences.ts";
import type { Step } from "../deployments/steps/step.ts";
import { isRoot, workingDirectory, type SeenSteps } from "../deployments/steps/stepAgreement.ts";
import { listText } from "./listTexts.ts";
import { numberText } from "./numberTexts.ts";

/** The most lines that a question shows: some screens have no room for more. */
const MOST_LINES = 25;

/** Letters of a line of a question. */
const LINE = 60;

/** Letters of a line in an editor, where what lies beyond its edge is not seen. */
const EDITOR_LINE = 80;

/** The steps of a deployment with the names that people know its target and its panel by. */
export interface NamedSteps {
  readonly seen: SeenSteps;
  readonly target: string;
  readonly panel: string;
  /** They are of a release: those before run in it, and visitors see it after them. */
  readonly isRelease?: boolean;
}

/** The question whether the steps of a deployment may run; `isLong`: its detail has no room in a dialog. */
export function stepsQuestion(named: NamedSteps) {
  const { seen, panel } = named;
  const detail = [
    whenText(named),
    ...seen.steps.flatMap((step) => ["", ...stepLines(named, step, Infinity)]),
    "",
    ...endLines(seen),
  ];
  return {
    message: l10n.t("Run these commands on “{0}”?", exactText(panel)),
    detail: detail.join("\n"),
    isLong: isLong(detail),
  };
}

/** Whether the lines of a question have no room in a dialog. */
function isLong(detail: readonly string[]): boolean {
  return detail.reduce((lines, text) => lines + Math.max(1, Math.ceil(text.length / LINE)), 0) > MOST_LINES;
}

/** Steps of several servers, of which a question shows those that are the same only once. */
type ManySteps = readonly [NamedSteps, ...NamedSteps[]];

/** The servers of which each step, its user, its place and its programs are the same. */
function sameSteps(named: ManySteps): readonly ManySteps[] {
  const groups = new Map<string, ManySteps>();
  for (const each of named) {
    const { base, deployment, steps } = each.seen;
    const same = JSON.stringify([base, deployment, steps]);
    const known = groups.get(same);
    groups.set(same, known === undefined ? [each] : [...known, each]);
  }
  return [...groups.values()];
}

/** The question whether the steps of a deployment to several servers may run; it is one for all. */
export function manyStepsQuestion(named: ManySteps) {
  const detail = sameSteps(named).flatMap((group) => [
    ...manyWhenLines(group),
    ...group[0].seen.steps.flatMap((step) => ["", ...stepLines(group[0], step, Infinity)]),
    "",
    ...endLines(group[0].seen),
    "",
  ]);
  return { message: manyMessage(named), detail: detail.join("\n").trimEnd(), isLong: isLong(detail) };
}

/** What an editor shows where the question has no room for it. */
export function manyStepsDocument(named: ManySteps): string {
  return sameSteps(named)
    .flatMap((group) => [...manyWhenLines(group), "", stepsDocument(group[0])])
    .join("\n");
}

/** What the question says instead: before, or after a person has read them. */
export function manyLongStepsText(named: ManySteps, when: "before" | "after"): string {
  const groups = sameSteps(named);
  const steps = groups.flatMap(([{ seen }]) => seen.steps);
  const lines = [
    when === "before"
      ? l10n.t("They do not fit into this question. Read them in the editor, and close it to go on.")
      : l10n.t("You have closed the text with the commands of {0} steps.", numberText(stepsIn(groups))),
    ...groups.map(onText),
    rootText(steps),
    ...endLines({ steps }),
  ];
  return lines.filter(isIncluded).join("\n");
}

function stepsIn(groups: readonly ManySteps[]): number {
  return groups.reduce((sum, [{ seen }]) => sum + seen.steps.length, 0);
}

function manyMessage(named: ManySteps): string {
  return l10n.t("Run these commands on {0} servers?", numberText(named.length));
}

function manyWhenLines(group: ManySteps): readonly string[] {
  const [{ seen, isRelease }] = group;
  const [base, deployment] = [exactText(seen.base), exactText(seen.deployment)];
  const when =
    isRelease === true
      ? l10n.t(
          "Each server runs them in the directory of each new release, {0}, when “{1}” is deployed to it. You are asked again if anything of this changes.",
          base,
          deployment,
        )
      : l10n.t(
          "Each server runs them in {0} each time “{1}” is deployed to it. You are asked again if anything of this changes.",
          base,
          deployment,
        );
  return [onText(group), when];
}

/** Where the steps of a group run: "For “shop.example” on “Shop 1” (https://one.example:8888), …:" */
function onText(group: ManySteps): string {
  const each = group.map(({ seen, target, panel }) =>
    l10n.t("“{0}” on “{1}” ({2})", exactText(target), exactText(panel), exactText(seen.panel.address)),
  );
  return l10n.t("For {0}:", listText(each));
}

/** What an editor shows where the question has no room for it. */
export function stepsDocument(named: NamedSteps): string {
  const { seen } = named;
  return [...seen.steps.flatMap((step) => [...stepLines(named, step, EDITOR_LINE), ""]), ...endLines(seen), ""].join(
    "\n",
  );
}

/** What the question says instead: before, or after a person has read them. */
export function longStepsText(named: NamedSteps, when: "before" | "after"): string {
  const { seen } = named;
  const count = numberText(seen.steps.length);
  const lines = [
    when === "before"
      ? l10n.t("They do not fit into this question. Read them in the editor, and close it to go on.")
      : l10n.t("You have closed the text with the commands of {0} steps.", count),
    whenText(named),
    rootText(seen.steps),
    ...endLines(seen),
  ];
  return lines.filter(isIncluded).join("\n");
}

/** When the server runs them, and where. */
function whenText({ seen: { panel, deployment, base }, target, isRelease }: NamedSteps): string {
  if (isRelease === true)
    return l10n.t(
      "The server of the panel {3} runs them in the directory of each new release, {0}, when “{1}” is deployed to “{2}”. You are asked again if anything of this changes.",
      exactText(base),
      exactText(deployment),
      exactText(target),
      exactText(panel.address),
    );
  return l10n.t(
    "The server of the panel {3} runs them in {0} each time “{1}” is deployed to “{2}”. You are asked again if anything of this changes.",
    exactText(base),
    exactText(deployment),
    exactText(target),
    exactText(panel.address),
  );
}

/** A step with its commands, each line behind a bar: nothing in them can pass for a line of ours. */
function stepLines({ seen, isRelease }: NamedSteps, step: Step, longest: number): readonly string[] {
  const { index, name, when, user, seconds, directory, alsoBack, run } = step;
  const [number, shown, runner, most] = [numberText(index + 1), exactText(name), exactText(user), numberText(seconds)];
  const headings =
    isRelease === true
      ? {
          before: l10n.t("{0}. {1}: before the release is served, as {2}, at most {3} s", number, shown, runner, most),
          after: l10n.t("{0}. {1}: after the release is served, as {2}, at most {3} s", number, shown, runner, most),
        }
      : {
          before: l10n.t("{0}. {1}: before the new files, as {2}, at most {3} s", number, shown, runner, most),
          after: l10n.t("{0}. {1}: after the new files, as {2}, at most {3} s", number, shown, runner, most),
        };
  const lines = [
    headings[when],
    ...run.split("\n").flatMap((line) => barred(line, longest)),
    directory !== "" && l10n.t("In {0}.", exactText(workingDirectory(seen.base, step))),
    alsoBack && l10n.t("Also runs for the old files if the deployment goes back by itself."),
    isRoot(step) &&
      l10n.t("⚠ As root, it can change anything on the server, and so can the deployed files that it calls."),
  ];
  return lines.filter(isIncluded);
}

/** A line of a command; where it is longer, the others follow an arrow. */
function barred(line: string, longest: number): readonly string[] {
  if (line.length <= longest) return [`│ ${line}`];
  const rest: string[] = [];
  for (let at = longest; at < line.length; at += longest) rest.push(`↳ ${line.slice(at, at + longest)}`);
  return [`│ ${line.slice(0, longest)}`, ...rest];
}

function endLines({ steps }: Pick<SeenSteps, "steps">): readonly string[] {
  const path = [...new Set(steps.flatMap((step) => step.path))];
  const lines = [
    path.length > 0 && l10n.t("Programs are looked for first in {0}.", listText(path.map((each) => exactText(each)))),
    l10n.t("What they do is not undone by a roll back."),
  ];
  return lines.filter(isIncluded);
}

function rootText(steps: readonly Step[]): string | undefined {
  const names = [...new Set(steps.filter(isRoot).map(({ name }) => exactText(name)))];
  if (names.length === 0) return undefined;
  return l10n.t("⚠ As root: {0}.", listText(names));
}

/** Why a deployment does not begin in a person's place. */
export function notAgreedText(): string {
  return l10n.t("Its steps are not agreed to, or have changed. Run “Deploy…” once, which shows them.");
}

/** Why a deployment ends before its files are exchanged. */
export function notStillAgreedText(): string {
  return l10n.t("Its steps in the settings, or the panel, have changed since they were agreed to.");
}
