import * as l10n from "@vscode/l10n";
import { changesOn } from "../commands/context/hasFeature.ts";
import { commandIds, commands, type CommandId } from "../manifest/commands.ts";
import { pickedNames, type PickedName } from "../manifest/pickedCommands.ts";
import { resourceKinds, type ResourceKind } from "../resources/resources.ts";
import type { KnownPanels } from "../commands/context/knownPanels.ts";
import type { ItemNode } from "../tree/treeNodes.ts";

/** What a list of resources is opened for. */
export interface Purpose {
  readonly title: string;
  /** Told where nothing was found that it could list; more may be on the panels. */
  readonly nothing: string;
  /** The kinds that it reads. */
  readonly kinds: ReadonlySet<ResourceKind>;
  /** Whether a row is listed; the kind alone does not decide it. */
  readonly isFor: (services: KnownPanels, node: ItemNode) => boolean;
  /** Its rows have buttons for what is mostly done to them. */
  readonly hasButtons?: true;
}

/** Shows a resource in the side bar. */
export function showing(): Purpose {
  return {
    title: l10n.t("Go to Resource"),
    nothing: l10n.t("Nothing is listed on your panels."),
    kinds: new Set(resourceKinds),
    isFor: () => true,
    hasButtons: true,
  };
}

/** Runs a command of the row, which has this name in each kind. */
export function running(name: PickedName): Purpose {
  return {
    ...TEXTS[name](),
    kinds: new Set(resourceKinds.filter((kind) => commandsFor(kind, name).length > 0)),
    isFor: (services, node) => offered(services, node, name).length > 0,
  };
}

const TEXTS: Readonly<Record<PickedName, () => Pick<Purpose, "title" | "nothing">>> = {
  restart: () => ({ title: l10n.t("Restart"), nothing: l10n.t("Nothing was found that can be restarted.") }),
  start: () => ({ title: l10n.t("Start"), nothing: l10n.t("Nothing was found that can be started.") }),
  stop: () => ({ title: l10n.t("Stop"), nothing: l10n.t("Nothing was found that can be stopped.") }),
  followLog: () => ({ title: l10n.t("Follow Log"), nothing: l10n.t("No log was found that can be followed.") }),
  openConfiguration: () => ({
    title: l10n.t("Open Configuration"),
    nothing: l10n.t("Nothing was found that has a configuration."),
  }),
};

/** The commands of a name that a row has now; a website has two logs. */
export function offered(services: KnownPanels, node: ItemNode, name: PickedName): readonly CommandId[] {
  const changes = changesOn(services, node);
  return commandsFor(node.kind, name).filter((id) => {
    const { change, nodes } = commands[id] ?? {};
    if (change === undefined) return nodes?.includes(`${node.kind}.${node.state}`);
    return changes.includes(change);
  });
}

function commandsFor(kind: ResourceKind, name: PickedName): readonly CommandId[] {
  const ids = pickedNames[name].map((own) => `serverPanel.${kind}.${own}`);
  return commandIds.filter((id) => ids.includes(id));
}
