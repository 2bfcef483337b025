import type { Page } from "../../../scripts/vscode/playwright.ts";

/** An icon of a row, by the row's name, and how it stands out from what is behind it, from 1 to 21 (WCAG 2.2, 1.4.11). */
export interface IconContrast {
  readonly row: string;
  readonly icon: string;
  readonly ratio: number;
}

interface SeenIcon {
  readonly row: string;
  readonly icon: string;
  readonly color: string;
  readonly opacity: string;
  /** Of the icon and all round it, the innermost first. */
  readonly backgrounds: readonly string[];
}

type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];

const ICONS = '.part.sidebar [role="treeitem"]:not([aria-selected="true"]) .codicon[class*="codicon-"]';

/** Runs in the page. */
const READ = `[...document.querySelectorAll(${JSON.stringify(ICONS)})]
  .filter((icon) => icon.closest(".actions, .monaco-tl-twistie") === null)
  .map((icon) => {
    const backgrounds = [];
    for (let at = icon; at !== null; at = at.parentElement) backgrounds.push(getComputedStyle(at).backgroundColor);
    const { color, opacity } = getComputedStyle(icon);
    const row = icon.closest('[role="treeitem"]').querySelector(".label-name").textContent;
    return { row, icon: [...icon.classList].find((name) => name.startsWith("codicon-")), color, opacity, backgrounds };
  })`;

/** Of all rows of the side bar that are in sight and not selected. */
export async function iconContrasts(page: Page): Promise<readonly IconContrast[]> {
  const seen = (await page.evaluate(READ)) as readonly SeenIcon[];
  return seen.map(({ row, icon, color, opacity, backgrounds }) => {
    const behind = backgrounds.toReversed().reduce((below, css) => painted(css, 1, below), WHITE);
    const lights = [luminance(painted(color, Number(opacity), behind)), luminance(behind)];
    const ratio = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
    return { row, icon, ratio: Math.round(ratio * 100) / 100 };
  });
}

/** A colour of CSS over another one. */
function painted(css: string, opacity: number, [r, g, b]: Rgb): Rgb {
  const parts = (/\(.*/.exec(css)?.[0].match(/\d[\d.]*/g) ?? []).map(Number);
  const scale = css.startsWith("color(srgb") ? 255 : 1;
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
  const mixed = (top: number, below: number) => top * scale * alpha * opacity + below * (1 - alpha * opacity);
  return [mixed(red, r), mixed(green, g), mixed(blue, b)];
}

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
