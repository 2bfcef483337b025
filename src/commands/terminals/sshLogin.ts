import { isIP } from "node:net";

/** Where ssh logs in; without a user or port the person's own configuration of ssh decides. */
export interface SshLogin {
  readonly user?: string;
  /** A name or an address, IPv6 without brackets. */
  readonly host: string;
  readonly port?: number;
}

/** Neither an option of ssh, nor anything that a shell in its configuration could run. */
const USER = /^[A-Za-z_][\w.-]*$/;
const HOST = /^[A-Za-z\d_][\w.-]*$/;

/** `user@host:port`, or `[host]:port` for IPv6. */
const LOGIN = /^(?:([^@\s]*)@)?(?:\[([^\]\s]*)\]|([^\s[\]@]*?))(?::(\d{1,5}))?\/?$/;

/** What was typed or stored, perhaps as a command or an address; `undefined` where ssh could not be given it, or could take it for something else. */
export function sshLoginIn(text: string): SshLogin | undefined {
  const typed = text.trim().replace(/^ssh(?::\/\/|\s+)/, "");
  const [, bareUser, bareAddress = ""] = /^(?:([^@\s]*)@)?([^@\s]+)$/.exec(typed) ?? [];
  // the colons of an address without brackets are all its own
  if (isIP(bareAddress) === 6) return loginOf(bareUser, bareAddress, undefined);
  const [, user, address, name = "", digits] = LOGIN.exec(typed) ?? [];
  if (address !== undefined) return isIP(address) === 6 ? loginOf(user, address, digits) : undefined;
  return HOST.test(name) ? loginOf(user, name, digits) : undefined;
}

/** As `sshLoginIn` reads it. */
export function sshLoginText({ user, host, port }: SshLogin): string {
  const name = port !== undefined && host.includes(":") ? `[${host}]` : host;
  return `${user === undefined ? "" : `${user}@`}${name}${port === undefined ? "" : `:${port}`}`;
}

/** What ssh is started with: no shell reads it, and what follows `--` is no option. */
export function sshArguments({ user, host, port }: SshLogin): readonly string[] {
  return [...(port === undefined ? [] : ["-p", String(port)]), ...(user === undefined ? [] : ["-l", user]), "--", host];
}

export function isSshUser(typed: string): boolean {
  return USER.test(typed);
}

function loginOf(user: string | undefined, host: string, digits: string | undefined): SshLogin | undefined {
  const port = digits === undefined ? undefined : Number(digits);
  if (user !== undefined && !isSshUser(user)) return undefined;
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  // a zone may hold anything but a blank
  if (host.includes("%") && !/%[\w.-]+$/.test(host)) return undefined;
  return { host, ...(user === undefined ? {} : { user }), ...(port === undefined ? {} : { port }) };
}
