import { PanelError } from "../answers/failure.ts";

/** The server that requests go to, in the form that `https.request` takes. */
export interface HttpTarget {
  readonly secure: boolean;
  /** `scheme://host:port`, what cookies are kept by. */
  readonly origin: string;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
}

/** Takes an origin apart; user, password and path beside it are ignored. Throws a `PanelError` that does not hold it. */
export function httpTargetOf(origin: string): HttpTarget {
  const parsed = URL.parse(origin);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new PanelError({ kind: "invalid", field: "url", rule: "shape" });
  }
  const secure = parsed.protocol === "https:";
  return {
    secure,
    origin: parsed.origin,
    hostname: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? (secure ? 443 : 80) : Number(parsed.port),
  };
}
