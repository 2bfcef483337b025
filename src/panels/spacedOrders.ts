interface Ordered {
  readonly id: string;
  readonly order: number;
}

/**
 * Numbers that rise along a sequence. The kept elements keep theirs if they rise already, and the others get numbers
 * between; all are numbered anew only if no number is left between two.
 */
export function spacedOrders(sequence: readonly Ordered[], kept: ReadonlySet<string>): ReadonlyMap<string, number> {
  const fixed = risingAmong(sequence, kept);
  const orders: number[] = [];
  for (let index = 0; index < sequence.length;) {
    const here = sequence[index];
    if (here !== undefined && fixed.has(here)) {
      orders.push(here.order);
      index++;
      continue;
    }
    const next = sequence.findIndex((other, at) => at > index && fixed.has(other));
    const count = (next === -1 ? sequence.length : next) - index;
    orders.push(...between(orders.at(-1), sequence[next]?.order, count));
    index += count;
  }
  const rises = orders.every((order, index) => index === 0 || order > (orders[index - 1] ?? order));
  return new Map(sequence.map(({ id }, index) => [id, rises ? (orders[index] ?? index) : index]));
}

function between(low: number | undefined, high: number | undefined, count: number): readonly number[] {
  const steps = Array.from({ length: count }, (_, index) => index + 1);
  if (low === undefined) return steps.map((step) => (high === undefined ? step - 1 : high - count - 1 + step));
  return steps.map((step) => (high === undefined ? low + step : low + ((high - low) * step) / (count + 1)));
}

/** The kept elements whose numbers rise from the first on. */
function risingAmong(sequence: readonly Ordered[], kept: ReadonlySet<string>): ReadonlySet<Ordered> {
  const rising = new Set<Ordered>();
  let highest = -Infinity;
  for (const one of sequence) {
    if (!kept.has(one.id) || one.order <= highest) continue;
    rising.add(one);
    highest = one.order;
  }
  return rising;
}
