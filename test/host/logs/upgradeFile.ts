import { LogFile } from "../../fakes/logFile.ts";

/** What panels send of an upgrade's log at most, in pieces between line breaks (docs/protocol.md 12.3). */
const PIECES = 1_000;

/** A row that must be shown: a line of the log, or what is said in the place of lines that are lost. */
export type ExpectedRow = { readonly kind: "line"; text: string } | { readonly kind: "missing" | "section" };

/**
 * An upgrade's log on a panel's disk, and what a person must see of it: worked out from where each line stands in the
 * file, which whoever follows the log cannot know.
 */
export class UpgradeFile {
  readonly #file = new LogFile();
  readonly rows: ExpectedRow[] = [];
  #shownRun = 0;
  #shownTo = 0;

  get content(): string {
    return this.#file.content;
  }

  append(text: string): void {
    this.#file.append(text);
  }

  truncate(): void {
    this.#file.truncate();
  }

  /** The panel was asked and has answered with its window. */
  wasRead(): void {
    const { run, content } = this.#file;
    const [from, to] = this.#file.shownLines(PIECES);
    const lines = content.split("\n");
    if (to === from) return;
    if (run !== this.#shownRun) this.rows.push({ kind: "section" });
    if (run !== this.#shownRun) this.#shownTo = 0;
    // the window no longer shows the line that was shown last, or never did
    if (from >= this.#shownTo && from > 0) this.rows.push({ kind: "missing" });
    else if (this.#shownTo > 0) this.#grow(lines[this.#shownTo - 1] ?? "");
    for (const line of lines.slice(Math.max(from, this.#shownTo), to)) this.rows.push({ kind: "line", text: line });
    this.#shownRun = run;
    this.#shownTo = to;
  }

  #grow(line: string): void {
    const last = this.rows.at(-1);
    if (last?.kind === "line") last.text = line;
  }
}
