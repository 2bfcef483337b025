import type { Page } from "../../../scripts/vscode/playwright.ts";
import type { Pixels } from "./contrast.ts";

/** A place in a window, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Enlargement with which the middle of a one-pixel line has its own colour. */
const SCALE = 3;

/** Reads a picture in the browser; runs in the page. */
const CUT = `async ({ picture, boxes, scale }) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
  canvas.drawImage(image, 0, 0);
  return boxes.map((box) => {
    const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((length) => Math.round(length * scale));
    const { data } = canvas.getImageData(x, y, width, height);
    let text = "";
    for (const byte of data) text += String.fromCharCode(byte);
    return { width, height, bytes: btoa(text) };
  });
}`;

/** Takes a picture of a page, enlarged, and cuts these places out of it. */
export async function piecesOf(page: Page, boxes: readonly Box[]): Promise<readonly Pixels[]> {
  if (boxes.length === 0) return [];
  const x = Math.floor(Math.min(...boxes.map((box) => box.x)));
  const y = Math.floor(Math.min(...boxes.map((box) => box.y)));
  const width = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width))) - x;
  const height = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height))) - y;
  const session = await page.context().newCDPSession(page);
  try {
    // the browser counts from the top of the document, not of the visible part
    const [left, top] = (await page.evaluate("[scrollX, scrollY]")) as readonly [number, number];
    const clip = { x: x + left, y: y + top, width, height, scale: SCALE };
    const { data: picture } = await session.send("Page.captureScreenshot", { format: "png", clip });
    const within = boxes.map((box) => ({ ...box, x: box.x - x, y: box.y - y }));
    const given = JSON.stringify({ picture, boxes: within, scale: SCALE });
    const cut = (await page.evaluate(`(${CUT})(${given})`)) as readonly (Omit<Pixels, "bytes"> & { bytes: string })[];
    return cut.map((piece) => ({ ...piece, bytes: Buffer.from(piece.bytes, "base64") }));
  } finally {
    await session.detach();
  }
}
