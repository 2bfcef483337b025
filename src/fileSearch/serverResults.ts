import type { JobEnd } from "../onServer/serverJob.ts";
import { TimeSlicer } from "../storage/timeSlicer.ts";
import type { Finder } from "./decodedLine.ts";
import type { FoundFile, FoundLine } from "./foundFile.ts";
import { finderFor, foundFile, foundLine } from "./foundLines.ts";
import type { SearchEnd } from "./searchEnd.ts";
import { MOST_LINES, SearchOutput, type SentFile } from "./searchOutput.ts";
import type { SearchQuery } from "./searchQuery.ts";
import { StepReading } from "./stepReading.ts";

/** How long a server may search. */
export const LONGEST_MS = 10 * 60_000;

/** Lines of which is told at once, or a little more. */
const LINES_TOLD = 200;

/** The results of one server, as its output comes: they are made of it a few milliseconds at a time. */
export class ServerResults {
  readonly #output: SearchOutput;
  readonly #slicer = new TimeSlicer();
  readonly #find: Finder | undefined;
  readonly #onFound: (files: readonly FoundFile[]) => void;
  readonly #full = new AbortController();
  readonly #reading = new StepReading(async (bytes) => this.#read(bytes));

  /** @param directories without a slash at their end, as they were given to the script */
  constructor(query: SearchQuery, directories: readonly string[], onFound: (files: readonly FoundFile[]) => void) {
    this.#output = new SearchOutput(directories);
    this.#find = query.isRegExp ? undefined : finderFor(query);
    this.#onFound = onFound;
  }

  /** Aborted once no more results are taken. */
  get full(): AbortSignal {
    return this.#full.signal;
  }

  add(bytes: Uint8Array): void {
    this.#reading.add(bytes);
  }

  /** Waits for all results that came, and says how the search ended. */
  async end(job: JobEnd): Promise<SearchEnd> {
    await this.#reading.end();
    await this.#tell(this.#output.rest());
    if (this.#output.isFull) return { kind: "tooManyLines", most: MOST_LINES };
    if (job.kind === "timedOut") return { kind: "timedOut", seconds: LONGEST_MS / 1_000 };
    if (job.kind !== "ended") return job;
    return this.#output.end ?? { kind: "unable", message: job.errors };
  }

  async #read(bytes: Uint8Array): Promise<void> {
    if (this.#full.signal.aborted) return;
    await this.#tell(this.#output.add(bytes));
    if (this.#output.isFull) this.#full.abort();
  }

  async #tell(files: readonly SentFile[]): Promise<void> {
    let found: FoundFile[] = [];
    let lineCount = 0;
    for (const file of files) {
      const lines = await this.#linesOf(file);
      lineCount += lines.length;
      if (lines.length > 0) found.push(foundFile(file.key, lines, file.lines.size));
      if (lineCount < LINES_TOLD) continue;
      this.#onFound(found);
      found = [];
      lineCount = 0;
    }
    if (found.length > 0) this.#onFound(found);
  }

  async #linesOf(file: SentFile): Promise<readonly FoundLine[]> {
    const lines: FoundLine[] = [];
    for (const line of file.lines.values()) {
      const found = await this.#slicer.run(() => foundLine(line, this.#find));
      if (found !== undefined) lines.push(found);
    }
    return lines;
  }
}
