import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { outermost } from "../../../src/fileSearch/findArguments.ts";
import type { FoundFile } from "../../../src/fileSearch/foundFile.ts";
import { searchInputs } from "../../../src/fileSearch/searchInputs.ts";
import type { SearchEnd } from "../../../src/fileSearch/searchEnd.ts";
import type { SearchQuery } from "../../../src/fileSearch/searchQuery.ts";
import { ServerResults } from "../../../src/fileSearch/serverResults.ts";
import { shippedScript } from "../../fakes/shippedScript.ts";
import { placeOf, shells } from "../deployments/exchange/exchangeServer.ts";

/** The shells of this machine that servers have: a busybox is none of theirs. */
export const searchShells: readonly string[] = shells.filter((shell) => shell !== "busybox");

/** A query for a text, in any case. */
export const queryFor = (text: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  isRegExp: false,
  isCaseSensitive: false,
  isWholeWord: false,
  include: "",
  exclude: "",
  usuallyExclude: [],
  ...more,
});

/** The results of a search, and what the server wrote. */
export interface Searched {
  readonly files: readonly FoundFile[];
  readonly end: SearchEnd;
  readonly output: Buffer;
}

/** A server with files and a shell, in a temporary directory. */
export class SearchedServer {
  readonly base = mkdtempSync(join(tmpdir(), "search-"));
  /** What is searched. */
  readonly root = join(this.base, "site");
  readonly #tools = join(this.base, "bin");
  readonly #path = `${this.#tools}:${process.env["PATH"] ?? ""}`;

  /** @param shell what is called `sh` */
  constructor(shell = "sh") {
    mkdirSync(this.root);
    mkdirSync(this.#tools);
    symlinkSync(placeOf(shell) ?? "", join(this.#tools, "sh"));
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  /** Where a path below what is searched is. @param path Latin-1, one sign a byte */
  at(path: string): Buffer {
    return Buffer.from(`${this.root}/${path}`, "latin1");
  }

  /** Writes a file with its directories. @param path see `at` */
  put(path: string, content: string | Uint8Array): void {
    mkdirSync(Buffer.from(dirname(this.at(path).toString("latin1")), "latin1"), { recursive: true });
    writeFileSync(this.at(path), content);
  }

  /** Puts a program before one of this machine. @param text of `sh`; what it does not end goes on as the program itself */
  tool(name: string, text: string): void {
    // one of them may be a link
    rmSync(join(this.#tools, name), { force: true });
    const script = `#!/bin/sh\n${text}\nexec ${placeOf(name) ?? ""} "$@"\n`;
    writeFileSync(join(this.#tools, name), script, { mode: 0o755 });
  }

  /** Runs a script as a job does. */
  async run(name: string, inputs: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
    const work = mkdtempSync(join(this.base, "job-"));
    for (const [file, bytes] of inputs) writeFileSync(join(work, file), bytes);
    writeFileSync(join(work, "work.sh"), await shippedScript(name));
    const { stdout } = spawnSync("sh", [join(work, "work.sh")], {
      cwd: work,
      env: { PATH: this.#path },
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 64 * 2 ** 20,
      timeout: 60_000,
    });
    rmSync(work, { recursive: true });
    return stdout;
  }

  /** Searches all of it, or some directories of it. */
  async search(query: SearchQuery, directories: readonly string[] = [this.root]): Promise<Searched> {
    const searched = outermost(directories);
    const output = await this.run("search.sh", searchInputs(query, searched));
    return { ...(await readOutput(query, searched, [output])), output };
  }
}

/** Reads what a server wrote, in pieces. */
export async function readOutput(
  query: SearchQuery,
  directories: readonly string[],
  pieces: readonly Uint8Array[],
): Promise<Omit<Searched, "output">> {
  const files: FoundFile[] = [];
  const results = new ServerResults(query, directories, (found) => files.push(...found));
  for (const piece of pieces) results.add(piece);
  const end = await results.end({ kind: "ended", code: 0, errors: "" });
  return { files, end };
}

/** Each line that was found as "path:number:text", with what was searched for between brackets. */
export function shown(server: SearchedServer, { files }: Pick<Searched, "files">): readonly string[] {
  return files
    .flatMap(({ path, lines }) =>
      lines.map(({ number, text, ranges }) => {
        const marked = ranges
          .toReversed()
          .reduce(
            (line, { start, end }) => `${line.slice(0, start)}[${line.slice(start, end)}]${line.slice(end)}`,
            text,
          );
        return `${path.slice(server.root.length + 1)}:${number}:${marked}`;
      }),
    )
    .toSorted();
}
