import { windowLanguage } from "./language.ts";

/** A count as people write it: "10,000". */
export function numberText(count: number): string {
  return new Intl.NumberFormat(windowLanguage()).format(count);
}
