/**
 * The index of the first of sorted values that does not come before what is looked for; their number if all do.
 * @param compare below 0 for a value that comes before it
 */
export function placeIn<T>(values: readonly T[], compare: (value: T) => number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const value = values[middle];
    if (value !== undefined && compare(value) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
