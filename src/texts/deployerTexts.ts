import * as l10n from "@vscode/l10n";
import type { Deployer } from "../actions/deploymentEnd.ts";
import { visibleText } from "../characters/plainText.ts";
import { timeText } from "./timeTexts.ts";

/** Who works on a website or project, and since when. */
export function busyText(deployer: Partial<Deployer> | undefined): string {
  const { computer = "", at } = deployer ?? {};
  if (computer !== "" && at !== undefined)
    return l10n.t("“{0}” has been deploying to it since {1}.", visibleText(computer), timeText(at));
  if (at === undefined) return l10n.t("Another deployment of it is under way.");
  return l10n.t("Another deployment of it has been under way since {0}.", timeText(at));
}

/** Whose deployment was cut off. */
export function unfinishedText(deployer: Deployer | undefined): string {
  if (deployer === undefined) return l10n.t("A deployment of it was cut off.");
  return l10n.t("A deployment from “{0}” of {1} was cut off.", visibleText(deployer.computer), timeText(deployer.at));
}
