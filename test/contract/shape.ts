/**
 * Keys and types of a JSON value as text: objects by the shapes of their members, arrays by the set of the shapes of
 * their elements, in whatever order and number.
 */
export function shapeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].toSorted().join(" | ")}]`;
  if (typeof value !== "object") return typeof value;
  const members = Object.entries(value).map(([key, member]) => `${key}: ${shapeOf(member)}`);
  return `{ ${members.toSorted().join(", ")} }`;
}

/**
 * What the panel itself says in an answer: a bare text, and the texts of the members `msg`, `page` and `result`, also of
 * those in a `message` (docs/protocol.md 2.3).
 */
export function wordsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value)
    .flatMap(([key, words]) => {
      if (key === "message") return wordsOf(words);
      return SAID.has(key) ? [`${key}: ${String(words)}`] : [];
    })
    .toSorted();
}

const SAID: ReadonlySet<string> = new Set(["msg", "page", "result"]);
