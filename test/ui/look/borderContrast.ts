import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";
import { inkContrast } from "./contrast.ts";
import { piecesOf, type Box } from "./picture.ts";

/** How far above an element its edge is looked at, in CSS pixels; a frame that is drawn apart from it is within that. */
const ABOVE = 4;

/** Of each of these elements, how its upper border stands out from what is round it, from 1 to 21. Those out of sight are left out. */
export async function borderContrasts(page: Page, elements: Locator): Promise<readonly number[]> {
  const boxes = await Promise.all((await elements.all()).map((each) => each.boundingBox()));
  const height = page.viewportSize()?.height ?? Infinity;
  const seen = boxes.filter((box) => box !== null && box.width > 0 && box.y > ABOVE && box.y < height);
  const pieces = await piecesOf(
    page,
    seen.flatMap((box) => (box === null ? [] : edgeOf(box, 1))),
  );
  return pieces.map(inkContrast);
}

/** The middle of an element's upper edge, with so much of the element itself. */
export function edgeOf({ x, y, width }: Box, inside: number): Box {
  return { x: x + width / 4, y: y - ABOVE, width: width / 2, height: ABOVE + inside };
}
