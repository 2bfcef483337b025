import assert from "node:assert/strict";
import { CallDeadline } from "../../src/connection/callDeadline.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { PanelError, type PanelFailure } from "../../src/wire/answers/failure.ts";
import type { WholeAnswer } from "../../src/wire/http/exchange.ts";
import type { ExchangeInit, Transport } from "../../src/wire/http/transport.ts";
import { eventually, HANG_MS } from "../eventually.ts";

/** Calls with defaults for most tests: a read by POST with plenty of time. */
export async function call(
  transport: Transport,
  url: string,
  { deadlineMs = HANG_MS, ...init }: Partial<ExchangeInit> & { readonly deadlineMs?: number } = {},
): Promise<WholeAnswer> {
  const form = init.method === "GET" ? {} : { body: "a=1" };
  const end = url.indexOf("/", "https://".length);
  const [origin, path] = end === -1 ? [url, "/"] : [url.slice(0, end), url.slice(end)];
  const outer = init.signal ?? new AbortController().signal;
  const deadline = new CallDeadline({ clock: systemClock, deadlineMs, outer });
  deadline.start();
  try {
    const { signal } = deadline;
    return await transport.fetchFrom(origin)(path, { method: "POST", ...form, change: false, ...init, signal });
  } finally {
    deadline.dispose();
  }
}

/** The failure that a call ends with; anything else than a `PanelError` fails the test, and so does an answer. */
export async function failureOfCall(calling: Promise<unknown>): Promise<PanelFailure> {
  try {
    await calling;
  } catch (error) {
    assert.ok(error instanceof PanelError, `not a PanelError: ${String(error)}`);
    return error.failure;
  }
  return assert.fail("the call was answered");
}

/** Waits until something holds that nothing tells of. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  await eventually(
    () => ({ what, holds: holds() }),
    (seen) => seen.holds,
  );
}
