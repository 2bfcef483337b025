import * as vscode from "vscode";
import { RedactedWriter } from "../../redaction/redactedWriter.ts";
import type { Redactor } from "../../redaction/redactor.ts";
import type { LogScreen } from "../../storage/ports.ts";
import type { ExitCode } from "../runTask.ts";

const CTRL_C = "\u0003";

/** Control characters, which would steer the terminal, except line breaks and tabs. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The terminal of a task, whose `run` never rejects. Ctrl+C and closing it cancel the task. */
export class TaskTerminal implements vscode.Pseudoterminal {
  readonly #written = new vscode.EventEmitter<string>();
  readonly #ended = new vscode.EventEmitter<number>();
  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#ended.event;
  readonly #cancelling = new AbortController();
  readonly #writer: RedactedWriter;
  readonly #run: (screen: LogScreen, signal: AbortSignal) => Promise<ExitCode>;

  constructor(redactor: Redactor, run: (screen: LogScreen, signal: AbortSignal) => Promise<ExitCode>) {
    this.#writer = new RedactedWriter(redactor, (text) =>
      this.#written.fire(text.replaceAll(CONTROLS, "").replaceAll("\n", "\r\n")),
    );
    this.#run = run;
  }

  open(): void {
    const screen: LogScreen = {
      append: (text) => this.#writer.append(text),
      clear: () => undefined,
      show: () => undefined,
      isVisible: () => true,
      dispose: () => undefined,
    };
    void this.#show(screen);
  }

  close(): void {
    this.#cancelling.abort();
  }

  handleInput(data: string): void {
    if (data.includes(CTRL_C)) this.#cancelling.abort();
  }

  async #show(screen: LogScreen): Promise<void> {
    const code = await this.#run(screen, this.#cancelling.signal);
    this.#writer.end();
    this.#ended.fire(code);
  }
}
