import * as vscode from "vscode";
import type { LiveList, LiveRow } from "../ports/liveList.ts";
import { escapeLinks } from "./escapeLinks.ts";

interface Item<T> extends vscode.QuickPickItem {
  readonly value?: LiveRow<T>;
}

interface Button<T> extends vscode.QuickInputButton {
  readonly value: T;
}

/** Shows a list whose rows may change while it is open; `undefined`: it was dismissed. */
export async function showLiveList<T>({
  title,
  placeholder,
  value = "",
  signal,
  open,
}: LiveList<T>): Promise<T | undefined> {
  if (signal?.aborted === true) return undefined;
  const list = vscode.window.createQuickPick<Item<T>>();
  const answer = Promise.withResolvers<T | undefined>();
  let shownFor: string | undefined;
  /** The id of the row that is highlighted, or that VS Code is about to highlight: it tells so only later. */
  let highlighted: string | undefined;
  /** A row was highlighted by us after the last change of the text. */
  let isKept = false;
  /** A row that stays is not made again: there may be thousands. */
  const known = new WeakMap<LiveRow<T>, readonly Item<T>[]>();
  const itemsFor = (row: LiveRow<T>) => {
    const items = known.get(row) ?? itemsOf(row);
    known.set(row, items);
    return items;
  };
  const source = open({
    show({ rows, isBusy }) {
      // VS Code highlights the first row by itself
      const isFirst = list.value === "" && highlighted === firstOf(list.items)?.id;
      const isStaying = shownFor === list.value && !isFirst;
      const before = isStaying ? list.items.find(({ value: row }) => row?.id === highlighted)?.value : undefined;
      shownFor = list.value;
      list.busy = isBusy;
      list.items = rows.flatMap(itemsFor);
      // VS Code reports the highlighted row later than the text: if that hides the row, no other would be highlighted
      const keeps = before !== undefined && (before.isAlwaysShown === true || hasText(before, list.value));
      const active = keeps ? list.items.find(({ value: row }) => row?.id === before.id) : undefined;
      isKept = active !== undefined;
      if (active !== undefined) list.activeItems = [active];
      highlighted = (active?.value ?? firstOf(list.items))?.id;
    },
    close: (taken) => answer.resolve(taken),
  });
  const dismiss = () => answer.resolve(undefined);
  const take = (taken: T | undefined) => {
    if (taken !== undefined && source.taken(taken)) answer.resolve(taken);
  };
  try {
    list.title = escapeLinks(title);
    list.placeholder = escapeLinks(placeholder);
    list.value = value;
    list.matchOnDescription = true;
    // what was typed must survive a look at another window
    list.ignoreFocusOut = true;
    list.keepScrollPosition = true;
    list.onDidChangeValue((typed) => {
      // the text may hide the kept row, of which VS Code heard after it: it highlights the first of rows that are set
      if (isKept) list.items = [...list.items];
      isKept = false;
      source.typed(typed);
    });
    list.onDidChangeActive(([item]) => (highlighted = item?.value?.id));
    list.onDidAccept(() => take((list.selectedItems[0] ?? list.activeItems[0])?.value?.value));
    list.onDidTriggerItemButton(({ button }) => take((button as Button<T>).value));
    list.onDidHide(dismiss);
    signal?.addEventListener("abort", dismiss, { once: true });
    list.show();
    source.typed(value);
    return await answer.promise;
  } finally {
    signal?.removeEventListener("abort", dismiss);
    source.closed();
    list.dispose();
  }
}

function firstOf<T>(items: readonly Item<T>[]): LiveRow<T> | undefined {
  return items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator)?.value;
}

function hasText<T>({ label, description = "" }: LiveRow<T>, text: string): boolean {
  return `${label}\n${description}`.toLowerCase().includes(text.trim().toLowerCase());
}

function itemsOf<T>(row: LiveRow<T>): readonly Item<T>[] {
  const { label, description, icon, heading, buttons = [], isAlwaysShown = false } = row;
  const text = escapeLinks(label);
  const item: Item<T> = {
    value: row,
    alwaysShow: isAlwaysShown,
    // VS Code sorts by labels; a notice without one keeps its place below them
    ...(isAlwaysShown && description === undefined
      ? { label: "", description: text }
      : { label: text, description: escapeLinks(description ?? "") }),
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
    buttons: buttons.map(({ icon: name, tooltip, value }) => ({
      iconPath: new vscode.ThemeIcon(name),
      tooltip: escapeLinks(tooltip),
      value,
    })),
  };
  if (heading === undefined) return [item];
  return [{ label: escapeLinks(heading), kind: vscode.QuickPickItemKind.Separator }, item];
}
