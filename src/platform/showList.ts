import * as vscode from "vscode";
import { keepOrder } from "./showLiveList.ts";

/** How a list of choices is shown. */
export interface ListOptions<Item> {
  readonly title: string;
  readonly placeholder: string;
  /** Highlighted at first. */
  readonly active?: Item | undefined;
  /**
   * With checkboxes: what is checked at first, and whether nothing at all is an answer. What was only suggested is
   * unchecked as soon as something is typed: Enter must not take it in place of what was typed.
   */
  readonly checkboxes?: {
    readonly checked: readonly Item[];
    readonly mayBeNone: boolean;
    readonly areSuggested?: boolean;
  };
  /** Stands below the others, whatever is typed, for it is `alwaysShow`. It is an answer of its own, also where others are checked. */
  readonly last?: Item | undefined;
}

/** What was chosen, and what was typed then; `typedLast`: empty where something was checked since. */
interface ListAnswer<Item> {
  readonly items: readonly Item[];
  readonly typed: string;
  readonly typedLast: string;
}

/**
 * Shows a list of choices; `undefined`: it was dismissed. With checkboxes of which one must be checked, Enter takes the
 * highlighted row where none is: the best match of what was typed, unless the arrow keys have moved on. `showQuickPick`
 * highlights no row then, not even one that it is given.
 */
export async function showList<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { title, placeholder, active, checkboxes, last }: ListOptions<Item>,
): Promise<ListAnswer<Item> | undefined> {
  const list = vscode.window.createQuickPick<Item>();
  const takesHighlighted = checkboxes?.mayBeNone === false;
  let areSuggested = checkboxes?.areSuggested === true;
  let ticked = checkboxes?.checked ?? [];
  let typedLast = "";
  const chosen = (): readonly Item[] => {
    if (checkboxes === undefined) return list.activeItems;
    if (list.selectedItems.length > 0 || checkboxes.mayBeNone) return list.selectedItems;
    // after fast typing the list may not be filtered yet
    return list.activeItems.filter((item) => item === last || mayMatch(item, list.value));
  };
  const highlight = () => {
    const best = bestMatch(items, list.value);
    list.activeItems = best.length === 0 && last !== undefined ? [last] : best;
  };
  try {
    list.title = title;
    list.placeholder = placeholder;
    list.items = last === undefined ? items : [...items, last];
    list.canSelectMany = checkboxes !== undefined;
    list.matchOnDescription = true;
    if (last !== undefined) keepOrder(list);
    // what was typed must survive a look at another window
    list.ignoreFocusOut = true;
    if (active !== undefined) list.activeItems = [active];
    if (checkboxes !== undefined) list.selectedItems = checkboxes.checked;
    return await new Promise((resolve) => {
      const answer = (taken: readonly Item[]) => resolve({ items: taken, typed: list.value, typedLast });
      list.onDidChangeValue((value) => {
        typedLast = value;
        if (areSuggested) list.selectedItems = ticked = [];
        areSuggested = false;
        if (takesHighlighted) highlight();
      });
      list.onDidChangeSelection((selected) => {
        if (!hasSame(selected, ticked)) typedLast = "";
        if (!hasSame(selected, checkboxes?.checked ?? [])) areSuggested = false;
        const fresh = selected.filter((item) => !ticked.includes(item));
        ticked = selected;
        if (checkboxes === undefined || last === undefined || !fresh.includes(last)) return;
        // the box above the list ticks all rows
        if (fresh.length > 1) list.selectedItems = ticked = selected.filter((item) => item !== last);
        else answer([last]);
      });
      list.onDidAccept(() => {
        const taken = chosen();
        if (taken.length > 0 || checkboxes?.mayBeNone === true) answer(taken);
        else if (takesHighlighted) highlight();
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    list.dispose();
  }
}

function hasSame<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item) => b.includes(item));
}

/** The row that VS Code probably puts first for a text. */
function bestMatch<Item extends vscode.QuickPickItem>(items: readonly Item[], typed: string): readonly Item[] {
  const text = typed.trim().toLowerCase();
  const labels = items.map(({ label }) => label.toLowerCase());
  const fits = [
    (index: number) => labels[index]?.startsWith(text),
    (index: number) => labels[index]?.includes(text),
    (index: number) => items[index]?.description?.toLowerCase().includes(text),
  ];
  const found = fits.map((fit) => items.find((_, index) => fit(index))).find((item) => item !== undefined);
  return found === undefined ? [] : [found];
}

/** Whether VS Code may show a row for a text: it finds rows also where letters were left out. */
function mayMatch({ label, description = "" }: vscode.QuickPickItem, typed: string): boolean {
  return [label, description].some((text) => {
    let at = -1;
    return Array.from(typed.trim().toLowerCase()).every(
      (letter) => (at = text.toLowerCase().indexOf(letter, at + 1)) >= 0,
    );
  });
}
