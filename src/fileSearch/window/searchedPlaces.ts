import * as l10n from "@vscode/l10n";
import { assertRunsCommands, CommandAborted } from "../../commands/context/commandAborted.ts";
import { nodeArguments, panelOf } from "../../commands/context/choose.ts";
import type { KnownPanels } from "../../commands/context/knownPanels.ts";
import { mayChange } from "../../panels/guardLevel.ts";
import type { PanelRecord } from "../../panels/panelRecord.ts";
import type { SearchQuery } from "../searchQuery.ts";
import { directoryOf, typedPath } from "../../serverFiles/filePlace.ts";
import { itemText } from "../../texts/resourceTexts.ts";
import { nodeText } from "../../texts/nodeTexts.ts";
import { isDirectory } from "../../tree/fileRows.ts";
import { panelNodeId, panelsIn, type FileNode, type ItemNode, type TreeNode } from "../../tree/treeNodes.ts";
import type { JavaProject } from "../../wire/operations/java.ts";
import type { Project } from "../../resources/project.ts";
import type { Site } from "../../wire/operations/sites.ts";
import { isIn } from "../../characters/isBelow.ts";

/** A directory of a server in which files are looked for. */
export interface SearchedPlace {
  readonly panel: PanelRecord;
  readonly directory: string;
  /** What a person calls it; absent: a panel's websites as a whole, so that another directory can be chosen. */
  readonly name?: string;
}

/** What a person wants to find, and where. */
export interface AskedSearch {
  readonly query: SearchQuery;
  readonly places: readonly SearchedPlace[];
}

/** Where panels put websites (docs/protocol.md 6.10): what is searched of a whole panel, until a person chooses otherwise. */
export const WEBSITES = "/www/wwwroot";

/** Kinds whose rows have a directory of their own. */
export const searchedKinds = ["site", "javaProject", "project"] as const;

/** The directories of the clicked or selected rows, each once, without those that lie below others. None from the palette. */
export function placesAt(services: KnownPanels, args: readonly unknown[]): readonly SearchedPlace[] {
  const nodes = nodeArguments(services, args);
  return withoutNested(nodes.flatMap((node) => placesOfNode(services, node)));
}

function placesOfNode(services: KnownPanels, node: TreeNode): readonly SearchedPlace[] {
  switch (node.type) {
    case "folder": {
      const ids = new Set(panelsIn(services.panels(), node.tag));
      return services
        .panels()
        .filter(({ id }) => ids.has(panelNodeId(id)))
        .map(placeOfPanel);
    }
    case "panel":
      return [placeOfPanel(panelOf(services, node.panel.id))];
    case "item":
      return [placeOfItem(services, node)];
    case "file":
      return [placeOfFile(services, node)];
    case "group":
    case "empty":
    case "unreadable":
    case "failure":
    case "more":
      return [];
    default:
      return node satisfies never;
  }
}

function placeOfPanel(panel: PanelRecord): SearchedPlace {
  return { panel, directory: WEBSITES };
}

function placeOfFile(services: KnownPanels, node: FileNode): SearchedPlace {
  const directory = isDirectory(node) ? node.path : directoryOf(node.path);
  return { panel: panelOf(services, node.panelId), directory, name: directory };
}

/** The directory of a website or project. Ends the command if the panel does not say where it is. */
export function placeOfItem(services: KnownPanels, node: ItemNode): SearchedPlace {
  const directory = directoryOfItem(node);
  if (directory === undefined)
    throw new CommandAborted(
      l10n.t("Nothing was done. The panel does not say where the files of {0} are.", nodeText(node)),
    );
  return { panel: panelOf(services, node.panelId), directory, name: itemText(node.kind, node.label) };
}

/** The directory of a website or project, as far as the panel says it. */
export function directoryOfItem({ kind, row }: ItemNode): string | undefined {
  const told = row === undefined ? undefined : toldDirectory(kind, row);
  if (told === undefined) return undefined;
  return typedPath(told);
}

function toldDirectory(kind: ItemNode["kind"], row: unknown): string | undefined {
  if (kind === "site") return (row as Site).root;
  if (kind === "project") return (row as Project).directory;
  const { jar } = kind === "javaProject" ? (row as JavaProject) : {};
  return jar && directoryOf(jar);
}

/** What lies in another place is found there. */
function withoutNested(places: readonly SearchedPlace[]): readonly SearchedPlace[] {
  const isPartOf = (a: SearchedPlace, b: SearchedPlace) => a.panel.id === b.panel.id && isIn(a.directory, b.directory);
  return places.filter((place, index) =>
    places.every((other, at) => {
      const isSame = isPartOf(place, other) && isPartOf(other, place);
      return at === index || !isPartOf(place, other) || (isSame && index < at);
    }),
  );
}

/**
 * A directory as a person knows it who has chosen where to search: from the place on, which is named only where others of the server are
 * searched as well.
 */
export function directoryInPlace(directory: string, panelId: string, places: readonly SearchedPlace[]): string {
  const onServer = places.filter(({ panel }) => panel.id === panelId);
  const place = onServer.find((each) => isIn(directory, each.directory));
  if (place === undefined) return directory;
  const rest = directory.slice(place.directory === "/" ? 1 : place.directory.length + 1);
  const name = onServer.length > 1 ? (place.name ?? place.directory) : "";
  return [name, rest].filter((part) => part !== "").join("/");
}

/** Whether a place may be searched: a search has the server run a command, which nobody does on a panel that is read only. */
export function maySearch({ panel }: SearchedPlace): boolean {
  return mayChange(panel.guardLevel);
}

/** Ends the command where none of the places may be searched. */
export function assertSearchable(places: readonly SearchedPlace[]): void {
  const [first] = places;
  if (first !== undefined && !places.some(maySearch)) assertRunsCommands(first.panel);
}
