import { halfWidth } from "../characters/halfWidth.ts";

/** An address as a person typed it, cleaned. */
export interface PanelAddress {
  readonly kind: "ok";
  /** Absent if it was not typed; then both are tried. */
  readonly scheme?: "http" | "https";
  /** As in a URL: IPv6 in brackets, other scripts as punycode, lower case. */
  readonly host: string;
  /** Absent if it was not typed; a typed 80 or 443 is kept. */
  readonly port?: number;
  /** A secret: the panel's security entrance, such as `/abcd1234`. Never part of an API address. */
  readonly entrance?: string;
}

/** Why a text is not an address of a panel. `userinfo`: it holds a name or password before an `@`. */
export type AddressProblem = "empty" | "space" | "scheme" | "userinfo" | "host" | "port";

export type CleanedAddress = PanelAddress | { readonly kind: "invalid"; readonly reason: AddressProblem };

/** BaoTa's default port, which its documentation names (docs/protocol.md 5.5). */
const PANEL_PORT = 8888;

/** Pages of a panel, which cannot be its entrance (docs/protocol.md 4.8). */
const PAGES = new Set(["login", "bind", "close", "error", "home", "site", "files", "docker", "xterm", "config"]);

const QUOTES_AND_STOPS = "\"'`<>«»“”‘’„「」『』《》〈〉【】（）()，、；;,.";

/** Label that a panel's command line prints before an address (docs/protocol.md 5.11). */
const LABEL = /^[^/@.]*:\s*(?=https?:\/\/)/i;

/** Cleans a typed or pasted address. Never throws. */
export function cleanAddress(typedAddress: string): CleanedAddress {
  const text = withoutWrapping(halfWidth(typedAddress).replaceAll("\\", "/")).replace(LABEL, "");
  if (text === "") return invalid("empty");
  if (/[\s\p{Cc}]/u.test(text)) return invalid("space");
  const [, typedScheme, rest = ""] = /^(?:([a-z][a-z\d+.-]*):)?\/+(.*)$/i.exec(text) ?? ["", undefined, text];
  const scheme = typedScheme?.toLowerCase();
  const isPanelScheme = scheme === undefined || scheme === "http" || scheme === "https";
  if (!isPanelScheme) return invalid("scheme");
  const [, authority = "", path = ""] = /^([^/?#]*)([^?#]*)/.exec(rest) ?? [];
  if (authority.includes("@")) return invalid("userinfo");
  const [typedHost, typedPort] = splitAuthority(authority);
  const host = cleanHost(typedHost);
  if (host === undefined) return invalid("host");
  if (!/^\d*$/.test(typedPort)) return invalid("port");
  const port = typedPort === "" ? undefined : Number(typedPort);
  const isPort = port === undefined || (port >= 1 && port <= 65_535);
  if (!isPort) return invalid("port");
  const entrance = entranceOf(path);
  return {
    kind: "ok",
    ...(scheme !== undefined && { scheme }),
    host,
    ...(port !== undefined && { port }),
    ...(entrance !== undefined && { entrance }),
  };
}

/** The possible origins of an address, the likeliest first; only one if scheme and port were typed. */
export function candidates({ scheme, host, port }: PanelAddress): readonly [string, ...string[]] {
  if (scheme !== undefined) {
    if (port !== undefined) return [originOf(scheme, host, port)];
    return [originOf(scheme, host, PANEL_PORT), originOf(scheme, host)];
  }
  if (port !== undefined) return [originOf("https", host, port), originOf("http", host, port)];
  return [
    originOf("https", host, PANEL_PORT),
    originOf("http", host, PANEL_PORT),
    originOf("https", host),
    originOf("http", host),
  ];
}

/** Whether an origin is on this machine, where nobody else can listen in. */
export function isLoopback(origin: string): boolean {
  const host = URL.parse(origin)?.hostname ?? "";
  // resolvers differ on other names below localhost
  return /^localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$|^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(host);
}

/** The origin of a host. @param port the scheme's default port if absent */
export function originOf(scheme: "http" | "https", host: string, port?: number): string {
  if (port === undefined) return new URL(`${scheme}://${host}`).origin;
  return new URL(`${scheme}://${host}:${port}`).origin;
}

function invalid(reason: AddressProblem): CleanedAddress {
  return { kind: "invalid", reason };
}

function withoutWrapping(text: string): string {
  const isWrapping = (letter: string | undefined) =>
    letter !== undefined && (QUOTES_AND_STOPS.includes(letter) || /\s/.test(letter));
  let start = 0;
  let end = text.length;
  while (start < end && isWrapping(text[start])) start++;
  while (end > start && isWrapping(text[end - 1])) end--;
  return text.slice(start, end);
}

/** Host and port as typed, the port without its colon. */
function splitAuthority(authority: string): readonly [string, string] {
  const bracketed = /^(\[[^\]]*\])(?::(.*))?$/.exec(authority);
  if (bracketed !== null) return [bracketed[1] ?? "", bracketed[2] ?? ""];
  const [host = "", port = "", ...more] = authority.split(":");
  // two colons and more: IPv6 without brackets, and so without a port
  if (more.length > 0) return [`[${authority}]`, ""];
  return [host, port];
}

function cleanHost(typedHost: string): string | undefined {
  // escapes and zone ids have no place here
  if (typedHost === "" || typedHost.includes("%")) return undefined;
  const host = URL.parse(`http://${typedHost}/`)?.hostname.replace(/\.$/, "");
  if (host === undefined) return undefined;
  if (host.startsWith("[")) return host;
  // a URL takes "8888" for 0.0.34.184 and "010.0.0.1" for 8.0.0.1
  if (/^\d+(\.\d+){3}$/.test(host)) {
    if (host === typedHost.replace(/\.$/, "")) return host;
    return undefined;
  }
  if (host.length <= 253 && host.split(".").every((label) => /^[a-z\d_-]{1,63}$/.test(label))) return host;
  return undefined;
}

/**
 * The first part of a path, unless it is a page of the panel or the session prefix of aaPanel (docs/protocol.md 4.9).
 */
function entranceOf(path: string): string | undefined {
  const segment = path.split("/").find((part) => part !== "") ?? "";
  const isPage = PAGES.has(segment.toLowerCase()) || segment.startsWith("apsess_");
  if (isPage || !/^[\w-]+(\.[\w-]+)*$/.test(segment)) return undefined;
  return `/${segment}`;
}
