/** The last line with anything on it of a text that comes in pieces. */
export class LastLine {
  #whole = "";
  #open = "";

  add(text: string): void {
    // a program that draws its progress anew goes back to the beginning of its line
    const lines = (this.#open + text).split(/[\r\n]/);
    this.#open = lines.pop() ?? "";
    this.#whole = lines.findLast(hasAnything) ?? this.#whole;
  }

  /** The line; `undefined`: there was none. */
  get line(): string | undefined {
    const line = hasAnything(this.#open) ? this.#open : this.#whole;
    return line === "" ? undefined : line;
  }
}

function hasAnything(line: string): boolean {
  return line.trim() !== "";
}
