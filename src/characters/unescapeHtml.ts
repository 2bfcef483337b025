const CHARACTERS: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
  "&amp;": "&",
};

/**
 * Undoes exactly what Python's `html.escape` does, which is how panels escape logs and notes (docs/protocol.md 2.10):
 * each entity once, and nothing else. The result is untrusted text.
 */
export function unescapeHtml(escaped: string): string {
  return escaped.replace(/&(?:lt|gt|quot|#x27|#39|amp);/g, (entity) => CHARACTERS[entity] ?? entity);
}
