import { randomBytes } from "node:crypto";

/**
 * The panel's session cookie, which authenticates nothing: each request without it leaves a file
 * (docs/protocol.md 1.11).
 */
export class Sessions {
  readonly #name = randomBytes(16).toString("hex");
  readonly #known = new Set<string>();
  readonly #attributes: () => string;

  /** @param attributes follow the cookie's value */
  constructor(attributes: () => string) {
    this.#attributes = attributes;
  }

  /** Returns the `Set-Cookie` header of an answer; `undefined` if the request already has a cookie. */
  cookieFor(cookies: string | undefined): string | undefined {
    const pairs = (cookies ?? "").split(";").map((pair) => pair.trim());
    if (pairs.some((pair) => this.#known.has(pair))) return undefined;
    const pair = `${this.#name}=${randomBytes(32).toString("base64url")}.${randomBytes(20).toString("base64url")}`;
    this.#known.add(pair);
    return `${pair}; ${this.#attributes()}`;
  }

  /** The number of session files that a panel would have. */
  get count(): number {
    return this.#known.size;
  }
}
