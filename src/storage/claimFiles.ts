import { join } from "node:path";
import type { FileSystem } from "./fileSystem.ts";

export interface ClaimFilesOptions {
  /** Created when needed. */
  readonly directory: string;
  readonly files: FileSystem;
  /** Whether a claim still counts, by its name. */
  readonly isLive: (name: string) => boolean;
}

/**
 * Claims that all processes see: empty files in one directory, whose names have all their data. A claim is created
 * exclusively and in one step, so it can neither be torn nor taken over. It outlives a process that dies, so its name
 * has its time and is used only once: anybody may remove an expired one.
 */
export class ClaimFiles {
  readonly #options: ClaimFilesOptions;

  constructor(options: ClaimFilesOptions) {
    this.#options = options;
  }

  /** Fails if a claim has this name. */
  async create(name: string): Promise<void> {
    await this.#options.files.create(this.#path(name), "");
  }

  /** Lists claims, all by default, apart by whether they are live at this moment. */
  async list(
    isMeant: (name: string) => boolean = () => true,
  ): Promise<{ readonly live: readonly string[]; readonly expired: readonly string[] }> {
    const { directory, files, isLive } = this.#options;
    const live: string[] = [];
    const expired: string[] = [];
    for (const name of await files.list(directory)) {
      if (!isMeant(name)) continue;
      if (isLive(name)) live.push(name);
      else expired.push(name);
    }
    return { live, expired };
  }

  /** Changes the name of a claim, and so its data. */
  async rename(from: string, to: string): Promise<void> {
    await this.#options.files.rename(this.#path(from), this.#path(to));
  }

  /** A claim that is gone is not an error. */
  async remove(name: string): Promise<void> {
    await this.#options.files.remove(this.#path(name));
  }

  #path(name: string): string {
    return join(this.#options.directory, name);
  }
}
