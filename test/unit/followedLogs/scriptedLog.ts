import type { LogEvent, LogSource } from "../../../src/followedLogs/logFollower.ts";
import type { Clock } from "../../../src/storage/ports.ts";
import { PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { LogFile } from "../../fakes/logFile.ts";

/** What happens on the panel, and how many milliseconds after the script was made. */
export interface Happening {
  readonly at: number;
  readonly append?: string;
  readonly truncate?: true;
  readonly running?: boolean;
  /** The panel fails like this from now on; `undefined` ends it. */
  readonly failure?: PanelFailure | undefined;
}

/** A log that is written by a script, as time passes on a clock. */
export class ScriptedLog implements LogSource {
  readonly file = new LogFile();
  readonly #clock: Clock;
  readonly #start: number;
  readonly #script: Happening[];
  readonly #pieces: number;
  #running: boolean | undefined;
  #failure: PanelFailure | undefined;
  /** When the log was read, in milliseconds after the start. */
  readonly reads: number[] = [];

  constructor(
    clock: Clock,
    script: readonly Happening[],
    { pieces = 1000, running }: { readonly pieces?: number; readonly running: boolean | undefined },
  ) {
    this.#clock = clock;
    this.#start = clock.monotonic();
    this.#script = [...script];
    this.#pieces = pieces;
    this.#running = running;
  }

  /** Whether all of the script has happened. */
  get isOver(): boolean {
    return this.#script.length === 0;
  }

  async read(signal: AbortSignal): Promise<{ readonly text: string; readonly running?: boolean }> {
    signal.throwIfAborted();
    const now = this.#clock.monotonic() - this.#start;
    this.reads.push(now);
    while ((this.#script[0]?.at ?? Infinity) <= now) this.#happen(this.#script.shift() ?? { at: 0 });
    if (this.#failure !== undefined) throw new PanelError(this.#failure);
    const text = this.file.window(this.#pieces);
    return this.#running === undefined ? { text } : { text, running: this.#running };
  }

  #happen(happening: Happening): void {
    const { append = "", truncate = false, running } = happening;
    if (truncate) this.file.truncate();
    this.file.append(append);
    if (running !== undefined) this.#running = running;
    if ("failure" in happening) this.#failure = happening.failure;
  }
}

/** What an Output channel holds after these events: marks stand on lines of their own, in brackets. */
export function written(events: readonly LogEvent[]): readonly string[] {
  const rows: string[] = [];
  for (const event of events)
    if (event.kind === "lines") {
      if (event.continued !== "") rows.push(`${rows.pop() ?? ""}${event.continued}`);
      rows.push(...event.lines);
    } else if (event.kind === "state") rows.push(`[${event.state}]`);
    else if (event.kind === "ended") rows.push(`[${event.ending.kind}]`);
    else rows.push(`[${event.kind}]`);
  return rows;
}
