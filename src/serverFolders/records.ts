const SLICE_MS = 5;

/** Works on many things, a few milliseconds at a time, so that the extension host stays responsive. Rejects with the signal's reason. */
export async function inSlices<T>(items: Iterable<T>, signal: AbortSignal, work: (item: T) => void): Promise<void> {
  let end = performance.now() + SLICE_MS;
  for (const item of items) {
    work(item);
    if (performance.now() < end) continue;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    end = performance.now() + SLICE_MS;
  }
}

/** The parts of bytes that each end with this byte, as Latin-1, one sign a byte, and where each begins. */
export function* partsOf(
  bytes: Buffer,
  ending: "\0" | "\n",
  from = 0,
): Generator<{ readonly part: string; readonly next: number }> {
  const byte = ending === "\0" ? 0 : 10;
  for (let [start, end] = [from, 0]; (end = bytes.indexOf(byte, start)) !== -1; start = end + 1)
    yield { part: bytes.toString("latin1", start, end), next: end + 1 };
}

/** What is below a directory of the server. */
export interface ListedPath {
  /** As `find` says: `f` a file, `d` a directory, `l` a link, and others. */
  readonly type: string;
  readonly size: number;
  /** Its last modification, as the server writes it. */
  readonly time: string;
  /** Relative to the directory, with `/`, in bytes: Latin-1, one sign a byte. */
  readonly path: string;
}

const LISTED = /^([a-zA-Z?]) (\d{1,15}) (-?\d{1,15}(?:\.\d{1,15})?) ([^]+)$/;

/** A record of a list; `undefined`: it is none. */
export function readListed(record: string): ListedPath | undefined {
  const [, type, size, time, path] = LISTED.exec(record) ?? [];
  if (type === undefined || time === undefined || path === undefined) return undefined;
  return { type, size: Number(size), time, path };
}

/** A path of bytes as the text that it is; signs that are no UTF-8 are replaced. */
export function textOfPath(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

/** Whether a path of bytes is UTF-8. */
export function isText(path: string): boolean {
  return bytesOfPath(textOfPath(path)) === path;
}

/** The bytes of a path that is text. */
export function bytesOfPath(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

const WHOLE = /^\d{1,15}$/;

/** A number that a server has written; `undefined`: it is none. */
export function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || !WHOLE.test(text)) return undefined;
  return Number(text);
}
