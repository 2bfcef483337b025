/**
 * Replaces the full-width characters of Chinese input methods and documents by ASCII (`：` by `:`, `。` by `.`), and
 * drops invisible ones.
 */
export function halfWidth(text: string): string {
  return text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, "")
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, ".");
}
