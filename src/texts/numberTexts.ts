import { windowLanguage, once } from "./language.ts";

const counts = once(() => new Intl.NumberFormat(windowLanguage()));
const decimals = once(
  () => new Intl.NumberFormat(windowLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** A number as people write it: "10,000". Every number in a text goes through it, or through a format of its own. */
export function numberText(count: number): string {
  return counts().format(count);
}

/** A measured number, always with one decimal: "0.5". */
export function decimalText(value: number): string {
  return decimals().format(value);
}
