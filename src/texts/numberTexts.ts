import { windowLanguage, once } from "./language.ts";

const counts = once(() => new Intl.NumberFormat(windowLanguage()));
const decimals = once(
  () => new Intl.NumberFormat(windowLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** Formats a number for a text: "10,000". */
export function numberText(count: number): string {
  return counts().format(count);
}

/** Formats a number with one decimal: "0.5". */
export function decimalText(value: number): string {
  return decimals().format(value);
}
