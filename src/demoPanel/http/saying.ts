/** What a module says to an action that it does not have (docs/protocol.md 2.7). */
export const UNKNOWN_ACTION = "指定参数无效!";

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
