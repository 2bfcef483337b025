import { TLSSocket } from "node:tls";
import { certificateOf } from "./certificate.ts";
import { CookieJar } from "./cookieJar.ts";
import { exchange, type ExchangePlan, type WholeAnswer } from "./exchange.ts";
import { type CertificateFacts, PanelError, throwIfEnded } from "../answers/failure.ts";
import { HeldRequest } from "./heldRequest.ts";
import { SocketPool } from "./socketPool.ts";
import { httpTargetOf, type HttpTarget } from "./httpTarget.ts";

/** Options of a request besides its path. */
export interface ExchangeInit {
  readonly method: "GET" | "POST";
  readonly body?: string | Uint8Array;
  /** Of the body; an encoded form unless given. */
  readonly contentType?: string;
  /** The bytes of a file that are asked for, as `0-99`. */
  readonly range?: string | undefined;
  /** `true`: a fresh connection and sent at most once; a loss after sending is `uncertain`. */
  readonly change: boolean;
  /** Ends the exchange, its body included, with its reason where that is a `PanelError`, else as cancelled. */
  readonly signal: AbortSignal;
  /** Called before the first byte is written, once the connection stands and its certificate is verified. */
  readonly onConnected?: (() => void) | undefined;
}

/** Sends one request to a path with its query. Redirects are answers. Throws `PanelError` only. */
export type Fetch = (path: string, init: ExchangeInit) => Promise<WholeAnswer>;

/** Carries requests to one panel: pins its certificate, keeps its connections and its session cookie. */
export interface Transport {
  /** Sends to an origin, such as `https://192.0.2.1:8888`; throws a `PanelError` for anything else. */
  readonly fetchFrom: (origin: string) => Fetch;
  /** Ends running exchanges as cancelled, closes idle connections, forgets cookies; later calls are cancelled. */
  dispose(): void;
}

/** Options of a transport. */
export interface TransportOptions {
  /** The SHA-256 fingerprint `AB:CD:…` accepted in place of the system's trust; read at each call. */
  readonly pin: () => string | undefined;
  /** Largest body, declared or decompressed; 8 MiB by default. */
  readonly maxBytes?: number;
}

/** Ten times what a panel sends for two hundred rows, or three thousand lines of a log with 2,800 bytes each. */
const defaultMaxBytes = 8 * 1024 * 1024;

/**
 * The user agent. Panels answer with other pages if it contains "bot", "spider" or "Mozilla" (docs/protocol.md 1.12,
 * 1.13).
 */
export const userAgent = "ServerPanel-VSCode/0.1";

/** Creates the transport of a panel; the caller disposes it. */
export function createTransport({ pin, maxBytes = defaultMaxBytes }: TransportOptions): Transport {
  const pool = new SocketPool();
  const cookies = new CookieJar();
  const answered = new Set<string>();
  let disposed = false;

  function planOf(target: HttpTarget, path: string, init: ExchangeInit): ExchangePlan {
    const { method, body, change, onConnected } = init;
    const headers = requestHeaders(init);
    const cookie = cookies.headerFor(target.origin);
    if (cookie !== undefined) headers["cookie"] = cookie;
    const answeredBefore = answered.has(target.origin);
    return { target, path, method, headers, body, pin: pin(), maxBytes, change, answeredBefore, onConnected };
  }

  async function fetch(target: HttpTarget, path: string, init: ExchangeInit): Promise<WholeAnswer> {
    if (disposed) throw new PanelError({ kind: "cancelled" });
    const plan = planOf(target, path, init);
    try {
      let exchanged = await exchange(plan, init.change, pool, init.signal);
      while (exchanged === "again") exchanged = await exchange(plan, true, pool, init.signal);
      answered.add(target.origin);
      cookies.store(target.origin, exchanged.cookies);
      return exchanged.answer;
    } catch (error) {
      if (!isRefusedUnseen(error)) throw error;
      const certificate = await presentedBy(target, pool, init.signal);
      throwIfEnded(init.signal);
      if (certificate === undefined) throw error;
      throw new PanelError({ ...error.failure, certificate });
    }
  }

  return {
    fetchFrom(origin) {
      const target = httpTargetOf(origin);
      return (path, init) => fetch(target, path, init);
    },
    dispose() {
      disposed = true;
      pool.dispose();
      cookies.clear();
    },
  };
}

function requestHeaders({ method, body, contentType, range, change }: ExchangeInit): Record<string, string> {
  const headers: Record<string, string> = { "user-agent": userAgent, accept: "application/json, */*;q=0.5" };
  if (body !== undefined) headers["content-type"] = contentType ?? "application/x-www-form-urlencoded";
  headers["accept-encoding"] = range === undefined ? "gzip" : "identity";
  if (range !== undefined) headers["range"] = `bytes=${range}`;
  headers["connection"] = change ? "close" : "keep-alive";
  if (method === "POST" || body !== undefined) headers["content-length"] = String(Buffer.byteLength(body ?? ""));
  return headers;
}

type RefusedUnseen = PanelError & { readonly failure: { readonly kind: "tls" } };

/** Whether Node itself refused a certificate, without naming it. */
function isRefusedUnseen(error: unknown): error is RefusedUnseen {
  if (!(error instanceof PanelError) || error.failure.kind !== "tls") return false;
  return error.failure.problem === "untrusted" && error.failure.certificate === undefined;
}

/**
 * Reads the certificate that Node has refused over a second connection, without a byte of HTTP: Node does not name
 * it.
 */
async function presentedBy(
  target: HttpTarget,
  pool: SocketPool,
  signal: AbortSignal,
): Promise<CertificateFacts | undefined> {
  const options = { target, path: "/", method: "GET", headers: { connection: "close" }, trust: "held" } as const;
  throwIfEnded(signal);
  const heldRequest = new HeldRequest(options, signal);
  pool.running.add(heldRequest);
  try {
    const socket = await heldRequest.ready();
    if (socket instanceof TLSSocket) return certificateOf(socket);
    return undefined;
  } catch {
    return undefined;
  } finally {
    pool.running.delete(heldRequest);
    heldRequest.destroy();
  }
}
