import * as vscode from "vscode";

/** What a list shows, and what its buttons do. */
export interface ButtonListOptions<Item> {
  readonly title: string;
  readonly placeholder: string;
  /** Asked for again after each button. */
  readonly items: () => readonly Item[];
  readonly onButton: (item: Item) => void;
}

/** Shows a list that stays open while the buttons of its rows are pressed; `undefined`: it was dismissed. */
export async function showRowsWithButtons<Item extends vscode.QuickPickItem>({
  title,
  placeholder,
  items,
  onButton,
}: ButtonListOptions<Item>): Promise<Item | undefined> {
  const list = vscode.window.createQuickPick<Item>();
  try {
    list.title = title;
    list.placeholder = placeholder;
    list.items = items();
    list.keepScrollPosition = true;
    return await new Promise((resolve) => {
      list.onDidTriggerItemButton(({ item }) => {
        onButton(item);
        list.items = items();
      });
      list.onDidAccept(() => {
        const [item] = list.activeItems;
        if (item !== undefined) resolve(item);
      });
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    list.dispose();
  }
}
