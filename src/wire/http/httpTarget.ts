import { PanelError } from "../answers/failure.ts";

/** Where a request goes, in the form that `https.request` takes. */
export interface HttpTarget {
  readonly secure: boolean;
  /** `scheme://host:port`, what cookies are kept by. */
  readonly origin: string;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  readonly path: string;
}

/** Takes a URL apart; user and password in it are ignored. Throws a `PanelError` that does not hold it. */
export function httpTargetOf(url: string): HttpTarget {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new PanelError({ kind: "invalid", field: "url", rule: "shape" });
  }
  const secure = parsed.protocol === "https:";
  return {
    secure,
    origin: parsed.origin,
    hostname: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? (secure ? 443 : 80) : Number(parsed.port),
    path: parsed.pathname + parsed.search,
  };
}
