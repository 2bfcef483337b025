import type { Locator, Page } from "../../../scripts/vscode/playwright.ts";
import { inkContrast } from "./contrast.ts";
import { piecesOf, type Box } from "./picture.ts";

/** Measured height above an element's edge in CSS pixels; includes a frame at a distance. */
const ABOVE = 4;

/** Measures the contrast of each visible element's upper border, from 1 to 21. */
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

/** Returns the area round the middle of an element's upper edge. */
export function edgeOf({ x, y, width }: Box, inside: number): Box {
  return { x: x + width / 4, y: y - ABOVE, width: width / 2, height: ABOVE + inside };
}
