import * as l10n from "@vscode/l10n";
import { isRepeatable, type ActivityEntry } from "../activityEntry.ts";
import { isGroup, rowsOf, type ActivityRow } from "../activityRows.ts";
import { groupFacts, groupLabel, groupLines } from "./groupTexts.ts";
import { activityFacts, activityLabel, activitySentence } from "./activityTexts.ts";
import { CommandAborted } from "../../commands/context/commandAborted.ts";
import { recordedTarget } from "./recordedTarget.ts";
import { actionCommand, type ActingOnRows } from "../../commands/resources/actionCommand.ts";
import type { ActivityLog } from "../activityLog.ts";
import type { Handler } from "../../commands/context/handler.ts";
import type { Copying } from "../../ports/workbench.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Timed } from "../../storage/ports.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import type { Revealing } from "../../views/drawnTree.ts";

/** Reading and clearing the list of what was done. */
export interface ReadingActivity {
  readonly activity: () => Promise<ActivityLog>;
}

/** Acting on the entries of the Activity view to which a key was pressed. */
export interface OnActivityKeys {
  /** Ids of the entries of the Activity view that a key acts on. */
  readonly activityTargets: () => Promise<readonly string[]>;
}

/** Showing the details of an operation, which a person may copy. */
interface ShowingDetails extends Copying, ReadingActivity, Talking, Timed {}

/** Ids of the operations whose details are being shown. */
const shown = new Set<unknown>();

/** Shows the details of an operation; the argument is the id of its entry. */
export const showActivity: Handler<ShowingDetails> = async (services, [id]) => {
  // the second of two clicks on a row: VS Code would show its details once more when they are closed
  if (shown.has(id)) return;
  shown.add(id);
  try {
    await showDetails(services, id);
  } finally {
    shown.delete(id);
  }
};

async function showDetails(services: ShowingDetails, id: unknown): Promise<void> {
  const { dialogs, clock, clipboard } = services;
  const row = await rowOf(services, id);
  const message = isGroup(row) ? groupLabel(row) : activityLabel(row);
  // by the wall clock: read by people
  const now = clock.wallTime();
  const detail = (isGroup(row) ? groupFacts(row, now) : activityFacts(row, now)).join("\n");
  const isWanted = await dialogs.read(message, detail, [{ label: l10n.t("Copy"), value: true }]);
  if (isWanted === true) await clipboard.write(`${message}\n${detail}`);
}

/** Shows the target of an operation in the tree. */
export const revealTarget: Handler<KnownPanels & ReadingActivity & Revealing & Talking> = async (services, [id]) => {
  const item = await recordedTarget(services, await entryOf(services, id));
  await services.reveal(item.id, { expand: false });
};

/** Runs the same action on the same target, with all questions and checks of any action. */
export const runAgain: Handler<ActingOnRows & ReadingActivity> = async (services, [id]) => {
  const entry = await entryOf(services, id);
  if (!isRepeatable(entry)) throw new CommandAborted(l10n.t("This cannot be run again."));
  const item = await recordedTarget(services, entry);
  await actionCommand(entry.verb)(services, [item.id]);
};

/** Copies an operation and its result as one line; a key binding passes no argument. */
export const copyActivity: Handler<Copying & OnActivityKeys & ReadingActivity> = async (services, args) => {
  const [id] = args.length > 0 ? args : await services.activityTargets();
  if (id === undefined) return;
  const row = await rowOf(services, id);
  await services.clipboard.write(
    isGroup(row) ? [groupLabel(row), ...groupLines(row)].join("\n") : activitySentence(row),
  );
};

/** Empties the list of operations, after asking. */
export const clearActivity: Handler<ReadingActivity & Talking> = async ({ activity, dialogs }) => {
  const question = l10n.t("Clear the activity list?");
  const detail = l10n.t("It is deleted from this computer, for all windows. Nothing changes on any server.");
  if (await dialogs.ask(question, detail, l10n.t("Clear"))) await (await activity()).clear();
};

/** An operation, or those that one row stands for. */
async function rowOf(services: ReadingActivity, id: unknown): Promise<ActivityRow> {
  const group = rowsOf(await (await services.activity()).read()).find((row) => isGroup(row) && row.id === id);
  return group ?? entryOf(services, id);
}

async function entryOf({ activity }: ReadingActivity, id: unknown): Promise<ActivityEntry> {
  const entry = (await (await activity()).read()).find((candidate) => candidate.id === id);
  if (entry === undefined) throw new CommandAborted(l10n.t("This operation is no longer in the list."));
  return entry;
}
