import * as l10n from "@vscode/l10n";
import { partKinds, type ActionInput, type Call, type Part, type PartKind } from "../../resources/resource.ts";
import { site } from "../../resources/site.ts";
import { partChoice } from "../../texts/partTexts.ts";
import type { ItemNode } from "../../tree/treeNodes.ts";
import { failureOf, type PanelFailure } from "../../wire/answers/failure.ts";
import { panelOf } from "../context/choose.ts";
import { askPanel } from "../context/askPanel.ts";
import type { Choosing } from "../context/services.ts";

/** Failures after which the other parts can still be read. */
const OF_ONE_READ: readonly PanelFailure["kind"][] = ["rejected", "page", "malformed", "tooLarge", "unsupported"];

/** Asks which parts to delete with a site; none is preselected. */
export async function askRemoval(services: Choosing, item: ItemNode): Promise<ActionInput | undefined> {
  const panel = panelOf(services, item.panelId);
  const connection = services.connections.of(panel);
  const found = await askPanel(services.dialogs, panel, (signal) => partsOf(connection.callFor(signal), item));
  const parts = found.filter((part) => typeof part !== "string");
  const offered = parts.filter(({ isShared }) => isShared !== true);
  const choices = offered.map((value) => ({ ...partChoice(value), value }));
  const title = l10n.t("Delete {0}", item.label);
  const question = l10n.t("What else should be deleted? Nothing is selected yet.");
  const chosen = offered.length === 0 ? [] : await services.dialogs.pickMany(title, question, choices);
  if (chosen === undefined) return undefined;
  return { with: chosen, kept: found.filter((part) => typeof part === "string" || !chosen.includes(part)) };
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
      const failure = failureOf(error);
      if (failure === undefined || !OF_ONE_READ.includes(failure.kind)) throw error;
      found.push(kind);
    }
  }
  return found;
}
