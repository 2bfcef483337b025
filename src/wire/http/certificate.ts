import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { TLSSocket } from "node:tls";
import { type CertificateFacts, PanelError } from "../answers/failure.ts";
import { visibleText } from "../../characters/plainText.ts";

/** The certificate of a secure socket's server; `undefined` on a resumed session. */
export function certificateOf(socket: TLSSocket): CertificateFacts | undefined {
  const presented = socket.getPeerCertificate();
  if (typeof presented?.fingerprint256 !== "string") return undefined;
  return {
    subject: nameOf(presented.subject),
    issuer: nameOf(presented.issuer),
    validFrom: isoDate(presented.valid_from),
    validTo: isoDate(presented.valid_to),
    fingerprint256: presented.fingerprint256,
  };
}

/**
 * Throws unless the socket's certificate is the pinned one, whatever else is odd about it.
 * @param socket after its handshake, which alone proves that the other side holds the key
 */
export function verifyPin(socket: TLSSocket, pin: string): void {
  const certificate = certificateOf(socket);
  if (certificate === undefined) {
    throw new PanelError({ kind: "tls", problem: "other", code: "ERR_NO_PEER_CERTIFICATE", pinned: pin });
  }
  if (certificate.fingerprint256 !== pin.toUpperCase()) {
    throw new PanelError({ kind: "tls", problem: "changed", code: "ERR_PIN_MISMATCH", certificate, pinned: pin });
  }
}

/**
 * Throws unless the system trusts the socket's certificate for this host. Node does the same before it hands a socket
 * out, but only as long as nothing else in the process says otherwise: a variable of the environment, the options of
 * the global agent, or a name check that was replaced in Node's own module.
 * @param socket after its handshake
 */
export function verifyTrust(socket: TLSSocket, hostname: string): void {
  const certificate = certificateOf(socket);
  if (certificate === undefined)
    throw new PanelError({ kind: "tls", problem: "other", code: "ERR_NO_PEER_CERTIFICATE" });
  // not `getPeerX509Certificate`, which takes the certificate out of the socket, so that the next request finds none
  const presented = new X509Certificate(socket.getPeerCertificate().raw);
  const name = isIP(hostname) === 0 ? presented.checkHost(hostname) : presented.checkIP(hostname);
  if (socket.authorized && name !== undefined) return;
  const code = socket.authorized ? "ERR_TLS_CERT_ALTNAME_INVALID" : String(socket.authorizationError);
  throw new PanelError({ kind: "tls", problem: "untrusted", code, certificate });
}

type Name = Readonly<Record<string, string | string[] | undefined>> | undefined;

/** Longest name of a certificate that is shown. Its maker chooses it, and people read it to decide whether to trust. */
const LONGEST_NAME = 300;

/** `CN=…, O=…`; a certificate may have no name at all, or several values for a part. */
function nameOf(name: Name): string {
  const parts = Object.entries(name ?? {}).flatMap(([part, value]) =>
    [value ?? []].flat().map((text) => `${part}=${text}`),
  );
  return visibleText(parts.join(", "), LONGEST_NAME);
}

function isoDate(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return "";
  return new Date(time).toISOString();
}
