import type { Change } from "../resources/resource.ts";

/** Where and how a command is offered. Its title stands in package.nls.json. */
export interface CommandShape {
  /**
   * `with…`: only where there is a panel, a log that was shown or one that is followed; `never`: it makes no sense
   * without a node.
   */
  readonly palette: "always" | "withPanels" | "withShownLogs" | "withFollowedLogs" | "never";
  /** A product icon. */
  readonly icon?: string;
  /** `kind.state` of the tree nodes whose context menu has it, and where it stands there. */
  readonly nodes?: readonly string[];
  /** Only where this can be changed at the node (`changesAt`). */
  readonly change?: Change;
  readonly place?: MenuPlace;
  /** Also in the menus while several nodes are selected; what groups have is there anyway. */
  readonly several?: true;
  /** Also as an icon in the row of these nodes, and where among its icons; absent: first. */
  readonly inline?: readonly string[];
  readonly inlineOrder?: number;
  /** Also in the title bar of the view, where it stands there. */
  readonly viewTitle?: number;
  /** Also in the menu behind "…" of the view, where it stands there. */
  readonly viewMenu?: number;
  /** Only while what is in trouble stands first in its group, or only while it does not. */
  readonly whileTroubleFirst?: boolean;
  /** Also in the title bar of the Activity view. */
  readonly activityTitle?: true;
  /** In the context menu of the Activity view: on every operation, or on those that can be run again. */
  readonly activity?: "every" | "repeatable";
  /** Also in the title bar of the Output panel, while it shows a log that is followed. */
  readonly outputTitle?: true;
  /** Runs it while its view has the focus, or wherever the focus is. */
  readonly key?: CommandKey;
}

/** A group of the context menu, and the place in it; `5_copy` is a submenu. */
export type MenuPlace = `${"1_open" | "2_view" | "3_change" | "5_copy" | "6_forget" | "9_destroy"}@${number}`;

interface CommandKey {
  readonly key: string;
  readonly mac?: string;
  /** Wherever the focus is, once there is a panel. */
  readonly everywhere?: true;
}
