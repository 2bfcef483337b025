import { type DemoContainer, type HandlerContext, integer } from "../../src/demoPanel/state.ts";

/**
 * What a container has written, as if a line a second and the last one just now. A span of time and a text to search
 * for shorten it; `tail` counts only for a large file (docs/protocol.md 8.12).
 * @param most lines of a large file where neither a span nor a tail is told; unless given, `tail` needs a span
 */
export function containerLog(container: DemoContainer, { fields, now }: HandlerContext, most?: number) {
  const { id, name, log } = container;
  const size = log.reduce((sum, line) => sum + Buffer.byteLength(line) + JSON_FILE_OVERHEAD, 0);
  const span = fields["time_search"] ?? "";
  const search = fields["search"] ?? "";
  const shown = within(log, span, Math.floor(now() / 1000)).filter((line) => line.includes(search));
  const untold = span === "" ? most : 10_000;
  const logs = untold === undefined || size <= WHOLE_BELOW ? shown : shown.slice(-integer(fields, "tail", untold));
  const logs_path = `/var/lib/docker/containers/${id}/${id}-json.log`;
  return { logs: logs.join("\n"), id: fields["id"], name, logs_path, size };
}

const WHOLE_BELOW = 1_048_576;

/** Bytes of Docker's file for each line besides the text: stream and time. */
const JSON_FILE_OVERHEAD = 70;

/** @param span as JSON, `[from, to]` in seconds since the epoch */
function within(log: readonly string[], span: string, last: number): readonly string[] {
  if (span === "") return log;
  const [from, to] = JSON.parse(span) as readonly [number, number];
  return log.filter((_, index) => {
    const written = last - (log.length - 1 - index);
    return from <= written && written <= to;
  });
}
