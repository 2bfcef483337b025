import * as vscode from "vscode";

/** How a list of choices is shown. */
export interface ListOptions<Item> {
  readonly title: string;
  readonly placeholder: string;
  /** Highlighted at first. */
  readonly active?: Item | undefined;
  /** With checkboxes: what is checked at first, and whether nothing at all is an answer. */
  readonly checkboxes?: { readonly checked: readonly Item[]; readonly mayBeNone: boolean };
}

/**
 * Shows a list of choices; `undefined`: it was dismissed. With checkboxes of which one must be checked, Enter takes the
 * highlighted row where none is: the best match of what was typed, unless the arrow keys have moved on. `showQuickPick`
 * highlights no row then, not even one that it is given.
 */
export async function showList<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { title, placeholder, active, checkboxes }: ListOptions<Item>,
): Promise<readonly Item[] | undefined> {
  const list = vscode.window.createQuickPick<Item>();
  const takesHighlighted = checkboxes?.mayBeNone === false;
  const chosen = (): readonly Item[] => {
    if (checkboxes === undefined) return list.activeItems;
    if (list.selectedItems.length > 0 || checkboxes.mayBeNone) return list.selectedItems;
    // after fast typing the list may not be filtered yet
    return list.activeItems.filter((item) => mayMatch(item, list.value));
  };
  const highlight = () => (list.activeItems = bestMatch(items, list.value));
  try {
    list.title = title;
    list.placeholder = placeholder;
    list.items = items;
    list.canSelectMany = checkboxes !== undefined;
    list.matchOnDescription = true;
    // what was typed must survive a look at another window
    list.ignoreFocusOut = true;
    if (active !== undefined) list.activeItems = [active];
    if (checkboxes !== undefined) list.selectedItems = checkboxes.checked;
    return await new Promise((resolve) => {
      if (takesHighlighted) list.onDidChangeValue(highlight);
      list.onDidAccept(() => {
        const answer = chosen();
        if (answer.length > 0 || checkboxes?.mayBeNone === true) resolve(answer);
        else if (takesHighlighted) highlight();
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    list.dispose();
  }
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
