/**
 * Text with ASCII in the place of what Chinese input methods and documents put for it (`：` for `:`, `。` for `.`), and
 * without characters that cannot be seen.
 */
export function halfWidth(text: string): string {
  return text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, "")
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, ".");
}
