/** A JSON object, as opposed to an array or a bare value. */
export function isObject(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}
