/** Fills the placeholders `{0}`, `{1}` … of a text; one without a value stays. */
export function filled(text: string, ...values: readonly string[]): string {
  return text.replaceAll(/\{(\d)\}/g, (placeholder, index: string) => values[Number(index)] ?? placeholder);
}
