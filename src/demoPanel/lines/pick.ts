/** One of a list, the same for the same number; neighbours differ. */
export function pick<const List extends readonly [unknown, ...unknown[]]>(list: List, number: number): List[number] {
  return list[(number * 7 + Math.floor(number / list.length)) % list.length];
}
