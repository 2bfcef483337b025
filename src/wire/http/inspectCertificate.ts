import { TLSSocket } from "node:tls";
import { certificateOf } from "./certificate.ts";
import { startDeadline } from "./deadline.ts";
import { type CertificateFacts, PanelError } from "../answers/failure.ts";
import { HeldRequest } from "./heldRequest.ts";
import { httpTargetOf } from "./httpTarget.ts";

/**
 * What the server at this address presents, and whether the system trusts it for this address; for "Trust This
 * Certificate". Ends after the handshake: no byte of HTTP is sent. Throws `PanelError` only.
 */
export async function inspectCertificate(
  url: string,
  init: { readonly signal: AbortSignal; readonly deadlineMs: number },
): Promise<CertificateFacts & { readonly trusted: boolean }> {
  const target = httpTargetOf(url);
  if (!target.secure) throw new PanelError({ kind: "tls", problem: "notTls", code: "ERR_PLAIN_HTTP" });
  const deadline = startDeadline(init.signal, init.deadlineMs);
  const headers = { connection: "close" };
  const held = new HeldRequest({ target, method: "GET", headers, trust: "held" }, deadline.signal);
  try {
    const socket = await held.ready();
    const certificate = socket instanceof TLSSocket ? certificateOf(socket) : undefined;
    if (!(socket instanceof TLSSocket) || certificate === undefined) {
      throw new PanelError({ kind: "tls", problem: "other", code: "ERR_NO_PEER_CERTIFICATE" });
    }
    return { ...certificate, trusted: socket.authorized };
  } finally {
    held.destroy();
    deadline.end();
  }
}
