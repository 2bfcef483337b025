import { TLSSocket } from "node:tls";
import { certificateOf } from "./certificate.ts";
import { CookieJar } from "./cookieJar.ts";
import { Deadline } from "./deadline.ts";
import { exchange, type ExchangePlan, type WholeAnswer } from "./exchange.ts";
import { type CertificateFacts, PanelError } from "../answers/failure.ts";
import { HeldRequest } from "./heldRequest.ts";
import { SocketPool } from "./socketPool.ts";
import { httpTargetOf, type HttpTarget } from "./httpTarget.ts";

/** What `Fetch` needs to know of a call beyond what `fetch` takes; further properties are ignored. */
export interface ExchangeInit {
  readonly method: "GET" | "POST";
  /** A form; absent on GET. */
  readonly body?: URLSearchParams;
  /** `true`: a fresh connection and sent at most once; a loss after sending is `uncertain`. */
  readonly change: boolean;
  /** From the start until the whole body has arrived. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/**
 * Called like `fetch`, with path and query in place of a URL, so that ofetch's `createFetch({ fetch })` composes requests
 * over it; to make a `Response` and read it would be a tenth of a read's work. Redirects are answers. Throws `PanelError`
 * only.
 */
export type Fetch = (path: string, init: ExchangeInit) => Promise<WholeAnswer>;

/** Carries requests to one panel: pins its certificate, keeps its connections and its session cookie. */
export interface Transport {
  /** Sends to an origin, such as `https://192.0.2.1:8888`; throws a `PanelError` for what is none. */
  readonly fetchFrom: (origin: string) => Fetch;
  /** Ends running exchanges as cancelled, closes idle connections, forgets cookies; later calls are cancelled. */
  dispose(): void;
}

/** What `createTransport` is told about a panel. */
export interface TransportOptions {
  /** The SHA-256 fingerprint `AB:CD:…` accepted in place of the system's trust; read at each call. */
  readonly pin: () => string | undefined;
  /** For a body, declared or decompressed; 8 MiB unless told. */
  readonly maxBytes?: number;
}

/** Ten times what a panel sends for two hundred rows, or three thousand lines of a log with 2,800 bytes each. */
const defaultMaxBytes = 8 * 1024 * 1024;

/** Panels answer with other pages where it contains "bot", "spider" or "Mozilla" (docs/protocol.md 1.12, 1.13). */
export const userAgent = "ServerPanel-VSCode/0.1";

/** Makes the transport of one panel; who makes it disposes it. */
export function createTransport({ pin, maxBytes = defaultMaxBytes }: TransportOptions): Transport {
  const running = new Set<Deadline>();
  const pool = new SocketPool();
  const cookies = new CookieJar();
  const answered = new Set<string>();
  let disposed = false;

  function planOf(target: HttpTarget, path: string, init: ExchangeInit): ExchangePlan {
    const { method, change } = init;
    const body = init.body?.toString();
    const headers = requestHeaders(init, body);
    const cookie = cookies.headerFor(target.origin);
    if (cookie !== undefined) headers["cookie"] = cookie;
    const answeredBefore = answered.has(target.origin);
    return { target, path, method, headers, body, pin: pin(), maxBytes, change, answeredBefore };
  }

  async function fetch(target: HttpTarget, path: string, init: ExchangeInit): Promise<WholeAnswer> {
    if (disposed) throw new PanelError({ kind: "cancelled" });
    const plan = planOf(target, path, init);
    const deadline = new Deadline(init.signal, init.deadlineMs);
    running.add(deadline);
    try {
      let exchanged = await exchange(plan, init.change, pool, deadline);
      while (exchanged === "again") exchanged = await exchange(plan, true, pool, deadline);
      answered.add(target.origin);
      cookies.store(target.origin, exchanged.cookies);
      return exchanged.answer;
    } catch (error) {
      if (!isRefusedUnseen(error)) throw error;
      const certificate = await presentedBy(target, deadline);
      deadline.throwIfPassed();
      throw certificate === undefined ? error : new PanelError({ ...error.failure, certificate });
    } finally {
      running.delete(deadline);
      deadline.end();
    }
  }

  return {
    fetchFrom(origin) {
      const target = httpTargetOf(origin);
      return (path, init) => fetch(target, path, init);
    },
    dispose() {
      disposed = true;
      for (const deadline of running) deadline.cancel();
      pool.dispose();
      cookies.clear();
    },
  };
}

function requestHeaders(init: ExchangeInit, body: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { "user-agent": userAgent, accept: "application/json, */*;q=0.5" };
  if (body !== undefined) headers["content-type"] = "application/x-www-form-urlencoded";
  headers["accept-encoding"] = "gzip";
  headers["connection"] = init.change ? "close" : "keep-alive";
  if (init.method === "POST") headers["content-length"] = String(Buffer.byteLength(body ?? ""));
  return headers;
}

type RefusedUnseen = PanelError & { readonly failure: { readonly kind: "tls" } };

/** Whether Node itself refused a certificate, without telling which. */
function isRefusedUnseen(error: unknown): error is RefusedUnseen {
  if (!(error instanceof PanelError) || error.failure.kind !== "tls") return false;
  return error.failure.problem === "untrusted" && error.failure.certificate === undefined;
}

/** Node tells nothing of a certificate that it refuses, so a second connection asks for it, without a byte of HTTP. */
async function presentedBy(target: HttpTarget, deadline: Deadline): Promise<CertificateFacts | undefined> {
  const options = { target, path: "/", method: "GET", headers: { connection: "close" }, trust: "held" } as const;
  const held = new HeldRequest(options, deadline);
  try {
    const socket = await held.ready();
    return socket instanceof TLSSocket ? certificateOf(socket) : undefined;
  } catch {
    return undefined;
  } finally {
    held.destroy();
  }
}
