import type { Change, Trouble } from "../resources/resource.ts";
import type { FoundRow } from "./manifest.ts";

/** Where and how a command is offered. Its title is in package.nls.json. */
export interface CommandShape {
  /**
   * `with…`: only where there is a panel, a log that was shown or one that is followed; `never`: it makes no sense
   * without a node.
   */
  readonly palette: "always" | "withPanels" | "withShownLogs" | "withFollowedLogs" | "never";
  /** A product icon. */
  readonly icon?: string;
  /** `kind.state` of the tree nodes whose context menu has the command, and its place there. */
  readonly nodes?: readonly string[];
  /** Offered only if the node allows this change (`changesAt`). */
  readonly change?: Change;
  readonly place?: MenuPlace;
  /** Those of its nodes whose menu has it beside its submenu, in which it would be alone, and its place there. */
  readonly besideSubmenu?: { readonly nodes: readonly string[]; readonly place: MenuPlace };
  /** Also offered while several nodes are selected; commands of groups always are. */
  readonly several?: true;
  /** Nodes that also have it as an icon in their row, with its place among the icons; first by default. */
  readonly inline?: readonly string[];
  readonly inlineOrder?: number;
  /** Nodes that have it in their menu only while they are in trouble. */
  readonly whileInTrouble?: readonly string[];
  /** Troubles in which its nodes also have it as an icon in their row, before all others. */
  readonly inlineWhile?: readonly Trouble[];
  /** Only rows in one of these troubles have it in their menu and as an icon. */
  readonly mends?: readonly Trouble[];
  /** Its place in the title bar of the view. */
  readonly viewTitle?: number;
  /** Its place in the menu behind "…" of the view. */
  readonly viewMenu?: number;
  /** Offered only while rows in trouble come first, or only while they do not. */
  readonly whileTroubleFirst?: boolean;
  /** Offered only while a file is selected to be compared. */
  readonly whileFileSelected?: true;
  /** Also in the title bar of the Activity view. */
  readonly activityTitle?: true;
  /** In the context menu of the Activity view: for every row, for those of one operation, for those that can be run again, or for deployments. */
  readonly activity?: "every" | "single" | "repeatable" | "deployed";
  /** In the context menu of the Search view, for these of its rows. */
  readonly found?: readonly FoundRow[];
  /** Those of them that also have it as an icon in their row. */
  readonly foundInline?: readonly FoundRow[];
  /** Its place in the title bar of the Search view. */
  readonly searchTitle?: number;
  /** Offered there only while a search runs, or only while none does. */
  readonly whileSearching?: boolean;
  /** Also in the title bar of the Output panel while it shows a followed log. */
  readonly outputTitle?: true;
  /** In the Explorer's context menu of folders of this computer, or of its files that may be a program or a jar. */
  readonly explorer?: "folders" | "programs";
  /** A key that works while the view has the focus, or anywhere. */
  readonly key?: CommandKey;
}

/** Groups of the context menu that are submenus, with the place of their entry and the key of its title in package.nls.json. */
export const submenus = {
  "1_logs": { at: "1_open@2", title: "submenu.logs" },
  "1_compare": { at: "1_open@3", title: "submenu.compare" },
  "1_files": { at: "1_open@6", title: "submenu.files" },
  "3_settings": { at: "3_change@7", title: "submenu.settings" },
  "3_certificate": { at: "3_change@8", title: "submenu.certificate" },
  "3_backups": { at: "3_change@9", title: "submenu.backups" },
  "5_copy": { at: "5_copy@1", title: "command.activity.copy" },
} as const;

export type Submenu = keyof typeof submenus;

/** A group of the context menu with the place in it. */
export type MenuPlace =
  `${"1_mend" | "1_open" | "2_view" | "3_change" | "4_deploy" | "6_forget" | "9_destroy" | Submenu}@${number}`;

/** The submenu that a command is in; `undefined`: none. */
export function submenuOf({ place }: Pick<CommandShape, "place">): Submenu | undefined {
  const group = place?.slice(0, place.indexOf("@"));
  return (Object.keys(submenus) as Submenu[]).find((submenu) => submenu === group);
}

interface CommandKey {
  readonly key: string;
  readonly mac?: string;
  /** Works only on rows, and not on buttons above them. */
  readonly onRows?: true;
  /** Works anywhere once there is a panel. */
  readonly everywhere?: true;
  /** Works in the Search view and in editors of servers' files, and wherever VS Code's own search has not the key. */
  readonly amongResults?: true;
}

/** The nodes that have a command in its submenu, if it has one. */
export function nodesInSubmenu({ nodes = [], besideSubmenu }: CommandShape): readonly string[] {
  return nodes.filter((node) => besideSubmenu?.nodes.includes(node) !== true);
}
