import type { RowActionVerb } from "../resources/resources.ts";
import type { PlainVerb, Verb } from "../resources/verbs.ts";
import type { FoundRow } from "./manifest.ts";

/** Where and how a command is offered. Its title is in package.nls.json. */
export interface CommandShape {
  /**
   * Where the palette has it: always, or only where there is a panel, a log that was shown or one that is followed.
   * Absent: nowhere.
   */
  readonly palette?: "always" | "withPanels" | "withShownLogs" | "withFollowedLogs";
  /** A product icon. */
  readonly icon?: string;
  /** The verb that rows offer which have it in their menu (`verbsAt`), and its place there. */
  readonly verb?: RowVerb | TreeVerb;
  /** Rows of panels have it in their menu. */
  readonly onPanels?: true;
  readonly place?: MenuPlace;
  /** Its place on rows without the submenu in which it would be. */
  readonly beside?: MenuPlace;
  /** Also offered while several rows are selected. */
  readonly several?: true;
  /** Its place among the icons of rows whose verb is marked as one. */
  readonly inline?: number;
  /** Its place in the title bar of its view. */
  readonly viewTitle?: number;
  /** Its place in the menu behind "…" of the view. */
  readonly viewMenu?: number;
  /** Offered in the title bar only while a search runs. */
  readonly whileSearching?: true;
  /** In the context menu of the Activity view: for every row, for those of one operation, for those that can be run again, or for deployments. */
  readonly activity?: "every" | "single" | "repeatable" | "deployed";
  /** In the context menu of the Search view, for these of its rows. */
  readonly found?: readonly FoundRow[];
  /** Those of them that have it as an icon in their row. */
  readonly foundInline?: readonly FoundRow[];
  /** Also in the title bar of the Output panel while it shows a followed log. */
  readonly outputTitle?: true;
  /** In the Explorer's context menu of folders of this computer, or of its files that may be a program or a jar. */
  readonly isInExplorer?: true;
  /** In the context menus of the editor, its tab and files of the Explorer, once there are deployments in the settings. */
  readonly isOnLocalFiles?: true;
  readonly keys?: readonly CommandKey[];
}

/** The verbs of files on the server. */
type FileVerb = Extract<Verb, "createFile" | "createFolder" | "upload" | "unpack" | "rename" | "changeAccess">;

/** What a person can do with a row: the verb of one command for all rows that offer it. */
export type RowVerb = RowActionVerb | Extract<Verb, "deploy" | "rollBack"> | FileVerb | PlainVerb;

/** What rows offer that stand for no resource and no file, or that only the tree itself needs. */
export type TreeVerb = "edit" | "create" | "refresh" | "fix" | "filter" | "clearFilter" | "close";

/** The submenus of rows: their place, the key of their title in package.nls.json, and verbs of which rows that have them offer one. */
export const submenus = {
  files: { at: "1_open@9", title: "submenu.files", on: ["findByName"] },
  settings: {
    at: "3_change@12",
    title: "submenu.settings",
    on: ["changeSettings", "changeLogPath", "openConfiguration", "saveDeployment"],
  },
  backups: { at: "3_change@13", title: "submenu.backups", on: ["backUp", "downloadBackup"] },
  copy: { at: "5_copy@1", title: "submenu.copy", on: ["copy"] },
} as const satisfies Readonly<Record<string, SubmenuShape>>;

interface SubmenuShape {
  readonly at: string;
  readonly title: string;
  readonly on: readonly RowVerb[];
}

export type Submenu = keyof typeof submenus;

/** A group of the context menu or a submenu, with the place in it. */
export type MenuPlace =
  `${"1_mend" | "1_open" | "2_view" | "3_change" | "4_deploy" | "5_copy" | "6_close" | "9_destroy" | Submenu}@${number}`;

/** The submenu that a command is in; `undefined`: none. */
export function submenuOf({ place }: Pick<CommandShape, "place">): Submenu | undefined {
  const group = place?.slice(0, place.indexOf("@"));
  return (Object.keys(submenus) as Submenu[]).find((submenu) => submenu === group);
}

/** A key of a command. */
export interface CommandKey {
  readonly key: string;
  readonly mac?: string;
  /**
   * Where it works: in the view of its command, there on rows and not on buttons above them, on rows of the Search view,
   * anywhere once there is a panel, or from result to result.
   */
  readonly where: "view" | "rows" | "foundRows" | "everywhere" | "results";
  /** What the command is called with. */
  readonly args?: Readonly<Record<string, number>>;
}
