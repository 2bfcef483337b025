import type { FollowedLog } from "./followedLog.ts";
import type { LogEvent } from "./logFollower.ts";
import type { LogWindow } from "./logWindow.ts";
import type { LogScreen } from "../storage/ports.ts";

/** Invisible characters at the start of a line, in a regular expression. */
const BLANKS = String.raw`[\p{Z}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\t]*`;

const BLANK = new RegExp(`^${BLANKS}$`, "u");

/** Begins with a stroke like our sentences, or with a sign that looks like one; pip's progress bars are indented. */
const LIKE_OURS = new RegExp(String.raw`^(?! {3})${BLANKS}(?!-)[\p{Pd}\u2212\u23af\u2500-\u257f]`, "u");

/** Put before a log line that would look like ours. */
const QUOTE = "│ ";

/** The screen of a log, with our sentences on lines of their own. Once disposed it ignores what is added. */
export class ShownLog {
  readonly log: FollowedLog;
  /** Position for the next follower of this log; `undefined`: it shows the log whole. */
  window: LogWindow | undefined;
  readonly #screen: LogScreen;
  #hasText = false;
  /** The last line of the log may go on. */
  #isLineOpen = false;
  /** Nothing of the open line is visible yet. */
  #isLineBlank = true;
  #isDisposed = false;

  constructor(log: FollowedLog, screen: LogScreen) {
    this.log = log;
    this.#screen = screen;
  }

  /** Whether the screen shows text of the log. */
  get hasText(): boolean {
    return this.#hasText;
  }

  get isVisible(): boolean {
    return !this.#isDisposed && this.#screen.isVisible();
  }

  /** Adds lines of the log, changed if one looks like a sentence of ours. */
  addLines({ continued, lines }: Omit<Extract<LogEvent, { readonly kind: "lines" }>, "kind">): void {
    const isContinued = continued !== "";
    const parts = [...lines];
    if (isContinued) parts.unshift(continued);
    if (parts.length === 0) return;
    const shownParts = parts.map((part, index) => {
      const goesOn = index === 0 && isContinued && this.#isLineOpen;
      if (!goesOn) this.#isLineBlank = true;
      const isLikeOurs = this.#isLineBlank && LIKE_OURS.test(part);
      this.#isLineBlank &&= BLANK.test(part);
      if (isLikeOurs) return `${QUOTE}${part}`;
      return part;
    });
    if (this.#isLineOpen && !isContinued) shownParts.unshift("");
    this.#append(shownParts.join("\n"));
    this.#isLineOpen = true;
    this.#hasText = true;
  }

  /** Adds a sentence of ours. */
  say(sentence: string): void {
    if (this.#isLineOpen) this.#append(`\n${sentence}\n`);
    else this.#append(`${sentence}\n`);
    this.#isLineOpen = false;
  }

  show(): void {
    if (!this.#isDisposed) this.#screen.show();
  }

  /** Empties the screen; the log goes on below. */
  clear(): void {
    this.#screen.clear();
    this.#isLineOpen = false;
  }

  /** Empties the screen; the log is shown whole when it is followed again. */
  forget(): void {
    this.clear();
    this.#hasText = false;
    this.window = undefined;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#screen.dispose();
  }

  #append(text: string): void {
    if (!this.#isDisposed && text !== "") this.#screen.append(text);
  }
}
