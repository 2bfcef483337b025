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

/** Shows what the steps of a deployment write: in the terminal of a task, or else in an Output channel that comes with the first of it. */
export function stepOutput(
  { openScreen }: ShowingOutput,
  { panel, kind, target }: DeployTo,
  deployment: string,
  { say, showLines, hearLines }: OtherScreen,
): Pick<RunDeploymentOptions, "onStep" | "onOutput"> {
  let channel: ShownLog | undefined;
  const open = () => {
    if (channel !== undefined) return channel;
    const screen = openScreen(l10n.t("Steps of “{0}” for “{1}”", deployment, target.label));
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
  return {
    onStep({ name }) {
      const begins = l10n.t("Step “{0}”", visibleText(name));
      if (rest !== "") add([rest]);
      rest = "";
      if (showLines === undefined || say === undefined) open().say(`── ${begins}`);
      else say(begins);
    },
    onOutput(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      add(lines);
    },
  };
}
