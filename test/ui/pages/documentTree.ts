import type { DocumentPanel } from "../../documentPanel/startDocumentPanel.ts";
import { eventually } from "../../eventually.ts";
import type { Workbench } from "./workbench.ts";

/** The groups of a panel of the document alone, from the last one up, so that opening one moves no other. */
const GROUPS = ["Web Terminal", "Certificate Orders", "Maintenance", "Containers", "Projects", "Websites"] as const;

/**
 * Opens all groups of an added panel of the document alone, and adds its project by a click on the first row that says that there is no
 * list.
 * @param textOf a text of the code in the window's language
 */
export async function openDocumentTree(
  window: Workbench,
  { state }: DocumentPanel,
  textOf: (english: string) => string,
): Promise<void> {
  for (const group of GROUPS) {
    const row = window.row(textOf(group));
    await row.waitFor();
    // a tree that is redrawn in this moment ignores the mouse
    await eventually(async () => {
      await row.expand();
      return row.isExpanded();
    }, Boolean);
  }
  const [project = ""] = state.projects.keys();
  await window.row(textOf("Add by name…")).click();
  await window.quickInput.type(project);
  await window.row(project).waitFor();
  await window.quickInput.waitUntilGone();
}
