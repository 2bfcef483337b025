import * as vscode from "vscode";

export interface ListOptions<Item> {
  readonly title: string;
  readonly placeholder: string;
  /** Highlighted at first. */
  readonly active?: Item | undefined;
  /**
   * With checkboxes: what is checked at first, and whether nothing at all is an answer. A suggestion is unchecked as soon
   * as something is typed, so that Enter takes what was typed.
   */
  readonly checkboxes?: {
    readonly checked: readonly Item[];
    readonly mayBeNone: boolean;
    readonly areSuggested?: boolean;
  };
  /** The title while a text is typed that is taken with what is checked. */
  readonly typedTitle?: (typed: string) => string;
  /** The last row, shown whatever is typed; an answer of its own, even if others are checked. */
  readonly last?: Item | undefined;
}

/** The chosen items and the typed text; `typedLast`: empty if something was checked since it was typed. */
interface ListAnswer<Item> {
  readonly items: readonly Item[];
  readonly typed: string;
  readonly typedLast: string;
}

/**
 * Shows a list of choices; `undefined`: it was dismissed. With checkboxes of which one must be checked, Enter takes the
 * highlighted row if none is checked: VS Code highlights no row of such a list by itself.
 */
export async function showList<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { title, placeholder, active, checkboxes, last, typedTitle = () => title }: ListOptions<Item>,
): Promise<ListAnswer<Item> | undefined> {
  const list = vscode.window.createQuickPick<Item>();
  const takesHighlighted = checkboxes?.mayBeNone === false;
  let areSuggested = checkboxes?.areSuggested === true;
  let ticked = checkboxes?.checked ?? [];
  let typedLast = "";
  let highlighted: Thenable<unknown> = Promise.resolve();
  const highlightFirst = () => {
    highlighted = vscode.commands.executeCommand("quickInput.first");
  };
  try {
    list.title = title;
    list.placeholder = placeholder;
    list.items = last === undefined ? items : [...items, last];
    list.canSelectMany = checkboxes !== undefined;
    list.matchOnDescription = true;
    // what was typed must survive a look at another window
    list.ignoreFocusOut = true;
    if (active !== undefined) list.activeItems = [active];
    if (checkboxes !== undefined) list.selectedItems = checkboxes.checked;
    return await new Promise((resolve) => {
      const answer = (taken: readonly Item[]) => resolve({ items: taken, typed: list.value, typedLast });
      list.onDidChangeValue((value) => {
        typedLast = value;
        list.title = typedTitle(value);
        if (areSuggested) list.selectedItems = ticked = [];
        areSuggested = false;
        if (takesHighlighted) highlightFirst();
      });
      list.onDidChangeSelection((selected) => {
        if (!hasSame(selected, ticked)) {
          typedLast = "";
          list.title = title;
        }
        if (!hasSame(selected, checkboxes?.checked ?? [])) areSuggested = false;
        const fresh = selected.filter((item) => !ticked.includes(item));
        ticked = selected;
        if (checkboxes === undefined || last === undefined || !fresh.includes(last)) return;
        // the box above the list ticks all rows
        if (fresh.length > 1) list.selectedItems = ticked = selected.filter((item) => item !== last);
        else answer([last]);
      });
      const takeHighlighted = async () => {
        // VS Code reports the highlighted row before the command ends
        await highlighted;
        if (list.activeItems.length > 0) answer(list.activeItems);
        else highlightFirst();
      };
      list.onDidAccept(() => {
        if (checkboxes === undefined) answer(list.activeItems);
        else if (list.selectedItems.length > 0 || checkboxes.mayBeNone) answer(list.selectedItems);
        else void takeHighlighted();
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
