/** Where and how a command is offered. Its title stands in package.nls.json. */
export interface CommandShape {
  /**
   * `with…`: only where there is a panel, a log that was shown or one that is followed; `never`: it makes no sense
   * without a node.
   */
  readonly palette: "always" | "withPanels" | "withShownLogs" | "withFollowedLogs" | "never";
  /** A product icon. */
  readonly icon?: string;
  /** `contextValue`s of the tree nodes whose context menu has it, and where it stands there. */
  readonly nodes?: readonly string[];
  readonly place?: MenuPlace;
  /** Also as an icon in the row of these nodes, and where among its icons; absent: first. */
  readonly inline?: readonly string[];
  readonly inlineOrder?: number;
  /** Also in the title bar of the view, where it stands there. */
  readonly viewTitle?: number;
  /** Also in the menu behind "…" of the view, where it stands there. */
  readonly viewMenu?: number;
  /** Also in the title bar of the Activity view. */
  readonly activityTitle?: true;
  /** Also in the title bar of the Output panel, while it shows a log that is followed. */
  readonly outputTitle?: true;
  /** Runs it while the view has the focus. */
  readonly key?: CommandKey;
}

/** A group of the context menu, and the place in it. */
export type MenuPlace =
  `${"1_open" | "2_view" | "3_change" | "4_create" | "5_copy" | "6_forget" | "9_destroy"}@${number}`;

interface CommandKey {
  readonly key: string;
  readonly mac?: string;
  /** Also while a person edits text in the view; absent: the key is theirs then. */
  readonly whileTyping?: true;
}
