import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { PanelError, type PanelFailure } from "../../src/wire/answers/failure.ts";
import type { WholeAnswer } from "../../src/wire/http/exchange.ts";
import type { ExchangeInit, Transport } from "../../src/wire/http/transport.ts";

/** Calls with what most tests do not care about: a read by POST with plenty of time. */
export async function call(transport: Transport, url: string, init: Partial<ExchangeInit> = {}): Promise<WholeAnswer> {
  const { signal } = new AbortController();
  const form = init.method === "GET" ? {} : { body: new URLSearchParams("a=1") };
  const end = url.indexOf("/", "https://".length);
  const [origin, path] = end === -1 ? [url, "/"] : [url.slice(0, end), url.slice(end)];
  return transport.fetchFrom(origin)(path, {
    method: "POST",
    ...form,
    change: false,
    deadlineMs: 8000,
    signal,
    ...init,
  });
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

/** Waits until something holds that nothing tells of; fails after 5 s. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  for (let round = 0; !holds(); round++) {
    assert.ok(round < 500, `never: ${what}`);
    await sleep(10);
  }
}
