import * as l10n from "@vscode/l10n";
import { actionOf, type ActionRequest } from "../../actions/actionRequest.ts";
import type { Finished, RunOptions } from "../../actions/actionRunner.ts";
import type { Outcome, WhyHalfway } from "../../actions/outcome.ts";
import type { ActionInput, Target, Verb } from "../../resources/resource.ts";
import { resourceOf } from "../../resources/resources.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import type { PanelFailure } from "../../wire/answers/failure.ts";
import type { Message } from "../../texts/message.ts";
import { outcomeText } from "../../texts/actionTexts.ts";
import { summaryText } from "../../texts/summaryTexts.ts";
import { panelOf } from "./choose.ts";
import type { Acting, Fix } from "./services.ts";
import { showFailure, withErrorBoundary } from "./showFailure.ts";

/** After these a person may want what was stopped to run again. */
const STARTABLE: readonly WhyHalfway[] = ["stopUnseen", "stopLeft", "leftStopped", "startFailed"];

const UNSUCCESSFUL: readonly Outcome["kind"][] = ["wentWrong", "sent", "uncertain", "halfway"];

/** Failures of calls that a panel has answered. */
const ANSWERED: readonly PanelFailure["kind"][] = ["rejected", "page", "malformed", "tooLarge"];

/** Runs actions and tells what became of them, without waiting for the notification to be closed. */
export async function runAndTell(
  services: Acting,
  requests: readonly ActionRequest[],
  options: RunOptions = {},
): Promise<readonly Finished[]> {
  const finished = await services.runner.runAll(requests, options);
  void tell(services, finished).catch((error: unknown) => services.log.error(String(error)));
  return finished;
}

/** One request for each item. Where one of the panels is gone the command ends. */
export function requestsFor(
  services: Acting,
  items: readonly ItemNode[],
  verb: Verb,
  input: ActionInput,
): readonly ActionRequest[] {
  return items.map((item) => ({
    panel: services.connections.of(panelOf(services, item.panelId)),
    kind: item.kind,
    verb,
    input,
    target: targetOf(item),
    state: item.state,
    row: item.row,
    rows: services.tree.rows(item.panelId, item.kind),
  }));
}

function targetOf({ kind, key, label, row }: ItemNode): Target {
  const alias = row === undefined ? undefined : resourceOf(kind).alias?.(row);
  return { key, label, ...(alias === undefined ? {} : { alias }) };
}

async function tell(services: Acting, finished: readonly Finished[]): Promise<void> {
  const told = finished.filter(({ outcome }) => outcome.kind !== "declined");
  const [first, ...others] = told;
  if (first === undefined) return;
  if (others.length === 0) await tellOne(services, first);
  else tellSummary(services, told);
}

async function tellOne(services: Acting, { request, outcome }: Finished): Promise<void> {
  const panel = services.panels().find(({ id }) => id === request.panel.id);
  const outcomeTold = outcomeText(request, outcome);
  if (outcomeTold === undefined) return;
  const told: Message = { ...outcomeTold, names: namesIn(request) };
  const fixes = fixesOf(services, { request, outcome });
  if (outcome.kind === "failed" && panel !== undefined)
    await showFailure(services, outcome.failure, panel, told.message, request.target.label, fixes);
  else tellWithFixes(services, told, fixes);
}

/** What a person may do about an outcome besides looking into the extension's log, the likeliest first. */
function fixesOf(services: Acting, { request, outcome }: Finished): readonly Fix[] {
  const { kind, target, panel, row } = request;
  const { undo, logTells } = actionOf(request);
  const again = (label: string, changed: Partial<ActionRequest>): Fix => ({
    label,
    run: async () => void (await runAndTell(services, [{ ...request, ...changed }])),
  });
  const fixes: Fix[] = [...startOf(services, [{ request, outcome }])];
  const input = row === undefined ? undefined : undo?.(row);
  if (input !== undefined && mayBeStored(outcome)) fixes.push(again(l10n.t("Change Back"), { input }));
  if (logTells === true && mayBeInLog(outcome))
    fixes.push({
      label: l10n.t("Show Log"),
      run: async () => services.logTails.follow({ panelId: panel.id, kind, ...target }),
    });
  return fixes;
}

/** Starts what was left stopped; none where nothing was. */
function startOf(services: Acting, finished: readonly Finished[]): readonly Fix[] {
  const left = finished.filter(
    ({ request, outcome }) =>
      outcome.kind === "halfway" &&
      STARTABLE.includes(outcome.why) &&
      resourceOf(request.kind).actions.start !== undefined,
  );
  const requests = left.map(({ request }): ActionRequest => ({ ...request, verb: "start", input: {} }));
  return left.length === 0
    ? []
    : [{ label: l10n.t("Start"), run: async () => void (await runAndTell(services, requests)) }];
}

/** Tells how many are done and how the first others ended; all of these are behind a button and in the log. */
function tellSummary(services: Acting, finished: readonly Finished[]): void {
  const { dialogs, log } = services;
  const { severity, message, heading, details } = summaryText(finished);
  for (const detail of details) log.warn(detail);
  const names = finished.flatMap(({ request }) => namesIn(request));
  const showDetails: Fix = {
    label: l10n.t("Details"),
    async run() {
      const answers = [{ label: l10n.t("Show Extension Log"), value: true }];
      if ((await dialogs.choose(heading, shortened(details).join("\n"), answers, names)) === true) log.show();
    },
  };
  const fixes = [...startOf(services, finished), ...(details.length === 0 ? [] : [showDetails])];
  tellOffering(services, { severity, message, names }, fixes);
}

/** The names that the question was about. */
function namesIn({ panel, target }: ActionRequest): readonly string[] {
  return [panel.name, target.label, ...(target.alias === undefined ? [] : [target.alias])];
}

/** As many lines as a modal dialog has room for. */
function shortened(lines: readonly string[]): readonly string[] {
  const most = 50;
  return lines.length <= most ? lines : [...lines.slice(0, most), l10n.t("… and {0} more", lines.length - most)];
}

function tellWithFixes(services: Acting, told: Message, fixes: readonly Fix[]): void {
  const { log } = services;
  const showLog: Fix = { label: l10n.t("Show Extension Log"), run: async () => log.show() };
  tellOffering(services, told, told.severity === "information" ? [] : [...fixes, showLog]);
}

function tellOffering(services: Acting, told: Message, offered: readonly Fix[]): void {
  const buttons = offered.map(({ label }) => label);
  services.dialogs.notify({ ...told, buttons }, (pressed) =>
    withErrorBoundary(services, pressed, async () => offered.find(({ label }) => label === pressed)?.run()),
  );
}

/** Whether the panel may have stored what was sent without the target having come up with it. */
function mayBeStored({ kind }: Outcome): boolean {
  return kind === "wentWrong" || kind === "sent" || kind === "uncertain";
}

/** Whether the target may have told in its log why it is not as wanted: not where the panel itself cannot be asked. */
function mayBeInLog(outcome: Outcome): boolean {
  if (outcome.kind === "failed") return ANSWERED.includes(outcome.failure.kind);
  return UNSUCCESSFUL.includes(outcome.kind);
}
