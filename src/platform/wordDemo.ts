import * as l10n from "@vscode/l10n";
import type { DemoPanel } from "../demoPanel/startDemoPanel.ts";

/** Words of the demo panels' own, as they are seeded. Others are in Chinese in every language, as on many servers. */
export const demoWords = (): ReadonlyMap<string, string> =>
  new Map([
    ["Company website", l10n.t("Company website")],
    ["Images and downloads", l10n.t("Images and downloads")],
    ["For tests", l10n.t("For tests")],
    ["Status page", l10n.t("Status page")],
    ["Manual", l10n.t("Manual")],
    ["News", l10n.t("News")],
    ["Orders", l10n.t("Orders")],
    ["Monthly reports", l10n.t("Monthly reports")],
    ["Staff only", l10n.t("Staff only")],
    ["Sends mail", l10n.t("Sends mail")],
    ["Replaced by order-service", l10n.t("Replaced by order-service")],
    ["Old entry", l10n.t("Old entry")],
    ["disk", l10n.t("disk")],
    ["clean up", l10n.t("clean up")],
  ]);

/** Puts what somebody would have typed into a demo panel into the language of the texts: notes, and names of commands. */
export function wordDemo({ sites, javaProjects, terminal }: DemoPanel["state"]): void {
  const words = demoWords();
  const worded = (text: string) => words.get(text) ?? text;
  for (const row of [...sites, ...javaProjects]) row.note = worded(row.note);
  const { hosts, commands } = terminal;
  hosts.splice(0, hosts.length, ...hosts.map((host) => ({ ...host, note: worded(host.note) })));
  commands.splice(0, commands.length, ...commands.map((command) => ({ ...command, title: worded(command.title) })));
}
