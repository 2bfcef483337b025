import * as l10n from "@vscode/l10n";
import { demoIds } from "../../panels/isDemo.ts";
import { topGroups } from "../../resources/resources.ts";
import type { Choice, Talking } from "../../ports/dialogs.ts";
import { editionText } from "../../texts/editionTexts.ts";
import { groupNodeId, panelNodeId } from "../../tree/treeNodes.ts";
import { type KnownEdition, knownEditions } from "../../wire/answers/operation.ts";
import type { PlayingDemos } from "../../panels/demo.ts";
import type { Revealing } from "../../views/drawnTree.ts";
import type { Handler } from "../context/handler.ts";

/** Opening demo panels, and showing them. */
export interface ShowingDemos extends PlayingDemos, Revealing {
  /** Expands nodes that are about to appear. */
  readonly drawOpen: (ids: readonly string[]) => void;
}

/** Levels to open, so that resources are visible at once. */
const LEVELS = 2;

/** Asks which demo panels to open in this window, and shows them. */
export const openDemo: Handler<ShowingDemos & Talking> = async (services) => {
  const choices: readonly Choice<readonly KnownEdition[]>[] = [
    ...knownEditions.map((edition) => ({ label: editionText(edition), icon: "server", value: [edition] })),
    { label: l10n.t("Both"), icon: "server-environment", value: knownEditions },
  ];
  const title = l10n.t("Try the Demo Panel");
  const editions = await services.dialogs.pick(title, l10n.t("Which panel?"), choices);
  if (editions !== undefined) await showDemos(services, editions);
};

/** Opens the demo panels of all editions, without a question. */
export async function showAllDemos(services: ShowingDemos): Promise<void> {
  await showDemos(services, knownEditions);
}

/** Opens demo panels and selects the first. */
async function showDemos({ demo, drawOpen, reveal }: ShowingDemos, editions: readonly KnownEdition[]): Promise<void> {
  // VS Code may ignore an expansion while it draws another node
  for (const id of editions.map((edition) => demoIds[edition]))
    drawOpen([panelNodeId(id), ...topGroups.map((kind) => groupNodeId(id, kind))]);
  const opened = await Promise.all(editions.map((edition) => demo.open(edition)));
  for (const { id } of opened.toReversed()) await reveal(panelNodeId(id), { expand: LEVELS });
}
