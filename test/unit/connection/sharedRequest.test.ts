import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { SharedRequest } from "../../../src/connection/sharedRequest.ts";
import { failureOf } from "../../../src/wire/answers/failure.ts";

const NEVER = new AbortController().signal;
const isCancelled = (error: unknown) => failureOf(error)?.kind === "cancelled";

describe("a shared request", () => {
  let started: (PromiseWithResolvers<string> & { readonly signal: AbortSignal })[];
  let request: SharedRequest<string>;

  beforeEach(() => {
    started = [];
    request = new SharedRequest((signal) => {
      const result = Promise.withResolvers<string>();
      started.push({ ...result, signal });
      return result.promise;
    });
  });

  it("is shared by all callers meanwhile, and new afterwards", async () => {
    const asked = [request.join(NEVER), request.join(NEVER)];
    started[0]?.resolve("a");
    assert.deepEqual(await Promise.all(asked), ["a", "a"]);
    const later = request.join(NEVER);
    started[1]?.resolve("b");
    assert.equal(await later, "b");
    assert.equal(started.length, 2);
  });

  it("leaves no listener on the callers' signals", async () => {
    const { signal } = new AbortController();
    const asked = [request.join(signal), request.join(signal)];
    started[0]?.resolve("a");
    await Promise.all(asked);
    const failing = request.join(signal);
    started[1]?.reject(new Error("no"));
    await assert.rejects(failing, /no/);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("fails for all, and only this once", async () => {
    const asked = [request.join(NEVER), request.join(NEVER)];
    started[0]?.reject(new Error("no"));
    for (const each of asked) await assert.rejects(each, /no/);
    const later = request.join(NEVER);
    started[1]?.resolve("b");
    assert.equal(await later, "b");
  });

  it("goes on for the others if one caller cancels", async () => {
    const leaving = new AbortController();
    const [left, stayed] = [request.join(leaving.signal), request.join(NEVER)];
    leaving.abort();
    await assert.rejects(left, isCancelled);
    assert.equal(started[0]?.signal.aborted, false);
    started[0]?.resolve("a");
    assert.equal(await stayed, "a");
  });

  it("is aborted when nobody waits any more, and started anew by the next caller", async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [request.join(one.signal), request.join(other.signal)];
    one.abort();
    other.abort();
    for (const each of asked) await assert.rejects(each, isCancelled);
    assert.equal(started[0]?.signal.aborted, true);
    const later = request.join(NEVER);
    // the first one's end is not theirs
    started[0]?.reject(new Error("late"));
    started[1]?.resolve("b");
    assert.equal(await later, "b");
    await assert.rejects(request.join(AbortSignal.abort()), isCancelled);
  });
});
