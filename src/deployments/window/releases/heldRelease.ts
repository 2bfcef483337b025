import * as l10n from "@vscode/l10n";
import type { DeploymentProblem } from "../../../actions/deploymentEnd.ts";
import { visibleText } from "../../../characters/plainText.ts";
import { sentences } from "../../../characters/sentences.ts";
import type { Talking } from "../../../ports/dialogs.ts";
import { unfinishedText } from "../../../texts/deployerTexts.ts";
import { problemText } from "../../../texts/deploymentTexts.ts";
import { deploymentProblemOf } from "../../deploymentError.ts";
import { isOfReleases, runPathOf } from "../../releases/pastReleases.ts";
import { readServedAgain, type Reading } from "../../releases/servedDirectory.ts";
import { siteOf } from "../../releases/switchBack.ts";
import type { Unfinished } from "../../siteState.ts";
import type { DeployTo } from "../../targetNow.ts";

/** What is seen of a release that waits for its end: whether its website serves it, by the configuration, or why that cannot be read. */
export type HeldRelease =
  | { readonly kind: "served" | "notServed" }
  /** It can neither go back nor be kept: both change what the website serves. */
  | { readonly kind: "unread"; readonly problem: DeploymentProblem };

/** Reads what is to be seen of a release that waits for its end; `undefined`: it is none. Throws `PanelError`. */
export async function readHeldRelease(
  reading: Reading,
  to: DeployTo,
  { record }: Unfinished,
): Promise<HeldRelease | undefined> {
  if (record?.release === undefined) return undefined;
  try {
    const { runPath } = await readServedAgain(reading, siteOf(to));
    return { kind: runPath === runPathOf(record.release) ? "served" : "notServed" };
  } catch (error) {
    const problem = deploymentProblemOf(error);
    if (problem === undefined) throw error;
    return { kind: "unread", problem };
  }
}

/** Where a release is that waits for its end. */
export function heldReleaseText({ kind }: HeldRelease): string | undefined {
  switch (kind) {
    case "served":
      return l10n.t("By its configuration, the website serves it already.");
    case "notServed":
      return l10n.t("It is on the server, and the website does not serve it yet.");
    case "unread":
      return undefined;
    default:
      return kind satisfies never;
  }
}

/** Asks whether a release is given up that can neither go back nor be kept for now. */
export async function askGiveUpRelease(
  { dialogs }: Talking,
  to: DeployTo,
  { record }: Unfinished,
  problem: DeploymentProblem,
): Promise<boolean> {
  const { target, panel } = to;
  const { startRunPath = "" } = siteOf(to);
  return dialogs.ask(
    l10n.t("Give up “{0}” on “{1}” on “{2}”?", visibleText(record?.deployment ?? ""), target.label, panel.name),
    sentences(
      unfinishedText(record),
      problemText(problem),
      l10n.t("Until then, the release can neither go back nor be kept."),
      l10n.t(
        "Given up, it stays among those that can be gone back to, what the website serves is not changed, and the next deployment is possible again.",
      ),
      isOfReleases(startRunPath) &&
        l10n.t("From its next start on, the website serves {0}, which the panel remembers.", visibleText(startRunPath)),
    ),
    l10n.t("Give Up"),
  );
}
