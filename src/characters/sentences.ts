/** After these, scripts that write no spaces between words have none between sentences either. */
const FULL_WIDTH_END = /[。！？；：）]$/u;

/** Sentences one after another; what is absent or empty is left out. Each may be in another language, as a panel's own words are. */
export function sentences(...parts: readonly (string | undefined)[]): string {
  const [first = "", ...others] = parts.filter((part) => part !== undefined && part !== "");
  return others.reduce<string>((text, part) => `${text}${FULL_WIDTH_END.test(text) ? "" : " "}${part}`, first);
}
