import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { verifyPin, verifyTrust } from "./certificate.ts";
import { attachmentOf, type Attachment } from "../answers/attachment.ts";
import { failureOf, PanelError, throwIfEnded, type PanelFailure } from "../answers/failure.ts";
import { HeldRequest } from "./heldRequest.ts";
import { networkFailure } from "./networkFailure.ts";
import { readBody } from "./readBody.ts";
import type { SocketPool } from "./socketPool.ts";
import type { HttpTarget } from "./httpTarget.ts";

/** A request on the wire, and its conditions. */
export interface ExchangePlan {
  readonly target: HttpTarget;
  /** The path with its query. */
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly pin: string | undefined;
  readonly maxBytes: number;
  readonly change: boolean;
  /** Whether the server has answered an earlier request of this transport. */
  readonly answeredBefore: boolean;
  readonly onConnected?: (() => void) | undefined;
}

/** A whole answer, without its cookies. */
export interface WholeAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly location: string | undefined;
  /** The server's clock, as it writes it. */
  readonly date: string | undefined;
  /** Its body, decompressed; empty where it is an attachment. */
  readonly text: string;
  /** A part of a file that was asked for. */
  readonly attachment?: Attachment;
}

const utf8 = new TextDecoder();

/** A whole answer, and the cookies that the transport keeps. */
export interface ExchangeAnswer {
  readonly answer: WholeAnswer;
  readonly cookies: readonly string[];
}

/**
 * Sends a request once, or not at all. `again`: it may be tried once more, since nothing was written (an idle
 * connection was offered where a fresh one is due) or since an idle connection turned out to be dead under a read.
 * @param fresh refuses idle connections; such a try that fails is final
 */
export async function exchange(
  plan: ExchangePlan,
  fresh: boolean,
  pool: SocketPool,
  signal: AbortSignal,
): Promise<ExchangeAnswer | "again"> {
  const { target, path, method, headers, pin } = plan;
  const trust = pin === undefined ? "system" : "held";
  const agent = target.secure && !fresh ? pool.idleAgent() : undefined;
  throwIfEnded(signal);
  let heldRequest: HeldRequest;
  try {
    heldRequest = new HeldRequest({ target, path, method, headers, trust, agent }, signal);
  } catch (error) {
    throw new PanelError(networkFailure(error));
  }
  let sent: { readonly socket: Socket; readonly bytesRead: number } | undefined;
  pool.running.add(heldRequest);
  try {
    const socket = await heldRequest.ready();
    const claim = pin ?? target.hostname;
    const isVerified = verified.get(socket) === claim;
    const cannotBeVerified = !isVerified && isResumed(socket);
    const isRefused = fresh || cannotBeVerified;
    if (heldRequest.request.reusedSocket && isRefused) {
      heldRequest.destroy();
      return "again";
    }
    if (target.secure && !isVerified) {
      verify(socket, pin, target.hostname);
      verified.set(socket, claim);
    }
    throwIfEnded(signal);
    plan.onConnected?.();
    pool.own(socket);
    if (!plan.change) pool.keep(heldRequest.request);
    sent = { socket, bytesRead: socket.bytesRead };
    heldRequest.request.end(plan.body);
    const message = await heldRequest.answer();
    const body = await heldRequest.untilLost<Buffer>((resolve, reject) =>
      readBody(message, plan.maxBytes).then(resolve, reject),
    );
    const { statusCode: status = 0, headers: received } = message;
    if (!isStatus(status)) throw new PanelError({ kind: "network", code: "HPE_INVALID_STATUS" });
    const { location, date } = received;
    const isFile = status === 200 || status === 206;
    const isAttachment =
      headers["range"] !== undefined && isFile && /^attachment\b/i.test(received["content-disposition"] ?? "");
    const contentType = received["content-type"] ?? "";
    const contentRange = received["content-range"];
    const answer = {
      status,
      contentType,
      location,
      date,
      text: isAttachment ? "" : utf8.decode(body),
      ...(isAttachment && { attachment: attachmentOf(body, { status, contentType, contentRange }) }),
    };
    heldRequest.release();
    await pool.giveBack(heldRequest.request, socket, received["keep-alive"] !== undefined);
    return { answer, cookies: received["set-cookie"] ?? [] };
  } catch (error) {
    heldRequest.destroy();
    let cause = failureOf(error) ?? networkFailure(error);
    if (cause.kind === "network" && plan.answeredBefore) cause = { ...cause, answeredBefore: true };
    if (sent === undefined) throw new PanelError(cause);
    // the refusal of another call says nothing about this one
    if (plan.change && cause.kind === "refused")
      throw new PanelError({ kind: "uncertain", cause: { kind: "cancelled" } });
    if (plan.change) throw new PanelError({ kind: "uncertain", cause });
    const wasIdle = !fresh && heldRequest.request.reusedSocket;
    const isUnanswered = sent.socket.bytesRead === sent.bytesRead;
    const wasDead = wasIdle && isUnanswered && isReset(cause);
    if (wasDead) return "again";
    throw new PanelError(cause);
  } finally {
    pool.running.delete(heldRequest);
  }
}

/**
 * The pin or host name for which a socket's certificate was verified, since reading it takes a third of a
 * millisecond. A server of TLS 1.2 may show another certificate in a further handshake, but inside the channel of the
 * first, so it still is the one that has proven to hold the key.
 */
const verified = new WeakMap<Socket, string>();

/**
 * Whether somebody else's idle connection took up an earlier session: it shows no certificate that could be verified.
 */
function isResumed(socket: Socket): boolean {
  return socket instanceof TLSSocket && socket.isSessionReused();
}

function verify(socket: Socket, pin: string | undefined, hostname: string): void {
  // a proxy that refuses leaves a plain socket, which plays its own answer
  if (!(socket instanceof TLSSocket)) throw new PanelError({ kind: "network", code: "ERR_PROXY_TUNNEL" });
  if (pin === undefined) verifyTrust(socket, hostname);
  else verifyPin(socket, pin);
}

function isReset(failure: PanelFailure): boolean {
  return failure.kind === "network" && /^(ECONNRESET|ECONNABORTED|EPIPE)$/.test(failure.code);
}

/** Whether a status is final; those below 200 announce an answer. */
function isStatus(status: number): boolean {
  return status >= 200 && status <= 599;
}
