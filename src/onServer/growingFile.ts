import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";
import type { Clock } from "../storage/ports.ts";

/** What reads a file of the server. */
interface Reading {
  readonly files: RemoteFiles;
  readonly clock: Clock;
  /** How far apart readings are: each writes a line into the panel's operation log, and a look does not (docs/protocol.md 19.16). */
  readonly apartMs: number;
  /** Most bytes of one reading. */
  readonly mostAtOnce: number;
}

/** A file of the server of which is read what comes, as it comes. */
export class GrowingFile {
  readonly path: string;
  readonly #reading: Reading;
  readonly #onBytes: (bytes: Uint8Array) => void;
  #position = 0;
  #readAt = -Infinity;

  constructor(path: string, reading: Reading, onBytes: (bytes: Uint8Array) => void) {
    this.path = path;
    this.#reading = reading;
    this.#onBytes = onBytes;
  }

  /** How many bytes have been read, or left out. */
  get position(): number {
    return this.#position;
  }

  /** Whether the last reading was long enough ago for another one. */
  get isDue(): boolean {
    return this.#reading.clock.monotonic() - this.#readAt >= this.#reading.apartMs;
  }

  /** Reads on to a size, as long as that is wanted. Throws `PanelError`. */
  async readTo(size: number, isWanted: () => boolean = () => true): Promise<void> {
    const { files, clock, mostAtOnce } = this.#reading;
    while (this.#position < size && isWanted()) {
      this.#readAt = clock.monotonic();
      const bytes = await files.read(this.path, this.#position, Math.min(mostAtOnce, size - this.#position));
      if (bytes.length === 0) return;
      this.#position += bytes.length;
      this.#onBytes(bytes);
    }
  }

  /** Leaves out what comes before. */
  leaveOut(position: number): void {
    this.#position = position;
  }
}
