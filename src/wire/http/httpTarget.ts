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
  const url = URL.parse(origin);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new PanelError({ kind: "invalid", field: "url", rule: "shape" });
  }
  const secure = url.protocol === "https:";
  const usualPort = secure ? 443 : 80;
  return {
    secure,
    origin: url.origin,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? usualPort : Number(url.port),
  };
}
