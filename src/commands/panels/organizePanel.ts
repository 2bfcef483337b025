import * as l10n from "@vscode/l10n";
import { topGroups } from "../../resources/resources.ts";
import { isDemo } from "../../panels/isDemo.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { Choice, Talking } from "../../ports/dialogs.ts";
import { groupText } from "../../texts/resourceTexts.ts";
import type { KeepingPanels } from "../../panels/panelStore.ts";
import { listText } from "../../texts/listTexts.ts";

/** Colours of the theme that a panel's icon can have, with their names. */
const COLORS: ReadonlyMap<string, string> = new Map([
  ["charts.red", l10n.t("red")],
  ["charts.orange", l10n.t("orange")],
  ["charts.yellow", l10n.t("yellow")],
  ["charts.green", l10n.t("green")],
  ["charts.blue", l10n.t("blue")],
  ["charts.purple", l10n.t("purple")],
]);

/** The choice of no colour. */
const BY_STATE = "byState";

type Edit = (services: KeepingPanels & Talking, panel: PanelRecord) => Promise<void>;

/** Edits how one panel is shown: tags, colour and groups. */
export async function organizePanel(services: KeepingPanels & Talking, panel: PanelRecord): Promise<void> {
  if (isDemo(panel)) {
    const message = l10n.t("The demo panel cannot be edited. Remove it when you are done with it.");
    await services.dialogs.tell({ severity: "warning", message });
    return;
  }
  const title = l10n.t("Organize “{0}”", panel.name);
  const edit = await services.dialogs.pick(title, l10n.t("What should change?"), editsOf(panel));
  await edit?.(services, panel);
}

/** Offers the same for a new panel until the person is done; Enter on the first line skips it. */
export async function organizeNewPanel(services: KeepingPanels & Talking, id: string): Promise<void> {
  for (;;) {
    const panel = services.store.get(id);
    if (panel === undefined) return;
    const done: Choice<undefined> = { label: l10n.t("Done"), icon: "check", value: undefined };
    const title = l10n.t("“{0}” Was Added", panel.name);
    const question = l10n.t("How should it be shown? You can change this later.");
    const edit = await services.dialogs.pick<Edit | undefined>(title, question, [done, ...editsOf(panel)]);
    if (edit === undefined) return;
    await edit(services, panel);
  }
}

function editsOf(panel: PanelRecord): readonly Choice<Edit>[] {
  const color = panel.color === undefined ? l10n.t("by state") : (COLORS.get(panel.color) ?? panel.color);
  return [
    { label: l10n.t("Tags"), description: listText(panel.tags), icon: "tag", value: changeTags },
    { label: l10n.t("Color"), description: color, icon: "symbol-color", value: changeColor },
    { label: l10n.t("Groups"), icon: "list-tree", value: changeGroups },
  ];
}

async function changeTags(services: KeepingPanels & Talking, panel: PanelRecord): Promise<void> {
  const tags = await askTags(services, panel);
  if (tags !== undefined) await services.store.update(panel.id, { tags });
}

/** Asks for the tags of a panel: existing ones to choose, others to type; `undefined`: dismissed. */
async function askTags(
  { dialogs, store }: KeepingPanels & Talking,
  panel: PanelRecord,
): Promise<readonly string[] | undefined> {
  const title = l10n.t("Tags of “{0}”", panel.name);
  const inUse = store.list().flatMap(({ tags }) => tags);
  // the panel's own come first: the first chosen one is its folder
  const known = [...new Set([...panel.tags, ...inUse, l10n.t("prod"), l10n.t("staging")])];
  const picked = await dialogs.pickMany(
    title,
    l10n.t("Choose or type tags. The first one is the folder in the tree."),
    known.map(tagChoice),
    panel.tags,
    (typed) => tagsIn(typed).map(tagChoice),
  );
  return picked && [...new Set(picked)];
}

const tagChoice = (tag: string): Choice<string> => ({ label: tag, icon: "tag", value: tag });

function tagsIn(typed: string): readonly string[] {
  const tags = typed.split(/[,，、;；]/).map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== "");
}

async function changeColor(services: KeepingPanels & Talking, panel: PanelRecord): Promise<void> {
  const choices = [
    { label: l10n.t("By state"), icon: "server", value: BY_STATE },
    ...[...COLORS].map(([value, label]) => ({ label, icon: "circle-filled", color: value, value })),
  ];
  const title = l10n.t("Color of “{0}”", panel.name);
  const picked = await services.dialogs.pick<string>(title, l10n.t("Which color?"), choices, panel.color ?? BY_STATE);
  if (picked !== undefined) await services.store.update(panel.id, { color: picked === BY_STATE ? undefined : picked });
}

async function changeGroups(services: KeepingPanels & Talking, panel: PanelRecord): Promise<void> {
  const choices = topGroups.map((kind) => ({ label: groupText(kind), value: kind }));
  const shown = topGroups.filter((kind) => !panel.hiddenGroups.includes(kind));
  const title = l10n.t("Groups of “{0}”", panel.name);
  const picked = await services.dialogs.pickMany(title, l10n.t("Which groups should be shown?"), choices, shown);
  if (picked === undefined) return;
  await services.store.update(panel.id, { hiddenGroups: topGroups.filter((kind) => !picked.includes(kind)) });
}
