import * as vscode from "vscode";
import type { LiveList, LiveRow, LiveRows } from "../ports/liveList.ts";
import { escapeLinks } from "./escapeLinks.ts";

/** Rows that come for the same text are drawn no more often, or a person who presses Enter meets the list half drawn. */
const REDRAW_MS = 150;

/** A button that is pressed so soon after the rows were replaced was aimed at another row. */
const AIM_MS = 300;

/**
 * An Enter on a row aside that comes so soon after the rows were replaced was meant for another: VS Code may still show those
 * of the text before, and tells which one is highlighted by its place alone, where another row stands by then.
 */
const ASIDE_MS = 2_000;

interface Item<T> extends vscode.QuickPickItem {
  readonly value?: LiveRow<T>;
}

interface Button<T> extends vscode.QuickInputButton {
  readonly value: T;
}

/**
 * Shows a list whose rows are those of its source, in their order: VS Code filters and sorts nothing. While rows come, the
 * highlighted one stays so. `undefined`: it was dismissed.
 */
export async function showLiveList<T>({ title, placeholder, value = "", open }: LiveList<T>): Promise<T | undefined> {
  const list = vscode.window.createQuickPick<Item<T>>();
  const answer = Promise.withResolvers<T | undefined>();
  let shown: LiveRows<T> | undefined;
  let replacedAt = -Infinity;
  let drawnAt = -Infinity;
  /** Draws what has come since. */
  let due: NodeJS.Timeout | undefined;
  /** Enter came before the rows that it was meant for. */
  let isEager = false;

  const draw = (rows: LiveRows<T>) => {
    drawnAt = performance.now();
    list.busy = rows.isBusy;
    const isNew = shown?.text !== rows.text;
    if (isNew) replacedAt = performance.now();
    const before = isNew ? undefined : list.activeItems[0]?.value?.id;
    const items = itemsOf(rows.rows);
    shown = rows;
    list.items = items;
    const active = items.find(({ value: row }) => row !== undefined && row.id === before) ?? firstOf(items);
    list.activeItems = active === undefined ? [] : [active];
    const first = rows.rows[0];
    if (isEager && isNew && first?.isMatch === true) take(first.value);
    isEager = false;
  };
  const source = open({
    show(rows) {
      // what was found for an earlier text is of no use
      if (rows.text !== list.value) return;
      clearTimeout(due);
      const left = shown?.text === rows.text ? drawnAt + REDRAW_MS - performance.now() : 0;
      if (left <= 0) draw(rows);
      else due = setTimeout(() => draw(rows), left);
    },
    close: (taken) => answer.resolve(taken),
  });
  const take = (taken: T | undefined) => {
    if (taken !== undefined && source.taken(taken)) answer.resolve(taken);
  };
  try {
    list.title = escapeLinks(title);
    list.placeholder = escapeLinks(placeholder);
    list.value = value;
    // what was typed must survive a look at another window
    list.ignoreFocusOut = true;
    list.keepScrollPosition = true;
    keepOrder(list);
    list.onDidChangeValue((typed) => {
      clearTimeout(due);
      isEager = false;
      source.typed(typed);
    });
    list.onDidAccept(() => {
      if (shown?.text !== list.value) {
        isEager = true;
        return;
      }
      const row = accepted(list)?.value;
      if (row?.isAside !== true || performance.now() - replacedAt >= ASIDE_MS) take(row?.value);
    });
    list.onDidTriggerItemButton(({ button }) => {
      if (performance.now() - replacedAt >= AIM_MS) take((button as Button<T>).value);
    });
    list.onDidHide(() => answer.resolve(undefined));
    list.show();
    source.typed(value);
    return await answer.promise;
  } finally {
    clearTimeout(due);
    source.closed();
    list.dispose();
  }
}

/** Best effort: VS Code has this property, and the types of its API do not. Without it, it sorts rows by their labels. */
export function keepOrder(list: vscode.QuickPick<vscode.QuickPickItem>): void {
  Object.assign(list, { sortByLabel: false });
}

/** What VS Code took with Enter or a click, for what it says of the highlighted one may be older than the rows. */
function accepted<T>({ items, selectedItems, activeItems }: vscode.QuickPick<Item<T>>): Item<T> | undefined {
  return selectedItems.find((item) => items.includes(item)) ?? activeItems[0];
}

function firstOf<T>(items: readonly Item<T>[]): Item<T> | undefined {
  return items.find(({ value: row }) => row?.value !== undefined && row.isAside !== true);
}

function itemsOf<T>(rows: readonly LiveRow<T>[]): readonly Item<T>[] {
  return rows.flatMap((row) => {
    const { label, description, icon, heading, buttons = [] } = row;
    const item: Item<T> = {
      value: row,
      label: escapeLinks(label),
      alwaysShow: true,
      ...(description !== undefined && { description: escapeLinks(description) }),
      ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
      buttons: buttons.map(({ icon: name, tooltip, value }) => ({
        iconPath: new vscode.ThemeIcon(name),
        tooltip: escapeLinks(tooltip),
        value,
      })),
    };
    if (heading === undefined) return item;
    return [{ label: escapeLinks(heading), kind: vscode.QuickPickItemKind.Separator }, item];
  });
}
