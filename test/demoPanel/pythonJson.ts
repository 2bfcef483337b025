/**
 * JSON as Python's `json.dumps` writes it, which is what panels send: ", " and ": " between parts, everything outside
 * printable ASCII as `\uXXXX`. Properties that are `undefined` are left out.
 */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (typeof value === "string") return toAscii(JSON.stringify(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${toAscii(JSON.stringify(name))}: ${pythonJson(member)}`).join(", ")}}`;
}

function toAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
