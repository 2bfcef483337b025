/** Marks that bring their own space: those who write them have none between sentences. */
const FULL_WIDTH_END = /[。！？；：）]$/u;
const FULL_WIDTH_START = /^（/u;

/** Sentences one after another; what is absent or empty is left out. Each may be in another language, as a panel's own words are. */
export function sentences(...parts: readonly (string | undefined)[]): string {
  const [first = "", ...others] = parts.map((part) => part ?? "").filter((part) => part !== "");
  return others.reduce((text, part) => `${text}${between(text, part)}${part}`, first);
}

/** What separates a sentence, or words in parentheses, from what it follows. */
export function between(before: string, after: string): "" | " " {
  return FULL_WIDTH_END.test(before) || FULL_WIDTH_START.test(after) ? "" : " ";
}
