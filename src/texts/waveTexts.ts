import * as l10n from "@vscode/l10n";
import { eastAsianWidth } from "get-east-asian-width";
import type { Finished } from "../actions/actionRunner.ts";
import { outcomeKinds } from "../actions/outcomeKinds.ts";
import { visibleText } from "../characters/plainText.ts";
import { sentences } from "../characters/sentences.ts";
import { hasEndedWell, isEverywhere, type EndedServers, type ServerEnd } from "../deployments/several/deployWaves.ts";
import type { OneOfSeveral } from "../deployments/several/severalTargets.ts";
import { lineOf } from "./actionTexts.ts";
import { listText, MOST_NAMED } from "./listTexts.ts";
import { decimalText, numberText } from "./numberTexts.ts";

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

/** A server that cannot be deployed to, and why. */
interface StoppedServer {
  readonly role: string;
  /** Name of its panel. */
  readonly panel: string;
  readonly sentence: string;
}

/** Why nothing was sent to any server: some of them cannot be deployed to. */
export function stoppedText(stopped: readonly StoppedServer[]): string {
  const unnamed = stopped.length - MOST_NAMED;
  return sentences(
    l10n.t("Nothing was deployed to any server."),
    ...stopped
      .slice(0, MOST_NAMED)
      .map(({ role, panel, sentence }) => l10n.t("{0} on “{1}”: {2}", visibleText(role), visibleText(panel), sentence)),
    unnamed > 0 && l10n.t("… and {0} more", numberText(unnamed)),
  );
}

/** The progress of a deployment: "2 of 5 servers: web-2 uploading…". */
export function serversProgressText(begun: number, all: number, doing: ReadonlyMap<string, string>): string {
  const each = [...doing].map(([role, phase]) => l10n.t("{0} {1}", visibleText(role), phase));
  return l10n.t("{0} of {1} servers: {2}", numberText(begun), numberText(all), each.join(" · "));
}

/** How a deployment to several servers has ended, in a sentence. */
export function serversHeading({ deployment, servers }: EndedServers): string {
  const shown = visibleText(deployment);
  if (servers.some(isTakenBack) && servers.every(({ ended }) => ended !== undefined && hasEndedWell(ended)))
    return l10n.t(
      "“{0}” was rolled back on {1} of {2} servers.",
      shown,
      numberText(servers.filter((end) => isTakenBack(end) && end.back.outcome.kind === "done").length),
      numberText(servers.length),
    );
  if (!isEverywhere(servers)) return l10n.t("“{0}” is not on all servers.", shown);
  if (servers.every(({ ended }) => ended?.outcome.kind === "already"))
    return l10n.t("“{0}” is already on all {1} servers. Nothing was sent.", shown, numberText(servers.length));
  return l10n.t("“{0}” is on all {1} servers.", shown, numberText(servers.length));
}

/** Whether it was taken back there, or that was tried. */
function isTakenBack(end: ServerEnd): end is ServerEnd & { readonly ended: Finished; readonly back: Finished } {
  return end.ended !== undefined && end.back !== undefined;
}

/** The same with what kept it from a server, where it is, and where it has not begun. */
export function serversText(all: EndedServers): string {
  const { servers } = all;
  if (isEverywhere(servers)) return serversHeading(all);
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
