/** A piece of a picture: four bytes a pixel (red, green, blue, opacity), row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

type Rgb = readonly [number, number, number];

/** Minimum share of pixels that stand out; less is noise, or a smoothed edge. */
const INK_SHARE = 0.02;

/**
 * How what is drawn in a piece stands out from its ground, from 1 to 21 (WCAG 2.2, 1.4.11). Ground is the colour that most
 * of its pixels have. Thin lines are smoothed, so the piece should be enlarged: then some of their pixels have the line's
 * own colour.
 */
export function inkContrast(pixels: Pixels): number {
  const colors = countColors(pixels);
  const [[ground] = [0]] = colors.toSorted(([, a], [, b]) => b - a);
  const ratios = colors.map(([color, count]) => ({ count, ratio: contrast(rgb(color), rgb(ground)) }));
  const needed = Math.ceil(pixels.width * pixels.height * INK_SHARE);
  let seen = 0;
  for (const { count, ratio } of ratios.toSorted((a, b) => b.ratio - a.ratio)) {
    seen += count;
    if (seen >= needed) return ratio;
  }
  return 1;
}

/** Computes the contrast of two colours, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

function countColors({ bytes }: Pixels): readonly (readonly [color: number, count: number])[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < bytes.length; at += 4) {
    const color = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  return [...counts];
}

const rgb = (color: number): Rgb => [color >> 16, (color >> 8) & 0xff, color & 0xff];

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
