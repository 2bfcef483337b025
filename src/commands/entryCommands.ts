import { l10n } from "vscode";
import { nameableKinds, type ResourceKind } from "../model/resources/table.ts";
import { groupNodeId, itemNodeId } from "../model/treeNodes.ts";
import { groupText } from "../platform/texts/resourceTexts.ts";
import { choosePanel, nodeArgument, nodeArguments } from "./choose.ts";
import type { Handler } from "./services.ts";

type NameableKind = (typeof nameableKinds)[number];

/** Keeps the name or id of something that the panel does not list, so that it can be operated. */
export const addEntry: Handler = async (services, args) => {
  const node = nodeArgument(services, args);
  const title = l10n.t("Add by Name or ID");
  const panel = await choosePanel(services, args, title);
  if (panel === undefined) return;
  if (services.demo.owns(panel)) {
    await services.dialogs.tell({
      severity: "information",
      message: l10n.t("The demo panel lists everything it runs."),
    });
    return;
  }
  const kind = node?.type === "group" && isNameable(node.kind) ? node.kind : await askKind();
  if (kind === undefined) return;
  const key = await services.dialogs.input({
    title,
    prompt: promptFor(kind),
    problem: (typed) => (typed.trim() === "" ? l10n.t("A name or id is needed.") : undefined),
  });
  if (key === undefined) return;
  const entry = { kind, key: key.trim() };
  const isKnown = panel.entries.some((other) => other.kind === entry.kind && other.key === entry.key);
  if (!isKnown) await services.store.update(panel.id, { entries: [...panel.entries, entry] });
  await services.tree.children(groupNodeId(panel.id, kind));
  await services.reveal(itemNodeId(panel.id, kind, entry.key), { expand: false });

  async function askKind(): Promise<NameableKind | undefined> {
    const choices = nameableKinds.map((value) => ({ label: groupText(value), value }));
    return services.dialogs.pick(title, l10n.t("What is it?"), choices);
  }
};

/** Drops what was added by hand; nothing changes on the server. */
export const forgetEntry: Handler = async (services, args) => {
  for (const node of nodeArguments(services, args)) {
    const panel = services.panels().find((candidate) => node.type === "item" && candidate.id === node.panelId);
    if (node.type !== "item" || panel === undefined) continue;
    const entries = panel.entries.filter(({ kind, key }) => kind !== node.kind || key !== node.key);
    await services.store.update(panel.id, { entries });
  }
};

function isNameable(kind: ResourceKind): kind is NameableKind {
  return nameableKinds.some((nameable) => nameable === kind);
}

function promptFor(kind: NameableKind): string {
  switch (kind) {
    case "container":
      return l10n.t("A container's name or id. A name goes on working when the container is made anew.");
    case "javaProject":
      return l10n.t("The name of the Java project.");
    case "certificateOrder":
      return l10n.t("The index of the order: 32 letters and digits.");
    default:
      return kind satisfies never;
  }
}
