import type { Socket } from "node:net";
import { LineReader, type TOO_LONG } from "./lineReader.ts";
import { lineOf, MESSAGE_BYTES, type Message } from "./messages.ts";

/** Most messages that wait to be read: who sends more at once is not listening. */
const MOST_UNREAD = 20;

/** A connection between shim and window, as messages. */
export class LineSocket {
  readonly #socket: Socket;
  readonly #unread: (string | typeof TOO_LONG)[] = [];
  readonly #over = new AbortController();
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    const reader = new LineReader(MESSAGE_BYTES);
    socket.on("data", (bytes: Buffer) => {
      this.#unread.push(...reader.take(bytes));
      if (this.#unread.length > MOST_UNREAD) socket.destroy();
      this.#wake();
    });
    const ended = () => {
      this.#over.abort();
      this.#wake();
    };
    socket.once("end", ended);
    socket.once("close", ended);
    // it closes then
    socket.on("error", () => undefined);
  }

  /** Aborts when the other side has ended the connection, or is gone. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** The next message; `undefined`: the connection or the signal has ended first. */
  async next(signal: AbortSignal): Promise<string | typeof TOO_LONG | undefined> {
    const wake = () => this.#wake();
    signal.addEventListener("abort", wake, { once: true });
    try {
      for (;;) {
        const line = this.#unread.shift();
        if (line !== undefined) return line;
        if (this.#over.signal.aborted || signal.aborted) return undefined;
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      signal.removeEventListener("abort", wake);
    }
  }

  send(message: Message): void {
    if (!this.#socket.destroyed) this.#socket.write(lineOf(message));
  }

  /** Ends the connection once everything is sent. */
  end(): void {
    this.#socket.end();
  }

  /** Ends the connection at once. */
  destroy(): void {
    this.#socket.destroy();
  }
}
