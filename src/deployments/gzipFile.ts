import { createHash } from "node:crypto";
import { once } from "node:events";
import { open, type FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { constants, createGzip, deflateRaw, type Gzip, type ZlibParams } from "node:zlib";
import type { LocalFile } from "../serverFiles/localFile.ts";

/** Bytes that zlib hands on at once. */
const CHUNK = 64 * 1024;

/** Fewer bytes are never worth a look at what they are. */
const SMALLEST_SAMPLE = 16 * 1024;

/** Bytes that are looked at. */
const SAMPLE = 64 * 1024;

const compressed = promisify(deflateRaw);

/**
 * A .gz file that is written. Each write ends when its bytes are in the file, so the caller may use their buffer again, and memory
 * does not grow with the file.
 */
export class GzipFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #gzip = createGzip({ chunkSize: CHUNK }) as Gzip & ZlibParams;
  readonly #hash = createHash("sha1");
  #pieces: Buffer[] = [];
  #size = 0;
  #level: number = constants.Z_DEFAULT_COMPRESSION;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
    this.#gzip.on("data", (piece: Buffer) => this.#pieces.push(piece));
    // each step rejects with it; without a listener it would end the process
    this.#gzip.on("error", () => undefined);
  }

  /** Creates a file that nobody else on this computer may read. The caller closes it. Rejects with file errors. */
  static async create(path: string): Promise<GzipFile> {
    return new GzipFile(path, await open(path, "w", 0o600));
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#step((done) => this.#gzip.write(bytes, done));
    await this.#store();
  }

  /** Chooses how to write what begins with these bytes: what does not get smaller, such as pictures, is eight times as fast as it is. */
  async adaptTo(beginning: Uint8Array): Promise<void> {
    const level = await levelFor(beginning);
    if (level === this.#level) return;
    this.#level = level;
    await this.#step((done) => this.#gzip.params(level, constants.Z_DEFAULT_STRATEGY, done));
  }

  /** Writes the end. */
  async finish(): Promise<LocalFile> {
    const ended = once(this.#gzip, "end");
    this.#gzip.end();
    await ended;
    await this.#store();
    return { file: this.#path, size: this.#size, sha1: this.#hash.digest("hex") };
  }

  async close(): Promise<void> {
    this.#gzip.destroy();
    await this.#file.close();
  }

  async #step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      begin((error) => (error ? reject(error) : resolve()));
    });
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
  return small.length > 0.95 * sample.length ? constants.Z_NO_COMPRESSION : constants.Z_DEFAULT_COMPRESSION;
}
