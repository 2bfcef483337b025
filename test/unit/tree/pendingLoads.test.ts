import assert from "node:assert/strict";
import { PendingLoads, type LoadSort } from "../../../src/tree/pendingLoads.ts";

/** Lets everything happen that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** PendingLoads that a test ends by hand; `started` has the numbers of those that have begun. */
class Airport {
  readonly started: number[] = [];
  readonly #pending = new PendingLoads();
  readonly #ends: ((error?: Error) => void)[] = [];

  /** Asks for a load; the numbers count all that were asked for, from 0. */
  ask(sort: LoadSort, id = "a"): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const number = this.#ends.length;
    this.#ends.push((error) => (error === undefined ? resolve() : reject(error)));
    return this.#pending.inTurn(id, sort, () => {
      this.started.push(number);
      return promise;
    });
  }

  async end(number: number, error?: Error): Promise<void> {
    this.#ends[number]?.(error);
    await settled();
  }
}

describe("loads", () => {
  let airport: Airport;
  beforeEach(() => (airport = new Airport()));

  /** Which of the loads have started when one is in flight and others are asked for, and after it has ended. */
  async function started(first: LoadSort, ...others: readonly LoadSort[]) {
    const ends = [airport.ask(first)];
    await settled();
    for (const sort of others) ends.push(airport.ask(sort));
    await settled();
    const meanwhile = [...airport.started];
    await airport.end(0);
    const after = [...airport.started];
    for (let number = 1; number < ends.length; number++) await airport.end(number);
    await Promise.all(ends);
    return { meanwhile, after };
  }

  it("are shared by those to whom it does not matter how fresh they are", async () => {
    assert.deepEqual(await started("shared", "shared", "shared"), { meanwhile: [0], after: [0] });
    airport = new Airport();
    assert.deepEqual(await started("fresh", "shared"), { meanwhile: [0], after: [0] });
  });

  it("start anew for who wants what is fresher, after the one in flight", async () => {
    for (const first of ["shared", "fresh"] as const) {
      airport = new Airport();
      assert.deepEqual(await started(first, "fresh"), { meanwhile: [0], after: [0, 1] });
    }
  });

  it("that have not started yet are as fresh as anybody wants them", async () => {
    assert.deepEqual(await started("shared", "fresh", "fresh", "shared"), { meanwhile: [0], after: [0, 1] });
  });

  it("that were asked for in one moment are one", async () => {
    const ends = [airport.ask("shared"), airport.ask("fresh")];
    await settled();
    assert.deepEqual(airport.started, [0]);
    await airport.end(0);
    await Promise.all(ends);
    assert.deepEqual(airport.started, [0]);
  });

  it("for more are shared among themselves, and with no other", async () => {
    assert.deepEqual(await started("more", "more"), { meanwhile: [0], after: [0] });
    for (const sort of ["shared", "fresh"] as const) {
      airport = new Airport();
      assert.deepEqual(await started("more", sort), { meanwhile: [0], after: [0, 1] });
      airport = new Airport();
      assert.deepEqual(await started(sort, "more"), { meanwhile: [0], after: [0, 1] });
    }
  });

  it("are one at a time, in the order in which they were asked for", async () => {
    const ends = (["shared", "more", "fresh"] as const).map((sort) => airport.ask(sort));
    await settled();
    assert.deepEqual(airport.started, [0]);
    await airport.end(0);
    assert.deepEqual(airport.started, [0, 1]);
    await airport.end(1);
    assert.deepEqual(airport.started, [0, 1, 2]);
    await airport.end(2);
    await Promise.all(ends);
  });

  it("of different ids know nothing of each other", async () => {
    const ends = [airport.ask("shared", "a"), airport.ask("shared", "b")];
    await settled();
    assert.deepEqual(airport.started, [0, 1]);
    await airport.end(0);
    await airport.end(1);
    await Promise.all(ends);
  });

  it("start anew once the last has ended", async () => {
    await started("shared");
    const again = airport.ask("shared");
    await settled();
    assert.deepEqual(airport.started, [0, 1]);
    await airport.end(1);
    await again;
  });

  it("that fail fail for all who share them, and the next starts nevertheless", async () => {
    const shared = [airport.ask("shared"), airport.ask("shared")];
    const next = airport.ask("more");
    const failed = Promise.allSettled(shared);
    await settled();
    await airport.end(0, new Error("a defect"));
    assert.deepEqual(
      (await failed).map(({ status }) => status),
      ["rejected", "rejected"],
    );
    assert.deepEqual(airport.started, [0, 2]);
    await airport.end(2);
    await next;
    const later = airport.ask("shared");
    await settled();
    assert.deepEqual(airport.started, [0, 2, 3]);
    await airport.end(3);
    await later;
  });
});
