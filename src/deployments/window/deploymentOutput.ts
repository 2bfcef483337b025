import * as l10n from "@vscode/l10n";
import type { Finished } from "../../actions/actionRunner.ts";
import { visibleText } from "../../characters/plainText.ts";
import type { Fix } from "../../commands/context/telling.ts";
import { ShownLog } from "../../followedLogs/shownLog.ts";
import type { LogScreen, Timed } from "../../storage/ports.ts";
import { decimalText } from "../../texts/numberTexts.ts";
import type { RunDeploymentOptions } from "../deploymentProcedure.ts";
import { hasBegun, isGood } from "../../actions/stepEnds.ts";
import type { DeployTo } from "../targetNow.ts";

const SECOND = 1_000;

/** Showing what a server writes. */
export interface ShowingOutput {
  /** Creates an Output channel for it, or returns the one of that name; every text passes the redactor. */
  readonly openScreen: (name: string) => LogScreen;
}

/** A deployment as its output is called. */
interface CalledOutput {
  readonly target: DeployTo["target"];
  /** Name of the deployment, and its server where there are several. */
  readonly called: string;
}

/** The channel that shows the output of a deployment. */
function screenOf({ openScreen }: ShowingOutput, { target, called }: CalledOutput): LogScreen {
  return openScreen(l10n.t("Deployment “{0}” to “{1}”", called, target.label));
}

/** How the output of a deployment is called: several servers have one each. */
export function calledOn({ group }: Pick<DeployTo, "group">, deployment: string): string {
  return group === undefined ? deployment : `${deployment} (${group.role})`;
}

/** How a deployment has ended, and where it went. */
interface EndedAt extends Pick<Finished, "outcome"> {
  readonly to: DeployTo;
}

/** The button that shows what the steps have written, of a deployment of which one has failed. */
export function outputFixes(services: ShowingOutput, { outcome, to }: EndedAt): readonly Fix[] {
  const { deployment, steps = [] } = outcome.deployment ?? {};
  if (deployment === undefined || !steps.some((step) => hasBegun(step) && !isGood(step))) return [];
  const output = { target: to.target, called: calledOn(to, deployment) };
  return [{ label: l10n.t("Show Output"), isInDetails: true, run: async () => screenOf(services, output).show() }];
}

/** The output of a deployment that runs. */
type Output = Required<Pick<RunDeploymentOptions, "onStep" | "onOutput" | "say">> & {
  /** Says how it has ended, where a channel shows it: the terminal of a task does so by itself. */
  readonly end: (sentence: string) => void;
};

/** Where else the output goes: whoever deploys in a person's place. */
interface OtherScreen {
  readonly say?: (sentence: string) => void;
  readonly showLines?: (lines: readonly string[]) => void;
  /** Gets the lines beside whoever shows them. */
  readonly hearLines?: (lines: readonly string[]) => void;
}

/** Shows what the steps of a deployment and its log write: in the terminal of a task, or else in an Output channel that comes with the first of it. */
export function deploymentOutput(
  services: ShowingOutput & Timed,
  { panel, kind, target }: DeployTo,
  called: string,
  { say: sayElsewhere, showLines, hearLines }: OtherScreen,
): Output {
  const { clock } = services;
  const begun = clock.monotonic();
  let channel: ShownLog | undefined;
  const open = () => {
    if (channel !== undefined) return channel;
    const screen = screenOf(services, { target, called });
    screen.clear();
    screen.show();
    channel = new ShownLog({ panelId: panel.id, kind, ...target }, screen);
    return channel;
  };
  const add = (lines: readonly string[]) => {
    if (lines.length === 0) return;
    hearLines?.(lines);
    if (showLines === undefined) open().addLines({ continued: "", lines });
    else showLines(lines);
  };
  let rest = "";
  const say = (sentence: string) => {
    if (rest !== "") add([rest]);
    rest = "";
    if (showLines === undefined || sayElsewhere === undefined) open().say(`── ${sentence}`);
    else sayElsewhere(sentence);
  };
  return {
    say,
    onStep: ({ name }) => say(l10n.t("Step “{0}”", visibleText(name))),
    onOutput(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      add(lines);
    },
    end(sentence) {
      if (channel === undefined) return;
      const seconds = decimalText((clock.monotonic() - begun) / SECOND);
      say(l10n.t("After {0} s: {1}", seconds, sentence));
    },
  };
}
