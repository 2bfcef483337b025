import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream";
import { type BrotliDecompress, createBrotliDecompress, createUnzip, type Unzip } from "node:zlib";
import { PanelError } from "../answers/failure.ts";
import { networkFailure } from "./networkFailure.ts";

/** Number of pieces that are joined, since each takes memory of its own and a server may send single bytes. */
const MOST_PIECES = 1_000;

/**
 * Reads an answer to its end and decompresses it. Throws `PanelError`: `tooLarge` as soon as its declared or
 * decompressed length passes `maxBytes`, `network` where it is cut off or not what it says.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new PanelError({ kind: "tooLarge", limitBytes: maxBytes });
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  const pieces: Buffer[] = [];
  let size = 0;
  const decoder = decoderFor(response.headers["content-encoding"]);
  // errors show at its end; the pipeline itself may never end if the connection closes
  const source = decoder === undefined ? response : pipeline(response, decoder, () => undefined);
  try {
    await new Promise<void>((resolve, reject) => {
      source.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) source.destroy(tooLarge());
        else if (pieces.push(chunk) === MOST_PIECES) chunks.push(Buffer.concat(pieces.splice(0)));
      });
      source.once("end", resolve).on("error", reject);
      // a body that is cut off need not cause an error
      const lose = () => {
        if (!source.readableEnded) reject(new PanelError({ kind: "network", code: "ECONNRESET" }));
      };
      source.once("close", lose);
      // its end may have come with its head, over sockets that are not Node's own
      if (source.destroyed) lose();
    });
  } catch (error) {
    if (error instanceof PanelError) throw error;
    const failure = networkFailure(error);
    // redirects may name an encoding without a body, which zlib takes for one that was cut off
    const isEmpty =
      response.complete && decoder?.bytesWritten === 0 && failure.kind === "network" && failure.code === "Z_BUF_ERROR";
    if (!isEmpty) throw new PanelError(failure);
  }
  return Buffer.concat([...chunks, ...pieces], size);
}

function decoderFor(encoding: string | undefined): Unzip | BrotliDecompress | undefined {
  switch (encoding?.trim().toLowerCase() ?? "") {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
    case "deflate":
      return createUnzip();
    case "br":
      return createBrotliDecompress();
    default:
      throw new PanelError({ kind: "network", code: "ERR_CONTENT_ENCODING" });
  }
}
