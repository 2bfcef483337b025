import * as l10n from "@vscode/l10n";
import { eastAsianWidth } from "get-east-asian-width";
import type { Finished } from "../actions/actionRunner.ts";
import { outcomeKinds } from "../actions/outcomeKinds.ts";
import { visibleText } from "../characters/plainText.ts";
import { isIncluded, sentences } from "../characters/sentences.ts";
import { isEverywhere, type BackEnd, type EndedServers, type ServerEnd } from "../deployments/several/runInOrder.ts";
import type { OneOfSeveral } from "../deployments/several/severalTargets.ts";
import type { PastDeployment } from "../deployments/siteState.ts";
import { lineOf } from "./actionTexts.ts";
import type { Agent } from "../actions/agent.ts";
import { asksForThisText } from "./agentTexts.ts";
import { countsText } from "./plannedDeploymentTexts.ts";
import { listText, MOST_NAMED } from "./listTexts.ts";
import { decimalText, numberText } from "./numberTexts.ts";
import { exactTimeText, timeText } from "./timeTexts.ts";

/** Which server it is: "web-1, one of 3 servers". */
export function oneOfText({ role, roles }: Pick<OneOfSeveral, "role" | "roles">): string {
  return l10n.t("{0}, one of {1} servers", visibleText(role), numberText(roles.length));
}

/** All servers of a deployment: "3 servers: web-1, web-2, web-3". */
export function allRolesText({ roles }: OneOfSeveral): string {
  return l10n.t("{0} servers: {1}", numberText(roles.length), rolesText(roles));
}

/** Names of servers. */
export function rolesText(roles: readonly string[]): string {
  return listText(roles.map((role) => visibleText(role)));
}

/** A sentence about one server. */
export function aboutServer(role: string, sentence: string): string {
  return l10n.t("{0}: {1}", visibleText(role), sentence);
}

/** How a server's line begins in the terminal of a task. */
export function serverLine(role: string, sentence: string): string {
  return `[${visibleText(role)}] ${sentence}`;
}

/** The progress of a roll back on several servers. */
export function rollingBackText(deployment: string): string {
  return l10n.t("Rolling back “{0}” on all servers", visibleText(deployment));
}

/** A server that cannot be deployed to, and why. */
interface StoppedServer {
  readonly role: string;
  /** Name of its panel. */
  readonly panel: string;
  readonly sentence: string;
}

/** Why nothing was changed on any server: some of them cannot be deployed to, or rolled back. */
export function stoppedText(stopped: readonly StoppedServer[], verb: "deploy" | "rollBack" = "deploy"): string {
  const unnamed = stopped.length - MOST_NAMED;
  return sentences(
    verb === "deploy"
      ? l10n.t("Nothing was deployed to any server.")
      : l10n.t("Nothing was rolled back on any server."),
    ...stopped
      .slice(0, MOST_NAMED)
      .map(({ role, panel, sentence }) => l10n.t("{0} on “{1}”: {2}", visibleText(role), visibleText(panel), sentence)),
    unnamed > 0 && l10n.t("… and {0} more", numberText(unnamed)),
  );
}

/** A server that is left alone by a roll back on several. */
export interface StayingServer {
  readonly role: string;
  /** Name of its panel. */
  readonly panel: string;
  /** What was deployed to it last; absent: nothing that can be rolled back. */
  readonly latest?: Pick<PastDeployment, "deployment" | "at" | "computer">;
}

/** A server on which a deployment goes back, with what is known of that. */
interface BackServerShown {
  readonly role: string;
  /** Name of its panel. */
  readonly panel: string;
  readonly target: string;
  readonly isRelease: boolean;
  readonly past: Pick<PastDeployment, "deployment"> & Partial<Pick<PastDeployment, "at" | "computer" | "counts">>;
}

/** The question before a roll back on several servers, with a line for each. */
export function backQuestion(
  deployment: string,
  {
    shown,
    staying,
    agent,
  }: {
    readonly shown: readonly BackServerShown[];
    readonly staying: readonly StayingServer[];
    readonly agent: Agent | undefined;
  },
) {
  const roles = shown.map(({ role }) => role);
  const detail = [
    agent && asksForThisText(agent),
    l10n.t("What somebody has changed since stays. What steps did is not undone."),
    "",
    ...shown.map(backLine),
    ...staying.map(stayingLine),
  ];
  return {
    message: l10n.t("Roll back “{0}” on {1}?", visibleText(deployment), rolesText(roles)),
    detail: detail.filter(isIncluded).join("\n"),
  };
}

function backLine({ role, panel, target, isRelease, past }: BackServerShown): string {
  const { at, computer, counts } = past;
  const place = l10n.t("{0}: “{1}” on “{2}”", visibleText(role), visibleText(target), visibleText(panel));
  const facts = [
    at !== undefined && computer !== undefined && pastText({ ...past, at, computer }),
    isRelease && l10n.t("what it served before is served again"),
    !isRelease && counts !== undefined && l10n.t("undone: {0}", countsText({ ...counts, unchanged: 0 })),
  ].filter(isIncluded);
  return l10n.t("• {0}", [place, ...facts].join(" · "));
}

function stayingLine({ role, panel, latest }: StayingServer): string {
  const place = l10n.t("{0} on “{1}” stays", visibleText(role), visibleText(panel));
  const why =
    latest === undefined
      ? l10n.t("nothing there can be rolled back")
      : l10n.t("its latest deployment is another one, {0}", pastText(latest));
  return l10n.t("• {0}", [place, why].join(" · "));
}

function pastText({ deployment, at, computer }: Pick<PastDeployment, "deployment" | "at" | "computer">): string {
  return l10n.t("“{0}” of {1} from “{2}”", visibleText(deployment), exactTimeText(at), visibleText(computer));
}

/** How a roll back on several servers has ended: on how many it was seen, what kept it from the others, and what was left alone. */
export function rolledBackText(
  deployment: string,
  servers: readonly BackEnd[],
  staying: readonly StayingServer[],
): string {
  const wrong = servers.filter(({ back }) => back.outcome.kind !== "done");
  const unnamed = wrong.length - MOST_NAMED;
  return sentences(
    rolledBackHeading(deployment, servers),
    ...wrong.slice(0, MOST_NAMED).map(({ role, back }) => aboutServer(role, lineOf(back))),
    unnamed > 0 && l10n.t("… and {0} more", numberText(unnamed)),
    staying.length > 0 && l10n.t("Left alone: {0}.", rolesText(staying.map(({ role }) => role))),
  );
}

/** On how many servers it was rolled back. */
export function rolledBackHeading(deployment: string, servers: readonly BackEnd[]): string {
  return l10n.t(
    "“{0}” was rolled back on {1} of {2} servers.",
    visibleText(deployment),
    numberText(servers.filter(({ back }) => back.outcome.kind === "done").length),
    numberText(servers.length),
  );
}

/** A line for each server on which something was to go back. */
export function rolledBackLines(servers: readonly BackEnd[]): readonly string[] {
  return servers.map(({ role, back }) => aboutServer(role, lineOf(back)));
}

/** The progress of a deployment: "2 of 5 servers: web-2 uploading…". */
export function serversProgressText(begun: number, all: number, doing: ReadonlyMap<string, string>): string {
  const each = [...doing].map(([role, phase]) => l10n.t("{0} {1}", visibleText(role), phase));
  return l10n.t("{0} of {1} servers: {2}", numberText(begun), numberText(all), each.join(" · "));
}

/** How a deployment to several servers has ended, in a sentence. */
export function serversHeading({ deployment, servers }: EndedServers): string {
  const shown = visibleText(deployment);
  if (!isEverywhere(servers)) return l10n.t("“{0}” is not on all servers.", shown);
  if (servers.every(({ ended }) => ended?.outcome.kind === "already"))
    return l10n.t("“{0}” is already on all {1} servers. Nothing was sent.", shown, numberText(servers.length));
  return l10n.t("“{0}” is on all {1} servers.", shown, numberText(servers.length));
}

/** The same with what kept it from a server, where it is, and where it has not begun, and when that was seen. */
export function serversText(all: EndedServers): string {
  const { servers, at } = all;
  // nobody can take a notification away, and the next deployment may end otherwise
  const when = l10n.t("Seen at {0}.", timeText(at));
  if (isEverywhere(servers)) return sentences(serversHeading(all), when);
  const isOn = ({ ended, ...end }: ServerEnd) =>
    (ended?.outcome.kind === "done" || ended?.outcome.kind === "already") && !("back" in end);
  const there = servers.filter(isOn).map(({ role }) => role);
  const wrong = servers.filter(
    (end) => end.ended !== undefined && !["done", "already"].includes(end.ended.outcome.kind),
  );
  const notBegun = servers.filter(({ ended }) => ended === undefined).map(({ role }) => role);
  const lines = [
    serversHeading(all),
    ...wrong.map(({ role, ended }) => (ended === undefined ? "" : aboutServer(role, lineOf(ended)))),
    ...servers.flatMap((end) =>
      end.ended === undefined || end.back === undefined ? [] : [aboutServer(end.role, lineOf(end.back))],
    ),
    there.length > 0 ? l10n.t("It is on {0}.", rolesText(there)) : "",
    notBegun.length > 0 ? l10n.t("Not begun: {0}.", rolesText(notBegun)) : "",
    when,
  ];
  return sentences(...lines);
}

/** Everything about each server, a line or two for each. */
export function serverLines({ servers }: EndedServers): readonly string[] {
  return servers.flatMap((end) => {
    if (end.ended === undefined) return [aboutServer(end.role, notBegunText(end.because))];
    const back = end.back === undefined ? [] : [aboutServer(end.role, lineOf(end.back))];
    return [aboutServer(end.role, lineOf(end.ended)), ...back];
  });
}

function notBegunText(because: string | undefined): string {
  if (because === undefined) return l10n.t("not begun");
  return l10n.t("not begun, because of {0}", visibleText(because));
}

/** The table at the end of a task: server, panel, result, files, seconds. */
export function serversTable({ servers }: EndedServers): readonly string[] {
  const head = [l10n.t("Server"), l10n.t("Panel"), l10n.t("Result"), l10n.t("Files"), l10n.t("Seconds")];
  const rows = servers.map((end) => {
    const named = [visibleText(end.role), visibleText(end.panel)];
    if (end.ended === undefined) return [...named, notBegunText(end.because), "", ""];
    return [...named, resultText(end.ended, end.back), filesText(end.ended), decimalText(end.milliseconds / 1_000)];
  });
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => widthOf(row[column] ?? ""))));
  return all.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)))
      .join("  ")
      .trimEnd(),
  );
}

function resultText({ outcome }: Finished, back: Finished | undefined): string {
  const word = outcomeKinds[outcome.kind].record?.words() ?? outcome.kind;
  if (back === undefined) return word;
  if (back.outcome.kind === "done") return l10n.t("{0}, then back as before", word);
  return l10n.t("{0}, and not wholly back", word);
}

function filesText({ outcome }: Finished): string {
  const { counts } = outcome.deployment ?? {};
  if (counts === undefined) return "";
  return numberText(counts.added + counts.changed + counts.removed);
}

/** How many columns of a terminal it takes. */
function widthOf(text: string): number {
  return Array.from(text).reduce((columns, letter) => columns + eastAsianWidth(letter.codePointAt(0) ?? 0), 0);
}
