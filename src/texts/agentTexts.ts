import * as l10n from "@vscode/l10n";
import type { Agent } from "../actions/agent.ts";
import { visibleText } from "../characters/plainText.ts";

/** An agent in one or two words, beside other facts. */
export function agentText({ client }: Agent): string {
  if (client === undefined) return l10n.t("agent");
  return l10n.t("agent “{0}”", visibleText(client));
}

/** Who has asked, as a fact. Only what calls itself something has a name, so no name is stated as a truth. */
export function askedForText({ client }: Agent): string {
  if (client === undefined) return l10n.t("Asked for by: an agent");
  return l10n.t("Asked for by: an agent that calls itself “{0}”", visibleText(client));
}

/** Who asks, below a question. */
export function asksForThisText({ client }: Agent): string {
  if (client === undefined) return l10n.t("An agent in this window asks for this.");
  return l10n.t("An agent that calls itself “{0}” asks for this.", visibleText(client));
}

/** Who asks a question that waits. */
export function asksText({ client }: Agent, question: string): string {
  if (client === undefined) return l10n.t("An agent in this window asks: {0}", question);
  return l10n.t("An agent that calls itself “{0}” asks: {1}", visibleText(client), question);
}

/** Who wants to deploy, where a task of this computer runs first. `deployment` is shown as it is. */
export function wantsToDeployText({ client }: Agent, deployment: string): string {
  if (client === undefined)
    return l10n.t("An agent in this window wants to deploy “{0}”. The task runs on this computer first.", deployment);
  return l10n.t(
    "An agent that calls itself “{0}” wants to deploy “{1}”. The task runs on this computer first.",
    visibleText(client),
    deployment,
  );
}
