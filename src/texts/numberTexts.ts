import { windowLanguage } from "./language.ts";

/** A count as people write it: "10,000". */
export function numberText(count: number): string {
  return new Intl.NumberFormat(windowLanguage()).format(count);
}

/** A measured number, always with one decimal: "0.5". */
export function decimalText(value: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(windowLanguage(), digits).format(value);
}
