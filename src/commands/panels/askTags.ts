import * as l10n from "@vscode/l10n";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { PanelServices } from "./panelServices.ts";

/** Offered where nobody uses them yet. */
const USUAL = ["prod", "staging"];

/** Tags of a panel: those in use to choose from, others to type; `undefined`: the person turned away. */
export async function askTags(
  { dialogs, store }: PanelServices,
  panel: PanelRecord,
): Promise<readonly string[] | undefined> {
  const title = l10n.t("Tags of “{0}”", panel.name);
  const inUse = store.list().flatMap(({ tags }) => tags);
  // the panel's own come first: the first one that is chosen is its folder
  const known = [...new Set([...panel.tags, ...inUse, ...USUAL])];
  const type = { label: l10n.t("Type Tags…"), icon: "edit", value: undefined };
  const picked = await dialogs.pickMany<string | undefined>(
    title,
    l10n.t("Which tags? The first one is the panel's folder in the tree."),
    [...known.map((tag) => ({ label: tag, icon: "tag", value: tag })), type],
    panel.tags,
  );
  const chosen = picked?.filter((tag) => tag !== undefined);
  if (chosen === undefined || chosen.length === picked?.length) return chosen;
  const typed = await dialogs.input({
    title,
    prompt: l10n.t("Separated by commas, for example: prod, shop. The first one is the panel's folder in the tree."),
    value: chosen.join(", "),
  });
  return typed === undefined ? undefined : tagsIn(typed);
}

function tagsIn(typed: string): readonly string[] {
  const tags = typed.split(/[,，]/).map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}
