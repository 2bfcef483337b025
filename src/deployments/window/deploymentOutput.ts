import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import { ShownLog } from "../../followedLogs/shownLog.ts";
import type { LogScreen } from "../../storage/ports.ts";
import type { RunDeploymentOptions } from "../deploymentProcedure.ts";
import type { DeployTo } from "../targetNow.ts";

/** Showing what a server writes. */
export interface ShowingOutput {
  /** Creates an Output channel for it, or returns the one of that name; every text passes the redactor. */
  readonly openScreen: (name: string) => LogScreen;
}

/** Where else the output goes: whoever deploys in a person's place. */
interface OtherScreen {
  readonly say?: (sentence: string) => void;
  readonly showLines?: (lines: readonly string[]) => void;
  /** Gets the lines beside whoever shows them. */
  readonly hearLines?: (lines: readonly string[]) => void;
}

/** Shows what the steps of a deployment and its log write: in the terminal of a task, or else in an Output channel that comes with the first of it. */
export function deploymentOutput(
  { openScreen }: ShowingOutput,
  { panel, kind, target }: DeployTo,
  deployment: string,
  { say: sayElsewhere, showLines, hearLines }: OtherScreen,
): Pick<RunDeploymentOptions, "onStep" | "onOutput" | "say"> {
  let channel: ShownLog | undefined;
  const open = () => {
    if (channel !== undefined) return channel;
    const screen = openScreen(l10n.t("Deployment “{0}” to “{1}”", deployment, target.label));
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
  };
}
