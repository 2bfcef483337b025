import { strict as assert } from "node:assert";
import { contrast, inkContrast, type Pixels } from "./contrast.ts";

const SIZE = 20;

/** A square whose first pixels have other colours than the rest. */
function square(ground: number, ...inks: readonly (readonly [color: number, pixels: number])[]): Pixels {
  const colors = inks.flatMap(([color, pixels]) => Array<number>(pixels).fill(color));
  while (colors.length < SIZE ** 2) colors.push(ground);
  const bytes = colors.flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff, 0xff]);
  return { width: SIZE, height: SIZE, bytes: Uint8Array.from(bytes) };
}

describe("The contrast on pictures", () => {
  it("is that of WCAG", () => {
    assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
    assert.equal(contrast([255, 255, 255], [0, 0, 0]), 21);
    assert.equal(contrast([9, 9, 9], [9, 9, 9]), 1);
    // the lightest grey that is enough for text on white
    assert.equal(contrast([0x76, 0x76, 0x76], [255, 255, 255]).toFixed(2), "4.54");
  });

  it("is that of ink and ground, on whatever side the light is", () => {
    assert.equal(inkContrast(square(0xffffff)), 1);
    assert.equal(inkContrast(square(0xffffff, [0x000000, 40])), 21);
    assert.equal(inkContrast(square(0x000000, [0xffffff, 40])), 21);
  });

  it("is that of the ink, not of its smoothed edges, and not of a speck", () => {
    const gray = square(0xffffff, [0x767676, 40], [0xbbbbbb, 80]);
    assert.equal(inkContrast(gray).toFixed(2), "4.54");
    const speck = square(0xffffff, [0x000000, 7], [0xdddddd, 80]);
    assert.ok(inkContrast(speck) < 1.5);
  });
});
