/** The classic envelope. */
export function saying(status: boolean, msg: string): { readonly status: boolean; readonly msg: string } {
  return { status, msg };
}

/** The newer envelope, which `/mod` operations use; `code` stays 0 on failure (docs/protocol.md 2.2). */
export function sayingWithData(
  status: boolean,
  msg: string,
  now: number,
  data: unknown = null,
): Readonly<Record<string, unknown>> {
  return { status, msg, data, code: 0, timestamp: Math.floor(now / 1000) };
}

/** aaPanel's second envelope; 0 is a success (docs/protocol.md 2.3). */
export function sayingStamped(status: 0 | -1, message: unknown, now: number): Readonly<Record<string, unknown>> {
  return { status, timestamp: Math.floor(now / 1000), message };
}

/** Words and content in an envelope. */
export interface Envelope {
  readonly said: (isDone: boolean, words: string, now: number) => unknown;
  readonly content: (content: unknown, now: number) => unknown;
}

/** Classic words, and content without an envelope. */
export const classic: Envelope = { said: saying, content: (content) => content };

/** All in the second one. */
export const stamped: Envelope = {
  said: (isDone, result, now) => sayingStamped(isDone ? 0 : -1, { result }, now),
  content: (content, now) => sayingStamped(0, content, now),
};
