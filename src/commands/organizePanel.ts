import { l10n } from "vscode";
import { topGroups } from "../model/resources/table.ts";
import type { PanelRecord } from "../model/panelRecord.ts";
import { groupText } from "../platform/texts/resourceTexts.ts";
import type { Handler, Services } from "./services.ts";
import { choosePanel } from "./choose.ts";
import { NothingDone } from "./nothingDone.ts";

/** Colours of the theme that a panel's icon can have. */
const COLORS = [
  "charts.red",
  "charts.orange",
  "charts.yellow",
  "charts.green",
  "charts.blue",
  "charts.purple",
] as const;

interface ColorPatch {
  readonly color: string | undefined;
}

/** Tags, colour and groups of one panel: how it is shown, nothing about its server. */
export async function organizePanel(services: Services, panel: PanelRecord): Promise<void> {
  if (services.demo.owns(panel)) {
    const message = l10n.t("The demo panel cannot be edited. Remove it when you are done with it.");
    await services.dialogs.tell({ severity: "information", message });
    return;
  }
  const color = panel.color === undefined ? l10n.t("by state") : colorText(panel.color);
  const edit = await services.dialogs.pick(l10n.t("Organize “{0}”", panel.name), l10n.t("What should change?"), [
    { label: l10n.t("Tags"), description: panel.tags.join(", "), icon: "tag", value: changeTags },
    { label: l10n.t("Color"), description: color, icon: "symbol-color", value: changeColor },
    { label: l10n.t("Groups"), icon: "list-tree", value: changeGroups },
  ]);
  await edit?.(services, panel);
}

async function changeTags(services: Services, panel: PanelRecord): Promise<void> {
  const typed = await services.dialogs.input({
    title: l10n.t("Tags of “{0}”", panel.name),
    prompt: l10n.t("Separated by commas, such as prod, shop. The first one is the panel's folder in the tree."),
    value: panel.tags.join(", "),
  });
  if (typed === undefined) return;
  const tags = [
    ...new Set(
      typed
        .split(/[,，]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
    ),
  ];
  await services.store.update(panel.id, { tags });
}

async function changeColor(services: Services, panel: PanelRecord): Promise<void> {
  const picked = await services.dialogs.pick(l10n.t("Color of “{0}”", panel.name), l10n.t("Which color?"), [
    { label: l10n.t("By state"), icon: "server", value: { color: undefined } as ColorPatch },
    ...COLORS.map((color) => ({ label: colorText(color), icon: "circle-filled", value: { color } as ColorPatch })),
  ]);
  if (picked !== undefined) await services.store.update(panel.id, picked);
}

async function changeGroups(services: Services, panel: PanelRecord): Promise<void> {
  const choices = topGroups.map((kind) => ({ label: groupText(kind), value: kind }));
  const shown = topGroups.filter((kind) => !panel.hiddenGroups.includes(kind));
  const title = l10n.t("Groups of “{0}”", panel.name);
  const picked = await services.dialogs.pickMany(title, l10n.t("Which groups should be shown?"), choices, shown);
  if (picked === undefined) return;
  await services.store.update(panel.id, { hiddenGroups: topGroups.filter((kind) => !picked.includes(kind)) });
}

/** Puts a panel before the one above it, or after the one below it, among those of its folder. */
export function movePanel(direction: -1 | 1): Handler {
  return async (services, args) => {
    const panel = await choosePanel(services, args, l10n.t("Move Panel"));
    if (panel === undefined) return;
    if (services.demo.owns(panel)) throw new NothingDone(l10n.t("The demo panel always stands first."));
    const siblings = services.store.list().filter(({ tags }) => tags[0] === panel.tags[0]);
    const from = siblings.findIndex(({ id }) => id === panel.id);
    const to = from + direction;
    if (to < 0) throw new NothingDone(l10n.t("“{0}” is the first one already.", panel.name));
    if (to >= siblings.length) throw new NothingDone(l10n.t("“{0}” is the last one already.", panel.name));
    const moved = siblings.toSpliced(from, 1).toSpliced(to, 0, panel);
    const orders = siblings.map(({ order }) => order).toSorted((a, b) => a - b);
    for (const [index, { id, order }] of moved.entries()) {
      const wanted = orders[index] ?? order;
      if (wanted !== order) await services.store.update(id, { order: wanted });
    }
  };
}

function colorText(color: string): string {
  const texts: Readonly<Record<string, string>> = {
    "charts.red": l10n.t("red"),
    "charts.orange": l10n.t("orange"),
    "charts.yellow": l10n.t("yellow"),
    "charts.green": l10n.t("green"),
    "charts.blue": l10n.t("blue"),
    "charts.purple": l10n.t("purple"),
  };
  return texts[color] ?? color;
}
