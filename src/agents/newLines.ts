import type { LogEvent } from "../followedLogs/logFollower.ts";
import { withoutCredentials } from "../redaction/withoutCredentials.ts";
import type { Redact } from "../redaction/redactor.ts";

/** How many lines are kept: what tells a secret may stand lines before it, and the last one may go on. */
const KEPT_LINES = 200;

/** Lines of a log as an agent sees them. Secrets are taken out of them together, because one may go on in the next line. */
export function agentLines(lines: readonly string[], redact: Redact): readonly string[] {
  const text = lines.join("\n");
  if (text === "") return [];
  return withoutCredentials(redact(text)).split("\n");
}

/** Finds the line with which a text comes into a followed log. The text is compared with what an agent sees, in any case. */
export class NewLines {
  readonly #has: (line: string) => boolean;
  readonly #redact: Redact;
  #kept: readonly string[] = [];

  constructor(wanted: string, redact: Redact) {
    const lower = wanted.toLowerCase();
    this.#has = (line) => line.toLowerCase().includes(lower);
    this.#redact = redact;
  }

  /** Takes lines of the log; the latest of them that has brought the text. A line that had it before and goes on has not. */
  add({ continued, lines }: Omit<Extract<LogEvent, { readonly kind: "lines" }>, "kind">): string | undefined {
    const before = this.#found(this.#kept);
    const now = [...this.#goingOn(continued), ...lines];
    const found = this.#found(now);
    this.#kept = now.slice(-KEPT_LINES);
    if (found.length > before.length) return found.at(-1);
    return undefined;
  }

  /** The lines that are kept, of which the last one goes on. */
  #goingOn(continued: string): readonly string[] {
    const lastLine = this.#kept.at(-1);
    if (lastLine !== undefined) return [...this.#kept.slice(0, -1), lastLine + continued];
    if (continued === "") return [];
    return [continued];
  }

  #found(lines: readonly string[]): readonly string[] {
    return agentLines(lines, this.#redact).filter(this.#has);
  }
}
