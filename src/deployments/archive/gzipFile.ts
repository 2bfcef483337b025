import { createHash } from "node:crypto";
import { once } from "node:events";
import { open, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { constants, createGzip, deflateRaw, type Gzip } from "node:zlib";
import type { LocalFile } from "../../serverFiles/localFile.ts";

/** Bytes that zlib hands on at once. */
const CHUNK = 64 * 1024;

/** Fewer bytes are compressed without a trial. */
const SMALLEST_SAMPLE = 16 * 1024;

/** How many bytes are compressed as a trial. */
const SAMPLE = 64 * 1024;

const compressed = promisify(deflateRaw);

/**
 * A .gz file that is written. Each write ends when its bytes are in the file, so the caller may use their buffer again, and memory
 * does not grow with the file.
 */
export class GzipFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #hash = createHash("sha1");
  #gzip: Gzip;
  #level: number = constants.Z_DEFAULT_COMPRESSION;
  #pieces: Buffer[] = [];
  #size = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
    this.#gzip = this.#begin();
  }

  /** Creates a file that nobody else on this computer may read. The caller closes it. Rejects with file errors. */
  static async create(path: string): Promise<GzipFile> {
    return new GzipFile(path, await open(path, "w", 0o600));
  }

  async write(bytes: Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#gzip.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    await this.#store();
  }

  /**
   * Chooses the compression for what begins with these bytes. What does not get smaller, such as pictures, is stored as
   * it is, which is eight times as fast. Node cannot change the level within a part of a .gz file, so this begins a new
   * part; readers join them.
   */
  async adaptTo(beginning: Uint8Array): Promise<void> {
    const level = await levelFor(beginning);
    if (level === this.#level) return;
    await this.#end();
    this.#level = level;
    this.#gzip = this.#begin();
  }

  /** Writes the end. */
  async finish(): Promise<LocalFile> {
    await this.#end();
    return { file: this.#path, size: this.#size, sha1: this.#hash.digest("hex") };
  }

  async close(): Promise<void> {
    this.#gzip.destroy();
    await this.#file.close();
  }

  #begin(): Gzip {
    const gzip = createGzip({ level: this.#level, chunkSize: CHUNK });
    gzip.on("data", (piece: Buffer) => this.#pieces.push(piece));
    // each step rejects with it; without a listener it would end the process
    gzip.on("error", () => undefined);
    return gzip;
  }

  async #end(): Promise<void> {
    const ended = once(this.#gzip, "end");
    this.#gzip.end();
    await ended;
    await this.#store();
  }

  async #store(): Promise<void> {
    const pieces = this.#pieces;
    this.#pieces = [];
    for (const piece of pieces) {
      this.#hash.update(piece);
      this.#size += piece.length;
      await this.#file.writeFile(piece);
    }
  }
}

async function levelFor(beginning: Uint8Array): Promise<number> {
  const sample = beginning.subarray(0, SAMPLE);
  if (sample.length < SMALLEST_SAMPLE) return constants.Z_DEFAULT_COMPRESSION;
  const small = await compressed(sample, { level: constants.Z_BEST_SPEED });
  if (small.length > 0.95 * sample.length) return constants.Z_NO_COMPRESSION;
  return constants.Z_DEFAULT_COMPRESSION;
}
