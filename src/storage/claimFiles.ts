import { join } from "node:path";
import type { FileSystem } from "./fileSystem.ts";

export interface ClaimFilesOptions {
  /** Made when needed. */
  readonly directory: string;
  readonly files: FileSystem;
  /** Whether a claim still counts, by its name. */
  readonly isLive: (name: string) => boolean;
}

/**
 * Claims that all processes see: empty files in one directory, whose names are all that they say. A claim is made
 * exclusively and in one step, so it can neither be torn nor taken over. It outlives a process that dies, so its name says
 * since when it counts and is used only once: whoever finds an expired one may remove it, any number of times.
 */
export class ClaimFiles {
  readonly #options: ClaimFilesOptions;

  constructor(options: ClaimFilesOptions) {
    this.#options = options;
  }

  /** Fails where there is one of this name. */
  async create(name: string): Promise<void> {
    await this.#options.files.create(this.#path(name), "");
  }

  /** The claims that are meant, all by default, by whether they count at this moment. */
  async list(
    isMeant: (name: string) => boolean = () => true,
  ): Promise<{ readonly live: readonly string[]; readonly expired: readonly string[] }> {
    const { directory, files, isLive } = this.#options;
    const live: string[] = [];
    const expired: string[] = [];
    for (const name of await files.list(directory)) if (isMeant(name)) (isLive(name) ? live : expired).push(name);
    return { live, expired };
  }

  /** The claim says something else from here on. */
  async rename(from: string, to: string): Promise<void> {
    await this.#options.files.rename(this.#path(from), this.#path(to));
  }

  /** Removing what is gone is not an error. */
  async remove(name: string): Promise<void> {
    await this.#options.files.remove(this.#path(name));
  }

  #path(name: string): string {
    return join(this.#options.directory, name);
  }
}
