/** Joins names as a language does: "a, b, c" or "甲、乙、丙". */
export function listIn(language: string, names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction", style: "narrow" }).format(names);
}
