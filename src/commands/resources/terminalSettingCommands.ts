import * as l10n from "@vscode/l10n";
import { mayChange } from "../../panels/guardLevel.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Verb } from "../../resources/verbs.ts";
import { leftOutText, noOtherHasText } from "../../texts/editionTexts.ts";
import { failureOf } from "../../wire/answers/failure.ts";
import { choosePanel, nodesOf } from "../context/choose.ts";
import { CommandAborted, PanelIsReadOnly } from "../context/commandAborted.ts";
import { itemsOf, ErrorWithPanel } from "../context/askPanel.ts";
import { hasFeature, mayHave } from "../context/hasFeature.ts";
import { requestsFor, runAndTell } from "../context/runAndTell.ts";
import type { Acting } from "../context/acting.ts";
import type { Redrawing } from "../../views/drawnTree.ts";
import type { Handler } from "../context/handler.ts";
import type { Choosing } from "../context/choosing.ts";
import type { KnownPanels } from "../context/knownPanels.ts";
import type { Talking } from "../../ports/dialogs.ts";

/**
 * Switches the settings of clicked checkboxes at once; redraws those that were not seen to change.
 * @param wanted the id of each node, and whether it was checked
 */
export async function switchSettings(
  services: Acting & Redrawing,
  wanted: readonly (readonly [id: string, on: boolean])[],
): Promise<void> {
  const done = new Set<string>();
  try {
    const clicked = wanted.map(([id, on]) => {
      const items = nodesOf(services, [id]).filter((node) => node.type === "item");
      return { id, requests: requestsFor(services, items, verbFor(on), {}) };
    });
    const finished = await runAndTell(
      services,
      clicked.flatMap(({ requests }) => requests),
      { quietly: true },
    );
    for (const { request, outcome } of finished)
      for (const { id, requests } of clicked) if (outcome.kind === "done" && requests.includes(request)) done.add(id);
  } finally {
    for (const [id] of wanted) if (!done.has(id)) services.showAgain(id);
  }
}

const verbFor = (on: boolean): Verb => (on ? "turnOn" : "turnOff");

const SETTINGS = { kind: "terminalSetting" } as const;

/** Applies the settings of one panel to others. */
export const applyToPanels: Handler<Acting & Choosing> = async (services, args) => {
  const title = l10n.t("Apply Terminal Settings to Panels");
  const source = await choosePanel(services, args, title, SETTINGS);
  if (source === undefined) return;
  const all = services.panels().filter(({ id }) => id !== source.id);
  if (all.length === 0) throw new CommandAborted(l10n.t("There is no other panel."));
  const having = all.filter((panel) => mayHave(services, panel, SETTINGS));
  if (having.length === 0) throw new CommandAborted(noOtherHasText(SETTINGS));
  const others = having.filter(({ guardLevel }) => mayChange(guardLevel));
  const [readOnly] = having;
  if (others.length === 0 && readOnly !== undefined) throw new PanelIsReadOnly(readOnly);
  const settings = (await itemsOf(services, source, "terminalSetting")).filter(
    ({ state }) => state === "on" || state === "off",
  );
  if (settings.length === 0)
    throw new CommandAborted(l10n.t("“{0}” does not report its settings, so there is nothing to apply.", source.name));
  const choices = others.map((panel) => ({ label: panel.name, description: panel.address, value: panel }));
  // in a notification, because a list would truncate it
  await showLeftOut(services, all, having);
  const question = l10n.t("Which panels get the settings of “{0}”?", source.name);
  const picked = (await services.dialogs.pickSome(title, question, choices)) ?? [];
  const targets = await withSettings(services, picked);
  const requests = targets.flatMap((panel) =>
    settings.flatMap((item) =>
      requestsFor(services, [{ ...item, panelId: panel.id, row: undefined }], verbFor(item.state === "on"), {}),
    ),
  );
  if (requests.length > 0) await runAndTell(services, requests, { alwaysAsk: true });
};

/**
 * The picked panels that have the settings, which may only show when they are asked. A panel that cannot be asked stays:
 * its failure shows when the settings are sent.
 */
async function withSettings(
  services: KnownPanels & Talking,
  picked: readonly PanelRecord[],
): Promise<readonly PanelRecord[]> {
  const mayHaveThem = await Promise.all(
    picked.map(async (panel) => hasFeature(services, panel, SETTINGS).catch(trueForFailure)),
  );
  const having = picked.filter((_, index) => mayHaveThem[index]);
  await showLeftOut(services, picked, having);
  return having;
}

async function showLeftOut(
  { dialogs }: Talking,
  all: readonly PanelRecord[],
  kept: readonly PanelRecord[],
): Promise<void> {
  const names = all.filter((panel) => !kept.includes(panel)).map(({ name }) => name);
  if (names.length > 0) await dialogs.tell({ severity: "warning", message: leftOutText(names, SETTINGS), names });
}

/** Rethrows if a person cancelled; one panel that we cannot make sense of does not keep the others from their settings. */
function trueForFailure(error: unknown): true {
  const failure = failureOf(error instanceof ErrorWithPanel ? error.cause : error);
  if (failure?.kind === "cancelled") throw error;
  return true;
}
