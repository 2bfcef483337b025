import { crc32, deflateSync } from "node:zlib";
import type { Page } from "../../../scripts/vscode/playwright.ts";

const MOST_COLOURS = 256;

/** Runs in the page, which can decode pictures. */
const DECODE = `async (png) => {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  let text = "";
  for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
  return { width, height, pixels: btoa(text) };
}`;

interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each, in base64. */
  readonly pixels: string;
}

/** Reduces a picture to 256 colours and a third of its size; an interface has few colours. */
export async function smallPng(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, pixels } = (await page.evaluate(`(${DECODE})("${png.toString("base64")}")`)) as Decoded;
  const bytes = Buffer.from(pixels, "base64");
  const colours = Array.from({ length: width * height }, (_, index) => bytes.readUIntBE(index * 4, 3));
  const { palette, indexOf } = paletteOf(colours);
  const rows = Buffer.alloc(height * (width + 1));
  for (const [index, colour] of colours.entries())
    // each row begins with its filter, which is none
    rows[Math.floor(index / width) * (width + 1) + 1 + (index % width)] = indexOf(colour);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // eight bits a pixel, with a palette
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(channelsOf))),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Finds the most frequent colours, and the nearest of them for any colour. */
function paletteOf(colours: readonly number[]): {
  readonly palette: readonly number[];
  readonly indexOf: (colour: number) => number;
} {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_COLOURS)
    .map(([colour]) => colour);
  const found = new Map(palette.map((colour, index) => [colour, index]));
  const indexOf = (colour: number) => {
    const known = found.get(colour);
    if (known !== undefined) return known;
    const distances = palette.map((other) => distance(channelsOf(colour), channelsOf(other)));
    const index = distances.indexOf(Math.min(...distances));
    found.set(colour, index);
    return index;
  };
  return { palette, indexOf };
}

function channelsOf(colour: number): readonly [red: number, green: number, blue: number] {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
}

function distance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, channel, index) => sum + (channel - (b[index] ?? 0)) ** 2, 0);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
