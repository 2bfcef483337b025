import { basename } from "node:path";
import { TRY_MS, untilTaken } from "./untilTaken.ts";
import type { Workbench } from "./workbench.ts";

/**
 * Types a path into VS Code's own box for files and folders, which has this title.
 * @param listed what the box lists for that path
 */
export async function chooseLocal(
  { page, quickInput }: Workbench,
  title: string,
  path: string,
  listed = basename(path),
): Promise<void> {
  await quickInput.waitFor(title);
  const box = page.locator(".quick-input-widget:visible").filter({ hasText: title });
  // the box fills its field as it opens, also after somebody has typed, and drops an Enter while it still reads the directory
  await untilTaken(async () => {
    if (!(await box.isVisible())) return;
    await quickInput.fill(path);
    await quickInput.row(listed).waitFor({ timeout: TRY_MS });
    await quickInput.field.press("Enter", { timeout: TRY_MS });
    await box.waitFor({ state: "hidden", timeout: TRY_MS });
  });
}
