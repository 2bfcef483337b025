import { basename } from "node:path";
import { TRY_MS, untilTaken } from "./untilTaken.ts";
import type { Workbench } from "./workbench.ts";

/** Types the path of a file in VS Code's own box for files, which has this title. */
export async function chooseLocal({ quickInput }: Workbench, title: string, path: string): Promise<void> {
  await quickInput.waitFor(title);
  await quickInput.fill(path);
  await quickInput.row(basename(path)).waitFor();
  // the box drops an Enter while it still lists the directory
  await untilTaken(async () => {
    await quickInput.field.press("Enter", { timeout: TRY_MS });
    await quickInput.title.filter({ hasText: title }).waitFor({ state: "hidden", timeout: TRY_MS });
  });
}
