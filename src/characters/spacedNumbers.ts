/** Adds a space between a number and a Chinese word after it, as VS Code does and `Intl` does not: "12 天". */
export function spacedNumbers(text: string): string {
  return text.replace(/(?<=\d)(?=\p{Script=Han})/gu, " ");
}
