/** Bytes that a panel decodes at a time, from the end of a file (BaoTa `public.GetNumLines`). */
const CHUNK = 4096;

/** A log on a panel's disk, and the window of it that the panel sends. */
export class LogFile {
  /** All that was written since the file was last emptied. */
  content = "";
  /** How often it was emptied. */
  run = 0;

  append(text: string): void {
    this.content += text;
  }

  truncate(): void {
    this.content = "";
    this.run += 1;
  }

  /** The last pieces between line breaks without outer whitespace, read without damage. */
  window(pieces: number): string {
    return windowOf(this.content, pieces);
  }

  /** The same, read as the panel does: a character that lies across two chunks is lost. */
  damagedWindow(pieces: number): string {
    return windowOf(this.#damaged(), pieces);
  }

  /** Where in the run the window shows text: its first line and the one after its last, counted from 0. */
  shownLines(pieces: number): readonly [from: number, to: number] {
    return shownIn(this.content, pieces);
  }

  /** The same for the damaged window: a line whose only character is lost is blank. */
  damagedShownLines(pieces: number): readonly [from: number, to: number] {
    return shownIn(this.#damaged(), pieces);
  }

  #damaged(): string {
    const bytes = Buffer.from(this.content);
    let text = "";
    for (let end = bytes.length; end > 0; end -= CHUNK)
      text = bytes.toString("utf8", Math.max(0, end - CHUNK), end).replaceAll("\ufffd", "") + text;
    return text;
  }
}

function windowOf(text: string, pieces: number): string {
  return text.split("\n").slice(-pieces).join("\n").trim();
}

function shownIn(text: string, pieces: number): readonly [from: number, to: number] {
  const lines = text.split("\n");
  let from = Math.max(0, lines.length - pieces);
  let to = lines.length;
  while (from < to && lines[from]?.trim() === "") from += 1;
  while (to > from && lines[to - 1]?.trim() === "") to -= 1;
  return [from, to];
}
