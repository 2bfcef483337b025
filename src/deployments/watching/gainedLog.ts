import * as l10n from "@vscode/l10n";
import { cutText, visibleText } from "../../characters/plainText.ts";
import { cleanTerminalText } from "../../characters/terminalText.ts";
import { logOf } from "../../followedLogs/followedLog.ts";
import { LogWindow } from "../../followedLogs/logWindow.ts";
import type { Call } from "../../resources/resource.ts";
import { resourceOf } from "../../resources/resources.ts";
import type { DeployContext } from "../deploy.ts";
import type { RunContext } from "../deploymentProcedure.ts";
import type { DeployTo } from "../targetNow.ts";
import { unlessFailing } from "../../wire/answers/failure.ts";

/** Most characters that are shown of a log, and of each line. */
const MOST_SHOWN = 64 * 1024;
const LONGEST_LINE = 2_000;

/** The parts of a context that read a log and show it. */
type Showing = Pick<DeployContext, "callFor" | "signal"> & Pick<RunContext, "say" | "onOutput">;

/**
 * The log of a target, of which a deployment shows word by word what it gains. Nothing of it is judged: only who writes a log knows what
 * an error is in it.
 */
export class GainedLog {
  readonly #label: string;
  readonly #read: (call: Call) => Promise<string>;
  readonly #window: LogWindow;
  /** There is a reading to compare with. */
  #hasBegun = false;
  /** What has come is not known. */
  #isUnread = false;
  /** The last line, which may go on. */
  #last: string | undefined;
  #lines = 0;
  #isOpen = false;
  #left = MOST_SHOWN;

  constructor({ kind, target: { key, label }, row }: DeployTo) {
    const { webLogs } = resourceOf(kind);
    const log = logOf({ kind, ...(webLogs !== undefined && { which: "error" }) });
    this.#label = label;
    this.#window = new LogWindow({ pieces: log.pieces });
    this.#read = async (call) => {
      const answer = await log.read(call, key, webLogs?.nameOf(row));
      return answer === "gone" ? "" : answer.text;
    };
  }

  /** The number of lines that it has gained; `unread`: it could not be read. */
  get gained(): number | "unread" {
    return this.#lines === 0 && this.#isUnread ? "unread" : this.#lines;
  }

  /** Reads it, and shows what has come since the reading before, but a last line that may go on. */
  async follow(context: Showing): Promise<void> {
    const text = await this.#textNow(context);
    if (text === undefined) {
      this.#isUnread ||= !context.signal.aborted;
      return;
    }
    this.#isUnread &&= !this.#hasBegun;
    const { isSection, maybeMissing, grown, lines } = this.#window.advance(text);
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      return;
    }
    if (grown !== undefined) this.#last = grown.to;
    if (isSection || maybeMissing) this.flush(context);
    if (isSection) this.#say(l10n.t("The log started over."), context);
    if (maybeMissing) this.#say(l10n.t("Lines may be missing here: the panel sends only the last ones."), context);
    const all = [...(this.#last === undefined ? [] : [this.#last]), ...lines];
    this.#last = all.pop();
    this.#show(all, context);
  }

  /** Shows the last line, too. */
  flush(context: Showing): void {
    if (this.#last !== undefined) this.#show([this.#last], context);
    this.#last = undefined;
  }

  /** Its text; `undefined`: it cannot be read now. */
  async #textNow({ callFor, signal }: Showing): Promise<string | undefined> {
    return unlessFailing(async () => this.#read(callFor(signal)));
  }

  #show(lines: readonly string[], context: Showing): void {
    this.#lines += lines.length;
    for (const line of lines) {
      if (this.#left <= 0) return;
      const text = cutText(cleanTerminalText(line), LONGEST_LINE);
      this.#open(context);
      context.onOutput(`${text}\n`);
      this.#left -= text.length + 1;
      if (this.#left <= 0) this.#say(l10n.t("The rest of the log is not shown here."), context);
    }
  }

  #open({ say }: Showing): void {
    if (!this.#isOpen) say(l10n.t("Log of “{0}”", visibleText(this.#label)));
    this.#isOpen = true;
  }

  #say(sentence: string, context: Showing): void {
    this.#open(context);
    context.say(sentence);
  }
}
