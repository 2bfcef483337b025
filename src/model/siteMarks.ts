import { join } from "node:path";
import type { Clock } from "./ports.ts";
import type { StoreFiles } from "./storeFiles.ts";

export interface SiteMarksOptions {
  /** A directory that all windows share. */
  readonly root: string;
  /** Names panel, domain and port; of letters, digits and `-`. */
  readonly name: string;
  readonly files: StoreFiles;
  readonly clock: Clock;
}

/** After this time only the panel says that a site exists already. */
const RECENT_MS = 600_000;

/**
 * Which sites any window has just created: empty files whose names say it. Panels list a site without its port, so
 * this alone tells the same wish submitted twice from a second site of the same domain.
 */
export class SiteMarks {
  readonly #options: SiteMarksOptions;
  readonly #directory: string;

  constructor(options: SiteMarksOptions) {
    this.#options = options;
    this.#directory = join(options.root, "created");
  }

  /** Ids of the sites. Best effort: what cannot be read is none. */
  async ids(): Promise<readonly number[]> {
    const marks = await this.#read();
    return marks.filter(({ name, isRecent }) => isRecent && name === this.#options.name).map(({ id }) => id);
  }

  /** Marks a site and forgets what is no longer recent. Best effort: it never rejects. */
  async add(id: number): Promise<void> {
    const { name, files, clock } = this.#options;
    await files.create(join(this.#directory, `${name}.${clock.now()}.${id}.mark`), "").catch(() => undefined);
    for (const { file, isRecent } of await this.#read())
      if (!isRecent) await files.remove(join(this.#directory, file)).catch(() => undefined);
  }

  async #read() {
    const files = await this.#options.files.list(this.#directory).catch(() => []);
    return files.map((file) => {
      const [name, at, id] = file.split(".");
      const age = this.#options.clock.now() - Number(at);
      return { file, name, id: Number(id), isRecent: age >= 0 && age < RECENT_MS };
    });
  }
}
