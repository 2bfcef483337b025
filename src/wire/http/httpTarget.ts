import { PanelError } from "../answers/failure.ts";

/** The server of a request, in the form of `https.request`. */
export interface HttpTarget {
  readonly secure: boolean;
  /** `scheme://host:port`; cookies are stored by it. */
  readonly origin: string;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
}

/** Parses an origin; ignores user, password and path. Throws a `PanelError` without the text. */
export function httpTargetOf(origin: string): HttpTarget {
  const parsed = URL.parse(origin);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new PanelError({ kind: "invalid", field: "url", rule: "shape" });
  }
  const secure = parsed.protocol === "https:";
  const usualPort = secure ? 443 : 80;
  return {
    secure,
    origin: parsed.origin,
    hostname: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? usualPort : Number(parsed.port),
  };
}
