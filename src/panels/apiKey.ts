/** Length of the API keys that panels generate (docs/protocol.md 1.10). */
export const KEY_LENGTH = 32;

/** Whether a text has the form of an API key: letters and digits of the right number. */
export function isApiKey(text: string): boolean {
  return text.length === KEY_LENGTH && /^[a-z\d]+$/i.test(text);
}
