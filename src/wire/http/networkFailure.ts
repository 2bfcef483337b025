import type { Socket } from "node:net";
import type { PanelFailure } from "../answers/failure.ts";

const plainAnswer = /wrong version number|packet length too long|http request|unknown protocol/i;

/**
 * Converts an error of Node's client to a failure by its code. Its message, which may hold addresses, is never passed
 * on. @param socket the socket of the error, if there was one yet
 */
export function networkFailure(error: unknown, socket?: Socket): PanelFailure {
  const { code, message } = factsOf(error);
  // any pinned socket may hold such a refusal: it counts only if it has ended the connection
  const refusal = socket !== undefined && "authorizationError" in socket ? socket.authorizationError : undefined;
  if (refusal === code) return { kind: "tls", problem: "untrusted", code };
  if (isPlainAnswer(code, message)) return { kind: "tls", problem: "notTls", code };
  if (/^(EPROTO|ERR_SSL_|ERR_TLS_)/.test(code)) return { kind: "tls", problem: "other", code };
  return { kind: "network", code };
}

/** Whether something else than TLS has answered. */
function isPlainAnswer(code: string, message: string): boolean {
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER") return true;
  return /^(EPROTO|ERR_SSL_)/.test(code) && plainAnswer.test(message);
}

function factsOf(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: "UNKNOWN", message: "" };
  const { message } = error;
  if ("code" in error && typeof error.code === "string") return { code: error.code, message };
  // errors of VS Code's proxy agent have no code
  if (/\bprox(y|ies)\b/i.test(message)) return { code: "ERR_PROXY_TUNNEL", message };
  return { code: "UNKNOWN", message };
}
