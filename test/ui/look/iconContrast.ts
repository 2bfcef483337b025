import type { Page } from "../../../scripts/vscode/playwright.ts";
import { inkContrast } from "./contrast.ts";
import { piecesOf, type Box } from "./picture.ts";

/** An icon in the side bar with its row's name and its contrast, from 1 to 21. */
export interface IconContrast {
  readonly row: string;
  readonly icon: string;
  readonly ratio: number;
}

type SeenIcon = Omit<IconContrast, "ratio"> & { readonly box: Box };

/** Finds the visible icons, boxes and buttons of rows, without VS Code's own arrows. Runs in the page. */
const SEEN = `[...document.querySelectorAll('.part.sidebar [role="treeitem"] :is(.codicon, [role="checkbox"])')].flatMap((icon) => {
  const { x, y, width, height } = icon.getBoundingClientRect();
  const box = { x, y, width, height };
  const isSeen = (top) => icon.contains(document.elementFromPoint(x + width / 2, top));
  if (icon.matches(".monaco-tl-twistie") || width === 0 || !isSeen(y + 1) || !isSeen(y + height - 1)) return [];
  const row = icon.closest('[role="treeitem"]').querySelector(".label-name").textContent;
  const name = [...icon.classList].find((each) => each.startsWith("codicon-"));
  return [{ row, icon: icon.matches('[role="checkbox"]') ? "checkbox" : name, box }];
})`;

/** Measures all visible icons in rows of the side bar on a picture. */
export async function iconContrasts(page: Page): Promise<readonly IconContrast[]> {
  const seen = (await page.evaluate(SEEN)) as readonly SeenIcon[];
  const pieces = await piecesOf(
    page,
    seen.map(({ box }) => box),
  );
  return seen.flatMap(({ row, icon }, index) => {
    const piece = pieces[index];
    return piece === undefined ? [] : [{ row, icon, ratio: Math.round(inkContrast(piece) * 100) / 100 }];
  });
}
