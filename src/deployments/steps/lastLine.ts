import { cleanTerminalText } from "../../characters/terminalText.ts";

/** Most characters of a line that are looked at. */
const LONGEST_LINE = 10_000;

/** The last line with anything on it of a text that comes in pieces. */
export class LastLine {
  #whole = "";
  #open = "";

  add(text: string): void {
    const lines = (this.#open + text).split("\n");
    this.#open = (lines.pop() ?? "").slice(-LONGEST_LINE);
    const whole = lines.findLast(hasAnything);
    this.#whole = whole === undefined ? this.#whole : shownLine(whole);
  }

  /** The line; `undefined`: there was none. */
  get line(): string | undefined {
    const line = hasAnything(this.#open) ? shownLine(this.#open) : this.#whole;
    return line === "" ? undefined : line;
  }
}

function hasAnything(line: string): boolean {
  return shownLine(line) !== "";
}

/** The end of a line as a terminal shows it: progress is drawn anew there. */
function shownLine(line: string): string {
  return cleanTerminalText(line.slice(-LONGEST_LINE)).trim();
}
