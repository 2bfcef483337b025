/** Targets of a redirect in place of an answer (docs/protocol.md 4.3). `other`: anywhere else. */
export const redirects = ["login", "close", "bind", "error", "password", "other"] as const;
export type Redirect = (typeof redirects)[number];

const PAGES: ReadonlyMap<string, Redirect> = new Map([
  ["/login", "login"],
  ["/close", "close"],
  ["/bind", "bind"],
  ["/error", "error"],
  ["/modify_password", "password"],
]);

/** The word for a `Location`, which itself may hold our signature or the security entrance and so goes no further. */
export function redirectOf(location: string, origin: string): Redirect {
  const target = URL.parse(location, origin);
  // older panels write the whole address; whoever ends TLS before a panel makes it another scheme
  if (target?.host === new URL(origin).host) return PAGES.get(target.pathname) ?? "other";
  return "other";
}
