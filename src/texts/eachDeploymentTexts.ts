import * as l10n from "@vscode/l10n";
import { cutText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import type { DeploymentInput } from "../resources/plannedDeployment.ts";
import { deploymentLines } from "./plannedDeploymentTexts.ts";
import { numberText } from "./numberTexts.ts";

/** The most lines that a question has for what its targets do not share: some screens have no room for more. */
const MOST_LINES = 25;

/** Letters of the longest line about a target. */
const LONGEST_LINE = 200;

/** A target of a deployment to several, with its line in the question. */
export interface ShownDeployment {
  readonly line: string;
  readonly deployment: DeploymentInput;
}

/** What a deployment does on each of its targets, for the question before it: what holds for all of them is said once. */
export function eachDeploymentLines(targets: readonly ShownDeployment[]): readonly string[] {
  const all = targets.map(({ line, deployment }) => ({ line, does: deploymentLines(deployment) }));
  const [first = { does: [] }] = all;
  const common = first.does.filter((text) => all.every(({ does }) => does.includes(text)));
  const own = all.map(({ line, does }) => ({ line, does: does.filter((text) => !common.includes(text)) }));
  const hasRoom = own.reduce((lines, { does }) => lines + 1 + does.length, 0) <= MOST_LINES;
  return [
    ...(common.length > 0 ? [l10n.t("On each of them:"), ...common.map(indented), ""] : []),
    ...own.flatMap(({ line, does }) => {
      if (hasRoom || does.length === 0) return [line, ...does.map(indented)];
      return [l10n.t("{0}: {1}", line, shortLine(sentences(...does)))];
    }),
  ];
}

function indented(line: string): string {
  return `    ${shortLine(line)}`;
}

/** A line, or its beginning with how much more there is. */
function shortLine(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const cut = cutText(line, LONGEST_LINE);
  return l10n.t("{0} ({1} more characters)", cut, numberText(line.length - cut.length + 1));
}
