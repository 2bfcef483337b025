import type { RemoteFiles } from "../serverFiles/remoteFiles.ts";

/** A file of the server of which is read what comes, as it comes. */
export class GrowingFile {
  readonly path: string;
  readonly #files: RemoteFiles;
  readonly #onBytes: (bytes: Uint8Array) => void;
  #position = 0;

  constructor(path: string, files: RemoteFiles, onBytes: (bytes: Uint8Array) => void) {
    this.path = path;
    this.#files = files;
    this.#onBytes = onBytes;
  }

  /** How many bytes have been read, or left out. */
  get position(): number {
    return this.#position;
  }

  /** Reads the next bytes, and says whether there were any. Throws `PanelError`. */
  async readOn(most: number): Promise<boolean> {
    const bytes = await this.#files.read(this.path, this.#position, most);
    if (bytes.length === 0) return false;
    this.#position += bytes.length;
    this.#onBytes(bytes);
    return true;
  }

  /** Leaves out what comes before. */
  leaveOut(position: number): void {
    this.#position = position;
  }
}
