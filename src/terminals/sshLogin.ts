import { isIP } from "node:net";
import * as l10n from "@vscode/l10n";
import type { Talking } from "../ports/dialogs.ts";
import type { Terminal, UsingTerminals } from "../ports/workbench.ts";

/** A login for ssh; without a user or port the person's own configuration of ssh decides. */
export interface SshLogin {
  readonly user?: string;
  /** A name or an address, IPv6 without brackets. */
  readonly host: string;
  readonly port?: number;
}

/** A user name that is neither an option of ssh, nor anything that a shell in its configuration could run. */
const USER = /^[A-Za-z_][\w.-]*$/;
const HOST = /^[A-Za-z\d_][\w.-]*$/;

/** `user@host:port`, or `[host]:port` for IPv6. */
const LOGIN = /^(?:([^@\s]*)@)?(?:\[([^\]\s]*)\]|([^\s[\]@]*?))(?::(\d{1,5}))?\/?$/;

/** Reads a typed or stored login, also in a command or an address; `undefined` if ssh could not use it safely. */
export function sshLoginIn(text: string): SshLogin | undefined {
  const typed = text.trim().replace(/^ssh(?::\/\/|\s+)/, "");
  const [, bareUser, bareAddress = ""] = /^(?:([^@\s]*)@)?([^@\s]+)$/.exec(typed) ?? [];
  // an address without brackets has no port: all colons are its own
  if (isIP(bareAddress) === 6) return loginOf(bareUser, bareAddress, undefined);
  const [, user, address, name = "", digits] = LOGIN.exec(typed) ?? [];
  if (address !== undefined) {
    if (isIP(address) === 6) return loginOf(user, address, digits);
    return undefined;
  }
  if (HOST.test(name)) return loginOf(user, name, digits);
  return undefined;
}

/** The text of a login, which `sshLoginIn` reads. */
export function sshLoginText({ user, host, port }: SshLogin): string {
  const name = port !== undefined && host.includes(":") ? `[${host}]` : host;
  return `${user === undefined ? "" : `${user}@`}${name}${port === undefined ? "" : `:${port}`}`;
}

/** Arguments for ssh: no shell reads them, and options end at `--`. */
function sshArguments({ user, host, port }: SshLogin): readonly string[] {
  return [...(port === undefined ? [] : ["-p", String(port)]), ...(user === undefined ? [] : ["-l", user]), "--", host];
}

/** Opens and shows a terminal that runs ssh; shows a message if there is no ssh. */
export async function openSsh(
  { dialogs, terminals }: Talking & UsingTerminals,
  name: string,
  login: SshLogin,
): Promise<Terminal | undefined> {
  if (!(await terminals.canRun("ssh"))) {
    const message = l10n.t(
      "No “ssh” program was found on this computer. Install OpenSSH, restart VS Code, and try again.",
    );
    await dialogs.tell({ severity: "error", message });
    return undefined;
  }
  const terminal = terminals.create({
    name: l10n.t("ssh {0}", name),
    shellPath: "ssh",
    shellArgs: sshArguments(login),
  });
  terminal.show();
  return terminal;
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
