import type { RowVerb, TreeVerb } from "../manifest/commandShape.ts";
import { rowVerbs } from "../manifest/rowCommands.ts";
import { taskStatesOf } from "../manifest/taskActions.ts";
import type { Action, Change, Offer, Trouble } from "../resources/resource.ts";
import { actionsOf, listedKinds, offersOf } from "../resources/resources.ts";
import type { PlainVerb } from "../resources/verbs.ts";
import { isDirectory } from "./fileRows.ts";
import { textsOf } from "./textsOf.ts";
import { canBeOpened, offerOf, stateValueOf, type FileNode, type ItemNode, type TreeNode } from "./treeNodes.ts";

/** Something that a row offers. */
export type OfferedVerb = RowVerb | TreeVerb;

/** Whether a row offers a verb now, given the changes that it offers. */
export function isOffered(node: ItemNode, changes: readonly Change[], verb: RowVerb): boolean {
  return [...changes, ...plainVerbsOf(node)].some((each) => each === verb);
}

/**
 * The `contextValue` of a node, for `when` clauses in package.json: `kind.state` and all that the row offers, with a mark on
 * what is an icon in it, as `site.running+stop+openInBrowser!`.
 */
export function contextValueOf(node: TreeNode, changes: readonly Change[] = [], trouble?: Trouble): string {
  const marked = verbsAt(node, changes, trouble).map((verb) => (isIcon(node, verb, trouble) ? `${verb}!` : verb));
  return [stateValueOf(node), ...marked].join("+");
}

/** All that a row offers: what ends a trouble only while the row is in it. */
export function verbsAt(node: TreeNode, changes: readonly Change[], trouble?: Trouble): readonly OfferedVerb[] {
  return [...changes.filter((change) => isOnRow(node, change, trouble)), ...otherVerbsAt(node, trouble)];
}

function otherVerbsAt(node: TreeNode, trouble: Trouble | undefined): readonly OfferedVerb[] {
  switch (node.type) {
    case "folder":
      return ["find"];
    case "panel":
      return [
        "refresh",
        "openTerminal",
        "find",
        "copyName",
        "copy",
        ...(node.state.kind === "failing" ? (["fix"] as const) : []),
      ];
    case "group":
      return [
        "refresh",
        ...(listedKinds.includes(node.kind) ? (["filter"] as const) : []),
        ...(node.filter === undefined ? [] : (["clearFilter"] as const)),
      ];
    case "item":
      return [
        ...plainVerbsOf(node),
        ...(trouble === undefined ? [] : (["fix"] as const)),
        ...(node.state === "manual" ? (["close"] as const) : []),
      ];
    case "file":
      return verbsOfFile(node);
    case "failure":
      // explaining and trying again are of no use to what is not there
      return offerOf(node) === undefined ? ["refresh", "fix"] : [];
    case "unreadable":
    case "empty":
    case "more":
      return [];
    default:
      return node satisfies never;
  }
}

/** What a resource's row offers besides changes. */
function plainVerbsOf(node: ItemNode): readonly PlainVerb[] {
  const { kind, state } = node;
  const offers = Object.entries(offersOf(kind)) as [PlainVerb, Offer][];
  return [
    ...offers.filter(([, { offered }]) => offered.includes(state)).map(([verb]) => verb),
    ...(taskStatesOf(kind).includes(state) ? (["addTask"] as const) : []),
    "copyName",
    ...(textsOf(node).length > 0 ? (["copy"] as const) : []),
  ];
}

function verbsOfFile(node: FileNode): readonly OfferedVerb[] {
  if (node.isRoot === true) return [...ON_DIRECTORIES, "close"];
  if (isDirectory(node)) return ON_DIRECTORIES;
  if (node.entry?.kind !== "file" && node.entry?.kind !== "other") return [];
  return ["copyName", "copy", ...(canBeOpened(node) ? (["compare", "download"] as const) : [])];
}

const ON_DIRECTORIES = ["refresh", "find", "findByName", "compare", "download", "copyName", "copy"] as const;

/** Whether a change has a command on the row: what ends a trouble only while the row is in it. */
function isOnRow(node: TreeNode, change: Change, trouble: Trouble | undefined): change is Change & OfferedVerb {
  if (change === "create") return node.type === "group" || (node.type === "panel" && node.state.kind !== "failing");
  if (change !== "edit" && !rowVerbs.some((verb) => verb === change)) return false;
  const { mends } = actionOf(node, change) ?? {};
  return mends === undefined || (trouble !== undefined && mends.includes(trouble));
}

/** Verbs that are icons in the rows of groups and of failures. */
const ICONS_OF_GROUPS: readonly OfferedVerb[] = ["refresh", "fix", "create", "clearFilter"];

/** Whether a verb is an icon in the row. */
function isIcon(node: TreeNode, verb: OfferedVerb, trouble: Trouble | undefined): boolean {
  if (node.type === "panel") return verb === "fix";
  if (node.type === "group" || node.type === "failure") return ICONS_OF_GROUPS.includes(verb);
  if (node.type !== "item") return false;
  const { mends, inline, inlineWhile } = actionOf(node, verb) ?? {};
  if (mends !== undefined || (trouble !== undefined && inlineWhile?.includes(trouble) === true)) return true;
  const states = inline ?? new Map(Object.entries(offersOf(node.kind))).get(verb)?.inline;
  return states?.includes(node.state) === true;
}

function actionOf(node: TreeNode, verb: Change | OfferedVerb): Action<unknown> | undefined {
  return node.type === "item" ? new Map<string, Action<unknown>>(actionsOf(node.kind)).get(verb) : undefined;
}
