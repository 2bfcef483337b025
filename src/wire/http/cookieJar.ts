const MOST_COOKIES = 20;
const LONGEST_COOKIE = 4096;

/**
 * The session cookies of one panel, in memory only. Sending them back spares the server a session file for each call
 * (docs/protocol.md 1.11). Attributes are ignored, except those that delete a cookie.
 */
export class CookieJar {
  readonly #byOrigin = new Map<string, Map<string, string>>();

  /** The `Cookie` header for an origin (`scheme://host:port`), if there is one. */
  headerFor(origin: string): string | undefined {
    const cookies = this.#byOrigin.get(origin);
    if (cookies === undefined || cookies.size === 0) return undefined;
    return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Takes the `Set-Cookie` headers of an answer; the oldest cookies give way beyond twenty. */
  store(origin: string, setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = "", ...attributes] = line.split(";");
      const equals = pair.indexOf("=");
      const name = pair.slice(0, equals).trim();
      const hasName = equals > 0 && name !== "";
      if (!hasName || pair.length > LONGEST_COOKIE) continue;
      const cookies = this.#byOrigin.get(origin) ?? new Map<string, string>();
      this.#byOrigin.set(origin, cookies);
      cookies.delete(name);
      if (!attributes.some(deletes)) cookies.set(name, pair.slice(equals + 1).trim());
      for (const oldest of [...cookies.keys()].slice(0, Math.max(0, cookies.size - MOST_COOKIES)))
        cookies.delete(oldest);
    }
  }

  clear(): void {
    this.#byOrigin.clear();
  }
}

function deletes(attribute: string): boolean {
  const [name = "", value = ""] = attribute.split("=").map((part) => part.trim());
  switch (name.toLowerCase()) {
    case "max-age":
      return Number(value) <= 0;
    case "expires":
      // by the wall clock: the server sent a date
      return Date.parse(value) <= Date.now();
    default:
      return false;
  }
}
