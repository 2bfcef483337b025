import assert from "node:assert/strict";
import fc from "fast-check";
import { spacedOrders } from "../../../src/panels/spacedOrders.ts";

const sequence = (...orders: readonly number[]) => orders.map((order, index) => ({ id: String(index), order }));
const ALL = new Set(Array.from({ length: 100 }, (_, index) => String(index)));
const spaced = (orders: readonly number[], kept: ReadonlySet<string> = ALL) => [
  ...spacedOrders(sequence(...orders), kept).values(),
];

describe("spaced orders", () => {
  it("stay if they rise", () => {
    assert.deepEqual(spaced([]), []);
    assert.deepEqual(spaced([7]), [7]);
    assert.deepEqual(spaced([-1, 0.5, 2, 10]), [-1, 0.5, 2, 10]);
  });

  it("go between kept ones, before the first and after the last", () => {
    assert.deepEqual(spaced([9, 1, 2], new Set(["1", "2"])), [0, 1, 2]);
    assert.deepEqual(spaced([0, 9, 9, 3], new Set(["0", "3"])), [0, 1, 2, 3]);
    assert.deepEqual(spaced([0, 9, 1], new Set(["0", "2"])), [0, 0.5, 1]);
    assert.deepEqual(spaced([4, 5, 0, 0], new Set(["0", "1"])), [4, 5, 6, 7]);
    assert.deepEqual(spaced([3, 3, 3], new Set()), [0, 1, 2]);
  });

  it("continue after the highest if they do not rise", () => {
    assert.deepEqual(spaced([0, 1, 5, 2, 3]), [0, 1, 5, 6, 7]);
    assert.deepEqual(spaced([0, 0, 0]), [0, 1, 2]);
  });

  it("are numbered anew if no number is left between two", () => {
    const next = 1 + Number.EPSILON;
    assert.deepEqual(spaced([1, 9, next], new Set(["0", "2"])), [0, 1, 2]);
    assert.deepEqual(spaced([1e300, 0], new Set(["0"])), [0, 1]);
  });

  it("always rise, and leave a rising sequence alone", () => {
    const orders = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), { maxLength: 12 });
    fc.assert(
      fc.property(orders, fc.uniqueArray(fc.integer({ min: 0, max: 11 })), (given, kept) => {
        const result = spaced(given, new Set(kept.map(String)));
        assert.equal(result.length, given.length);
        for (const [index, order] of result.entries()) assert.ok(index === 0 || order > (result[index - 1] ?? NaN));
        assert.deepEqual(spaced(result), result);
      }),
    );
  });
});
