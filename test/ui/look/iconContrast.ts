import type { Page } from "../../../scripts/vscode/playwright.ts";
import { inkContrast } from "./contrast.ts";
import { piecesOf, type Box } from "./picture.ts";

/** An icon in the side bar, by the row's name, and how it stands out from what is behind it, from 1 to 21. */
export interface IconContrast {
  readonly row: string;
  readonly icon: string;
  readonly ratio: number;
}

type SeenIcon = Omit<IconContrast, "ratio"> & { readonly box: Box };

/** Of rows: their icons, boxes and buttons, as far as they are in sight. VS Code draws what opens and closes them. Runs in the page. */
const SEEN = `[...document.querySelectorAll('.part.sidebar [role="treeitem"] :is(.codicon, [role="checkbox"])')].flatMap((icon) => {
  const { x, y, width, height } = icon.getBoundingClientRect();
  const box = { x, y, width, height };
  const isSeen = (top) => icon.contains(document.elementFromPoint(x + width / 2, top));
  if (icon.matches(".monaco-tl-twistie") || width === 0 || !isSeen(y + 1) || !isSeen(y + height - 1)) return [];
  const row = icon.closest('[role="treeitem"]').querySelector(".label-name").textContent;
  const name = [...icon.classList].find((each) => each.startsWith("codicon-"));
  return [{ row, icon: icon.matches('[role="checkbox"]') ? "checkbox" : name, box }];
})`;

/** Of all icons in rows of the side bar that are in sight, measured on a picture of it. */
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
