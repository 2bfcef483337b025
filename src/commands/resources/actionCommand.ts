import * as l10n from "@vscode/l10n";
import * as v from "valibot";
import { siteBackups } from "../../deployments/siteBackups.ts";
import { backupsText } from "../../texts/deploymentTexts.ts";
import { sentences } from "../../characters/sentences.ts";
import { askOrder, askPair } from "./askCertificate.ts";
import { askPanel } from "../context/askPanel.ts";
import { panelOf, targetsOf } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import { requestsFor, runAndTell } from "../context/runAndTell.ts";
import { logDirectoryOf, startText } from "../../resources/javaProject.ts";
import { partKinds, type ActionInput, type Call, type Part, type PartKind } from "../../resources/resource.ts";
import { isChangeFor, type RowActionId, type ResourceKind } from "../../resources/resources.ts";
import { changeOf } from "../../resources/subjects.ts";
import { site } from "../../resources/site.ts";
import type { Verb } from "../../resources/verbs.ts";
import { phpLabel } from "../../siteForm/plannedSite.ts";
import { partChoice } from "../../texts/partTexts.ts";
import { panelNodeId, type ItemNode } from "../../tree/treeNodes.ts";
import { isAnswer, panelFailureOf } from "../../wire/answers/failure.ts";
import type { Site } from "../../wire/operations/sites.ts";
import type { KnownPanels } from "../context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { ChoosingFiles } from "../../ports/workbench.ts";
import type { Timed } from "../../storage/ports.ts";
import type { Acting } from "../context/acting.ts";
import type { Revealing } from "../../views/drawnTree.ts";
import type { Handler } from "../context/handler.ts";
import { serverPath } from "../../wire/answers/serverPath.ts";

/** Asking for the input of an action. */
interface AskingInput extends ChoosingFiles, KnownPanels, Talking, Timed {}

/** Running the actions of rows. */
export interface ActingOnRows extends Acting, ChoosingFiles, Revealing, Timed {}

/** Asks which parts to delete with a site; none is preselected. */
export async function askRemoval(services: AskingInput, item: ItemNode): Promise<ActionInput | undefined> {
  const panel = panelOf(services, item.panelId);
  const connection = services.connections.of(panel);
  const found = await askPanel(services.dialogs, panel, (signal) => partsOf(connection.callFor(signal), item));
  const row = item.row as Site | undefined;
  const backups = await askPanel(services.dialogs, panel, async (signal) => {
    const callFor = (given: AbortSignal) => connection.callFor(given);
    return row && (await siteBackups(row, { callFor, clock: services.clock, signal }).catch(unreadable));
  });
  const parts = found.filter((part) => typeof part !== "string");
  const offered = parts.filter(({ isShared }) => isShared !== true);
  const choices = offered.map((value) => ({ ...partChoice(value), value }));
  const title = l10n.t("Delete {0}", item.label);
  const question = l10n.t("What else should be deleted? Nothing is selected yet.");
  const chosen = offered.length === 0 ? [] : await services.dialogs.pickMany(title, question, choices);
  if (chosen === undefined) return undefined;
  const stays = backups === undefined ? {} : { backups };
  return { with: chosen, ...stays, kept: found.filter((part) => typeof part === "string" || !chosen.includes(part)) };
}

/** Of a panel that does not show its files, nothing is said. Throws what is no answer of it. */
function unreadable(error: unknown): undefined {
  if (!isAnswer(panelFailureOf(error))) throw error;
  return undefined;
}

/** Says what a deleted website has left on the server, and shows it where it can be deleted, too. */
function tellBackups(
  services: KnownPanels & Revealing & Talking,
  { panelId, label }: ItemNode,
  { backups }: ActionInput,
): void {
  const { dialogs, tree, reveal } = services;
  if (backups === undefined) return;
  const message = l10n.t("“{0}” was deleted. {1}", label, backupsText(backups));
  const show = l10n.t("Show in Side Bar");
  dialogs.notify({ severity: "information", message, buttons: [show], names: [label, backups.path] }, async () => {
    const id = tree.openFiles(panelNodeId(panelId), backups.path);
    if (id !== undefined) await reveal(id, { expand: true });
  });
}

/** Reads the parts of a site; only the kind of a part that cannot be read. */
async function partsOf(call: Call, { key, label }: ItemNode): Promise<readonly (Part | PartKind)[]> {
  const { parts, verification } = site.actions.remove ?? {};
  const seen = await verification?.observe(call, { key, label });
  const found: (Part | PartKind)[] = [];
  // the runner reports a missing site
  if (seen === undefined) return found;
  for (const kind of partKinds) {
    try {
      const part = await parts?.read(call, seen, kind);
      if (part !== undefined) found.push(part);
    } catch (error) {
      // the other parts can still be read
      if (!isAnswer(panelFailureOf(error))) throw error;
      found.push(kind);
    }
  }
  return found;
}

/** Asks for the input of an action on one target; `undefined`: dismissed. */
type AskInput = (services: AskingInput, item: ItemNode) => Promise<ActionInput | undefined>;

/** The panels' default for logs of Java projects. */
const LOG_DIRECTORY = "/www/wwwlogs/java";

const askLogPath: AskInput = async ({ dialogs }, item) => {
  const present = logDirectoryOf(item.row);
  const path = await dialogs.input({
    title: l10n.t("Log Directory of “{0}”", item.label),
    prompt: sentences(l10n.t("An absolute path on the server. It is created if needed."), startText(item.state)),
    placeholder: LOG_DIRECTORY,
    ...(present === undefined ? {} : { value: present }),
    problem: (typed) =>
      v.is(serverPath, typed) ? undefined : l10n.t("The path must be absolute, without “..” or “./”."),
  });
  if (path === undefined) return undefined;
  return { path };
};

/** Offers the versions that the panel has, but for the present one. */
const askPhp: AskInput = async (services, item) => {
  const panel = panelOf(services, item.panelId);
  const connection = services.connections.of(panel);
  const { rows } = await askPanel(services.dialogs, panel, (signal) =>
    connection.callFor(signal)("site.phpVersions", {}),
  );
  const present = site.actions.changePhp?.undo?.(item.row as Site)?.php;
  const choices = rows.flatMap(({ code, installed }) =>
    code === undefined || code === present || installed === false ? [] : [{ label: phpLabel(code), value: code }],
  );
  if (choices.length === 0) throw new CommandAborted(l10n.t("“{0}” has no other version of PHP.", panel.name));
  const php = await services.dialogs.pick(
    l10n.t("PHP Version of “{0}”", item.label),
    l10n.t("Which version?"),
    choices,
  );
  if (php === undefined) return undefined;
  return { php };
};

/** Inputs, asked for before the runner's question. */
const QUESTIONS: Readonly<Partial<Record<RowActionId, AskInput>>> = {
  "site.remove": askRemoval,
  "site.changePhp": askPhp,
  "site.installCertificate": askPair,
  "site.orderCertificate": askOrder,
  "javaProject.changeLogPath": askLogPath,
};

/** The command of an action, on nodes of the tree of one kind. */
export function actionCommand(verb: Verb): Handler<ActingOnRows> {
  return async (services, args) => {
    const items = await targetsOf(services, args, verb);
    const [item] = items;
    if (item === undefined) return;
    const { kind } = item;
    mustApply(kind, verb, items);
    const askInput = QUESTIONS[`${kind}.${verb}` as RowActionId];
    const input = askInput === undefined ? {} : await askInput(services, item);
    if (input === undefined) return;
    const finished = await runAndTell(services, requestsFor(services, items, verb, input));
    if (finished.some(({ outcome }) => outcome.kind === "done")) tellBackups(services, item, input);
  };
}

/** Ends the command if the action does not apply to an item although its state fits. */
function mustApply(kind: ResourceKind, verb: Verb, items: readonly ItemNode[]): void {
  if (items.some(({ row }) => !isChangeFor(kind, verb, row)))
    throw new CommandAborted(
      changeOf(kind, verb).words.notForAll?.() ??
        l10n.t("This is not possible for everything that is selected. Nothing was done."),
    );
}
