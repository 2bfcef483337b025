import * as l10n from "@vscode/l10n";
import { visibleText } from "../../characters/plainText.ts";
import type { Talking } from "../../ports/dialogs.ts";
import type { Copying } from "../../ports/workbench.ts";
import { listText } from "../../texts/listTexts.ts";
import { nodeText } from "../../texts/nodeTexts.ts";
import { textsOf, type RowText } from "../../tree/textsOf.ts";
import type { TreeNode } from "../../tree/treeNodes.ts";
import { nodeArguments } from "../context/choose.ts";
import { CommandAborted } from "../context/commandAborted.ts";
import type { Handler } from "../context/handler.ts";
import type { KnownPanels } from "../context/knownPanels.ts";

/** How much of a text its choice shows. */
const LONGEST = 100;

/** *Copy…*: one of the texts that all clicked or selected rows have, one line each. */
export const copyText: Handler<Copying & KnownPanels & Talking> = async (services, args) => {
  const nodes = nodeArguments(services, args);
  const texts = await chooseTexts(services, nodes);
  if (texts === undefined) return;
  await services.clipboard.write(texts.map(({ text }) => text).join("\n"));
  const warning = texts.find((each) => each.warning !== undefined)?.warning;
  if (warning !== undefined) await services.dialogs.tell({ severity: "warning", message: warning });
};

/** The text of each row: the only one that all have, or the one that a person picks; `undefined`: dismissed. */
async function chooseTexts({ dialogs }: Talking, nodes: readonly TreeNode[]): Promise<readonly RowText[] | undefined> {
  const [first = [], ...others] = nodes.map(textsOf);
  const choices = first.flatMap((text) => {
    const texts = [text, ...others.flatMap((each) => each.find(({ what }) => what === text.what) ?? [])];
    return texts.length === nodes.length
      ? [{ label: text.what, description: visibleText(text.text, LONGEST), value: texts }]
      : [];
  });
  const names = listText(nodes.map(nodeText));
  if (choices.length === 0)
    throw new CommandAborted(l10n.t("Nothing was copied. These have no text in common: {0}", names));
  if (choices.length === 1) return choices[0]?.value;
  return dialogs.pick(l10n.t("Copy from {0}", names), l10n.t("Which text?"), choices);
}
