import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CalledBy, LockoutGuard } from "../../../src/connection/lockoutGuard.ts";
import { endedBy, failureOf, PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { panel, refusedKey, useGuards } from "./guardFixture.ts";
import { guarded } from "../../fakes/guarded.ts";

describe("LockoutGuard", () => {
  const { storage, server, newWindow, run, outcome, leaves } = useGuards();
  /** Two calls, each of which ends only when both are there. */
  const together = async (guard: LockoutGuard) => {
    const both = Promise.withResolvers<undefined>();
    let there = 0;
    const call = async () => {
      if (++there === 2) both.resolve(undefined);
      return both.promise;
    };
    const one = async () => guarded(guard, panel, "automatic", call);
    await Promise.all([one(), one()]);
  };

  it("lets calls through and leaves no file", async () => {
    assert.equal(await run(newWindow()), "answer");
    await leaves();
  });

  for (const by of ["automatic", "user"] as const)
    it(`makes exactly one refused call for nine windows with three calls each: ${by}`, async () => {
      server.failure = { ...refusedKey, clientAddress: "203.0.113.9" };
      const guards = Array.from({ length: 9 }, () => newWindow());
      const calls = guards.flatMap((guard) => [run(guard, by), run(guard, by), run(guard, by)]);
      for (const result of await Promise.all(calls.map(outcome))) assert.deepEqual(result, server.failure);
      assert.equal(server.calls, 1);
      await leaves("panel.json");
    });

  it("sends calls one at a time until one has succeeded, then as they come", async () => {
    const guard = newWindow();
    server.failure = { kind: "page", status: 404 };
    await Promise.all(Array.from({ length: 3 }, () => outcome(run(guard))));
    assert.deepEqual([server.calls, server.mostAtOnce], [3, 1]);
    server.failure = undefined;
    await run(guard);
    await together(guard);
    // another window has seen nothing yet
    server.mostAtOnce = 0;
    const other = newWindow();
    await Promise.all([outcome(run(other)), outcome(run(newWindow()))]);
    assert.equal(server.mostAtOnce, 1);
  });

  for (const failure of [
    { kind: "rejected", message: "no" },
    { kind: "unsupported" },
  ] as const satisfies readonly PanelFailure[])
    it(`takes "${failure.kind}" for an answer to a signature that was accepted`, async () => {
      const guard = newWindow();
      server.failure = failure;
      assert.deepEqual(await outcome(run(guard)), failure);
      await together(guard);
    });

  it("holds calls back in all windows, whoever makes them, and lets a person try again", async () => {
    const [a, b] = [newWindow(), newWindow()];
    await Promise.all([run(a), run(b)]);
    server.failure = refusedKey;
    await outcome(run(a));
    server.failure = undefined;
    server.calls = 0;
    assert.deepEqual(await outcome(run(a)), refusedKey);
    assert.deepEqual(await outcome(run(b)), refusedKey);
    for (const guard of [a, b, newWindow()]) assert.deepEqual(await outcome(run(guard, "user")), refusedKey);
    assert.equal(server.calls, 0);
    assert.equal(await run(b, "retry"), "answer");
    await leaves();
    assert.deepEqual([await run(a), await run(b)], ["answer", "answer"]);
  });

  it("lets each of a person's retries make one call, one at a time", async () => {
    const guard = newWindow();
    server.failure = refusedKey;
    await outcome(run(guard));
    await Promise.all(Array.from({ length: 3 }, () => outcome(run(guard, "retry"))));
    // the first retry was refused, and that is the answer to the others
    assert.deepEqual([server.calls, server.mostAtOnce], [2, 1]);
    await outcome(run(guard, "retry"));
    assert.equal(server.calls, 3);
  });

  const unanswered: readonly PanelFailure[] = [
    { kind: "network", code: "ECONNREFUSED" },
    { kind: "timeout", afterMs: 10 },
    { kind: "page", status: 502 },
    { kind: "page", status: 302, redirect: "other" },
  ];
  for (const failure of unanswered)
    it(`keeps a refusal while retries end without another answer of the panel: ${JSON.stringify(failure)}`, async () => {
      const guard = newWindow();
      server.failure = refusedKey;
      await outcome(run(guard));
      server.failure = failure;
      assert.deepEqual(await outcome(run(guard, "retry")), server.failure);
      assert.deepEqual(await outcome(run(guard)), refusedKey);
    });

  const otherAnswers: readonly PanelFailure[] = [
    // the API was turned off meanwhile
    { kind: "page", status: 404 },
    // its list of addresses was broken meanwhile
    { kind: "page", status: 302, redirect: "login" },
    { kind: "page", status: 401 },
    { kind: "rejected", message: "No" },
    { kind: "unsupported" },
    { kind: "malformed", fields: [] },
    { kind: "tooLarge", limitBytes: 1 },
  ];
  for (const failure of otherAnswers)
    it(`drops a refusal in all windows once a retry has another answer: ${JSON.stringify(failure)}`, async () => {
      const [a, b] = [newWindow(), newWindow()];
      server.failure = refusedKey;
      await outcome(run(a));
      assert.deepEqual(await outcome(run(b)), refusedKey);
      server.failure = failure;
      assert.deepEqual(await outcome(run(a, "retry")), failure);
      await leaves();
      assert.deepEqual([await outcome(run(a)), await outcome(run(b))], [failure, failure]);
      assert.equal(await a.refusal(panel), undefined);
    });

  it("starts afresh with another key, another address or none of both", async () => {
    const guard = newWindow();
    server.failure = refusedKey;
    await outcome(run(guard));
    server.failure = undefined;
    assert.equal(await run(guard, "automatic", { ...panel, keyRef: "key-2" }), "answer");
    assert.equal(await run(guard, "automatic", { ...panel, address: "https://192.0.2.2" }), "answer");
    assert.equal(await guarded(guard, { id: panel.id, address: panel.address }, "automatic", server.call), "answer");
    assert.deepEqual(await outcome(run(guard)), refusedKey);
  });

  it("keeps the refusals of the stored key and of one that is tried apart, and few of them", async () => {
    const guard = newWindow();
    server.failure = refusedKey;
    await outcome(run(guard));
    await outcome(run(guard, "retry", { ...panel, keyRef: "tried" }));
    server.failure = undefined;
    await run(guard, "retry", { ...panel, keyRef: "tried" });
    assert.deepEqual(await outcome(run(guard)), refusedKey);
    server.failure = refusedKey;
    for (let key = 0; key < 9; key++) await outcome(run(guard, "user", { ...panel, keyRef: `tried-${key}` }));
    const stored = JSON.parse(await readFile(join(storage.root, "guard", "panel.json"), "utf8")) as {
      refusals: unknown[];
    };
    assert.equal(stored.refusals.length, 4);
  });

  it("cancels the calls in flight at a refusal, with the refusal as the reason", async () => {
    const guard = newWindow();
    await run(guard);
    const waiting = async (given: AbortSignal) => {
      await new Promise((resolve) => given.addEventListener("abort", resolve, { once: true }));
      throw endedBy(given);
    };
    const slow = outcome(guarded(guard, panel, "automatic", waiting));
    const change = outcome(
      guarded(guard, panel, "user", async (given) => {
        await waiting(given).catch(() => undefined);
        throw new PanelError({ kind: "uncertain", cause: { kind: "cancelled" } });
      }),
    );
    const elsewhere = { ...panel, id: "other" };
    const aborting = new AbortController();
    const untouched = outcome(guarded(guard, elsewhere, "automatic", waiting, { ending: aborting }));
    server.failure = refusedKey;
    await outcome(run(guard));
    assert.deepEqual(await slow, refusedKey);
    assert.deepEqual(await change, { kind: "uncertain", cause: { kind: "cancelled" } });
    aborting.abort();
    assert.deepEqual(await untouched, { kind: "cancelled" });
  });

  it("reports a refusal, and the end of a lockout", async () => {
    const guard = newWindow();
    assert.equal(await guard.refusal(panel), undefined);
    server.failure = { kind: "refused", reason: "locked" };
    const locked = await outcome(run(guard));
    const refusal = await newWindow().refusal(panel);
    assert.deepEqual(refusal?.failure, { ...Object(locked), at: refusal?.at });
    assert.equal(refusal?.failure.lockedUntil, (refusal?.at ?? 0) + 3_600_000);
    assert.deepEqual(await outcome(run(newWindow())), locked, "without a call");
    await storage.clock.pass(1_800_000);
    assert.deepEqual(await outcome(run(guard, "retry")), locked, "a call during a lockout does not make it longer");
    await storage.clock.pass(1_900_000);
    await outcome(run(guard, "retry"));
    const next = await guard.refusal(panel);
    assert.equal(next?.failure.lockedUntil, (next?.at ?? 0) + 3_600_000);
    assert.equal(server.calls, 3);
    await guard.forget(panel.id);
    assert.equal(await guard.refusal(panel), undefined);
    await guard.forget(panel.id);
  });

  it("reports a standing refusal with its own time, not that of the call", async () => {
    server.failure = refusedKey;
    const messages = async (by: CalledBy) =>
      run(newWindow(), by).then(assert.fail, (error: unknown) => {
        const failure = failureOf(error);
        return (failure?.kind === "refused" ? failure.at : undefined) ?? assert.fail("no time");
      });
    const refusedAt = await messages("automatic");
    await storage.clock.pass(600_000);
    assert.equal(await messages("automatic"), refusedAt);
    assert.equal(server.calls, 1);
    const triedAt = await messages("retry");
    assert.ok(triedAt >= refusedAt + 600_000);
    assert.equal(await messages("automatic"), triedAt);
    assert.equal(server.calls, 2);
  });

  it("keeps only a valid client address", async () => {
    for (const clientAddress of ["203.0.113.9", "2001:db8::9"]) {
      server.failure = { ...refusedKey, clientAddress };
      assert.deepEqual(await outcome(run(newWindow(), "retry")), server.failure);
    }
    server.failure = { ...refusedKey, clientAddress: "x".repeat(5_000_000) };
    assert.deepEqual(await outcome(run(newWindow(), "retry")), refusedKey);
    assert.ok((await readFile(join(storage.root, "guard", "panel.json"))).length < 1_000);
  });

  it("keeps a newer version's fields in the refusals of other keys", async () => {
    server.failure = refusedKey;
    await outcome(run(newWindow()));
    const file = join(storage.root, "guard", "panel.json");
    const stored = JSON.parse(await readFile(file, "utf8")) as { refusals: { failure: object }[] };
    const refusals = stored.refusals.map((each) => ({ ...each, more: 1, failure: { ...each.failure, more: 2 } }));
    await writeFile(file, JSON.stringify({ ...stored, refusals }));
    await outcome(run(newWindow(), "automatic", { ...panel, keyRef: "key-2" }));
    const again = JSON.parse(await readFile(file, "utf8")) as { refusals: unknown[] };
    assert.equal(again.refusals.length, 2);
    assert.deepEqual(again.refusals[1], refusals[0]);
  });

  it("passes defects on and leaves no lock", async () => {
    const defect = async () => {
      throw new TypeError("defect");
    };
    await assert.rejects(guarded(newWindow(), panel, "user", defect), TypeError);
    await leaves();
  });

  it("refuses an id that could name other files", async () => {
    await assert.rejects(run(newWindow(), "user", { ...panel, id: "../panel" }), TypeError);
  });
});
