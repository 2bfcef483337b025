/** A JSON object, as opposed to an array or a bare value. */
export function isObject(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

/** Both envelopes, `{status,msg}` and `{status,msg,data,code}`: `code` stays 0 on failure, so only `status` counts. */
export function saysStatusTrue(body: unknown): boolean {
  return isObject(body) && body["status"] === true;
}

/** The answer is a bare array. */
export function isArray(body: unknown): boolean {
  return Array.isArray(body);
}

/** The answer is an object with this field; such answers have no `status`, or one that means something else. */
export function hasField(name: string): (body: unknown) => boolean {
  return (body) => isObject(body) && name in body && body["status"] !== false;
}
