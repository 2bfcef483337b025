/** Of the API keys that panels make (docs/protocol.md 1.10). */
export const KEY_LENGTH = 32;

/** Whether a text looks like an API key: as many letters and digits as panels make them of. */
export function isApiKey(text: string): boolean {
  return text.length === KEY_LENGTH && /^[a-z\d]+$/i.test(text);
}
