import type { Page } from "../../../scripts/vscode/playwright.ts";
import { edgeOf } from "./borderContrast.ts";
import { inkContrast } from "./contrast.ts";
import { piecesOf, type Box } from "./picture.ts";

/** An element that Tab reaches. */
export interface TabStop {
  /** The id, or else the text. */
  readonly name: string;
  readonly box: Box;
  /** Contrast of the focus, from 1 to 21. */
  readonly ring: number;
}

const MOST = 100;

/** Runs in the page. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return undefined;
  at.scrollIntoView({ block: "center" });
  const { x, y, width, height } = at.getBoundingClientRect();
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(at);
  // otherwise a border would count as the focus
  const isDrawn = outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  const isApart = parseFloat(outlineOffset) > 0;
  return { name: at.id || at.textContent, isDrawn, isApart, box: { x, y, width, height } };
})()`;

/** Finds every stop of Tab from the top of a page to its end; fails if there is none. */
export async function tabStops(page: Page): Promise<readonly TabStop[]> {
  await page.evaluate("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')");
  const stops: TabStop[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const seen = (await page.evaluate(FOCUSED)) as
      (Omit<TabStop, "ring"> & { isDrawn: boolean; isApart: boolean }) | undefined;
    if (seen === undefined) return stops;
    const [piece] = await piecesOf(page, [edgeOf(seen.box, seen.isApart ? 0 : 1)]);
    stops.push({ name: seen.name, box: seen.box, ring: piece === undefined || !seen.isDrawn ? 1 : inkContrast(piece) });
    if (stops.length > MOST) throw new Error(`Tab comes to no end: ${stops.map(({ name }) => name).join(", ")}`);
  }
}
