import { TRY_MS, untilTaken } from "./untilTaken.ts";
import type { Workbench } from "./workbench.ts";

/**
 * Deploys to a website until VS Code has read a deployment that a test has written into the settings, which nothing shows: until then the
 * command asks for a folder.
 * @param command its title
 * @param shown text of a row that the preview has then
 * @param asked text of a row that the question for a folder has
 */
export async function deployUntil(
  window: Workbench,
  website: string,
  command: string,
  { shown, asked }: { readonly shown: string; readonly asked: string },
): Promise<void> {
  const { quickInput } = window;
  await untilTaken(async () => {
    await window.row(website).choose(command);
    await quickInput.row(shown).or(quickInput.row(asked)).first().waitFor();
    if (await quickInput.row(shown).isVisible()) return;
    await quickInput.cancel();
    await window.page.waitForTimeout(TRY_MS / 50);
    throw new Error(`VS Code has not read a deployment with “${shown}”`);
  });
}
