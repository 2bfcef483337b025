/** Marks that bring their own space: those who write them have none between sentences. */
const FULL_WIDTH_END = /[。！？；：）]$/u;
const FULL_WIDTH_START = /^（/u;

/** Joins sentences without absent and empty ones. Each may be in another language, like a panel's own words. */
export function sentences(...parts: readonly (string | undefined)[]): string {
  const [first = "", ...others] = parts.map((part) => part ?? "").filter((part) => part !== "");
  return others.reduce((text, part) => `${text}${between(text, part)}${part}`, first);
}

/** Returns the separator between two texts: none beside full-width punctuation, otherwise a space. */
export function between(before: string, after: string): "" | " " {
  if (FULL_WIDTH_END.test(before) || FULL_WIDTH_START.test(after)) return "";
  return " ";
}
