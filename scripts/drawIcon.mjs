/** Draws `media/icons/icon.png`, the icon of the marketplaces: `node scripts/node.mjs scripts/drawIcon.mjs` */
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { crc32, deflateSync } from "node:zlib";

const SIZE = 256;
const GREEN = [18, 122, 76];
const WHITE = [255, 255, 255];
const SOFT = [158, 226, 190];

/** The same two servers as in `media/icons/panel.svg`, on a square with round corners, in units of a 256th. */
const shapes = [
  { color: GREEN, box: [0, 0, 256, 256], radius: 52 },
  ...[56, 140].flatMap((top) => [
    { color: WHITE, box: [40, top, 176, 60], radius: 16, line: 14 },
    { color: SOFT, box: [68, top + 22, 16, 16], radius: 8 },
    { color: SOFT, box: [96, top + 22, 16, 16], radius: 8 },
    { color: WHITE, box: [140, top + 23, 48, 14], radius: 7 },
  ]),
];

/** Returns the distance of a point from a shape's edge in pixels, positive outside. */
function distance({ box: [left, top, width, height], radius, line }, x, y) {
  const dx = Math.abs(x - left - width / 2) - width / 2 + radius;
  const dy = Math.abs(y - top - height / 2) - height / 2 + radius;
  const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  return line === undefined ? outside : Math.abs(outside + line / 2) - line / 2;
}

function pixel(x, y) {
  let [color, alpha] = [GREEN, 0];
  for (const shape of shapes) {
    const share = Math.min(Math.max(0.5 - distance(shape, x + 0.5, y + 0.5), 0), 1);
    color = color.map((old, i) => Math.round(old + (shape.color[i] - old) * share));
    alpha = Math.max(alpha, share);
  }
  return [...color, Math.round(alpha * 255)];
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const numbers = [...Array(SIZE).keys()];
const header = Buffer.alloc(13);
header.writeUInt32BE(SIZE, 0);
header.writeUInt32BE(SIZE, 4);
// 8 bits a channel, with alpha
header.set([8, 6], 8);
const rows = numbers.map((y) => Buffer.from([0, ...numbers.flatMap((x) => pixel(x, y))]));
const png = [
  Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
  chunk("IHDR", header),
  chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })),
  chunk("IEND", Buffer.alloc(0)),
];
writeFileSync(join(resolve(import.meta.dirname, ".."), "media/icons/icon.png"), Buffer.concat(png));
