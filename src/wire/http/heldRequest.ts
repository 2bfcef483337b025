import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import { endedBy, PanelError, type PanelFailure } from "../answers/failure.ts";
import { networkFailure } from "./networkFailure.ts";
import type { HttpTarget } from "./httpTarget.ts";

/** The head of a request, and options of its connection. */
export interface HeldRequestOptions {
  readonly target: HttpTarget;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  /** `system`: Node refuses what the system does not trust. `held`: whoever holds the request verifies the socket. */
  readonly trust: "system" | "held";
  /** An agent with an idle connection; if absent, VS Code's settings or Node decide. */
  readonly agent?: http.Agent | undefined;
}

/**
 * A request of which no byte is written before `request.end`, so that the socket can be verified first. Each stage
 * rejects with a `PanelError` when the connection or the signal ends it. The caller calls `release` or `destroy`.
 */
export class HeldRequest {
  readonly request: http.ClientRequest;
  readonly #signal: AbortSignal;
  #socket: Socket | undefined;
  #response: http.IncomingMessage | undefined;
  #failure: PanelError | undefined;
  /** Ends the present stage. */
  #reject: ((failure: PanelError) => void) | undefined;
  #onReady: ((socket: Socket) => void) | undefined;
  #onAnswer: ((response: http.IncomingMessage) => void) | undefined;
  #destroyed = false;

  constructor(options: HeldRequestOptions, signal: AbortSignal) {
    this.#signal = signal;
    this.request = open(options);
    this.request.once("socket", this.#onSocket);
    this.request.once("response", (response) => {
      this.#response = response;
      this.#onAnswer?.(response);
    });
    this.request.on("error", (error) => this.#lose(networkFailure(error, this.#socket)));
    this.request.once("close", () => this.#lose({ kind: "network", code: "ECONNRESET" }));
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** The socket, connected and, for https, after its handshake; it may have served other requests. */
  async ready(): Promise<Socket> {
    return this.untilLost((resolve) => {
      this.#onReady = resolve;
      if (this.#socket !== undefined && !isConnecting(this.#socket)) resolve(this.#socket);
    });
  }

  /** Waits for the answer once the request is written. */
  async answer(): Promise<http.IncomingMessage> {
    return this.untilLost((resolve) => {
      this.#onAnswer = resolve;
      if (this.#response !== undefined) resolve(this.#response);
    });
  }

  /** Runs one stage until it is over or the request is lost. */
  async untilLost<T>(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      if (this.#failure === undefined) start(resolve, reject);
      else reject(this.#failure);
    });
  }

  /** Ends the request, whatever its stage. */
  end(failure: PanelError): void {
    this.#failure ??= failure;
    this.#reject?.(this.#failure);
  }

  /** Releases a request whose answer was read to its end; its connection stays open. */
  release(): void {
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#socket?.removeListener("connect", this.#onConnected);
    this.#socket?.removeListener("secureConnect", this.#onConnected);
  }

  /** Releases the request and closes its connection, at once or when it is established. */
  destroy(): void {
    this.release();
    this.#destroyed = true;
    // a request destroyed before it has a socket would leave that socket in Node's pool, unverified
    if (this.#socket !== undefined) this.request.destroy();
  }

  readonly #onAbort = (): void => this.end(endedBy(this.#signal));

  readonly #onSocket = (socket: Socket): void => {
    this.#socket = socket;
    if (this.#destroyed) this.request.destroy();
    else if (!isConnecting(socket)) this.#onConnected();
    else if (this.request.protocol === "https:") socket.once("secureConnect", this.#onConnected);
    else socket.once("connect", this.#onConnected);
  };

  readonly #onConnected = (): void => {
    if (this.#socket !== undefined) this.#onReady?.(this.#socket);
  };

  /** Once the answer has begun, reading it shows a loss. */
  #lose(failure: PanelFailure): void {
    if (this.#response === undefined) this.end(new PanelError(failure));
  }
}

/**
 * Opens a request through the module objects, which VS Code patches for its proxy and certificate settings. It gets
 * no URL, since Node puts URLs into errors.
 */
function open({ target, path, method, headers, trust, agent }: HeldRequestOptions): http.ClientRequest {
  const { hostname, port } = target;
  // the protocol is part of how VS Code's agents find an idle connection
  const base = { protocol: target.secure ? "https:" : "http:", hostname, port, path, method, headers, agent };
  if (!target.secure) return http.request(base);
  // without a session nothing is resumed: a resumed connection shows no certificate, and Node does not compare its name
  const secure = { ...base, session: undefined };
  if (trust === "system") return https.request(secure);
  return https.request({ ...secure, rejectUnauthorized: false });
}

/**
 * Whether the handshake has not ended: a certificate may be present already, but no proof that the server holds its
 * key.
 */
function isConnecting(socket: Socket & { readonly secureConnecting?: boolean }): boolean {
  return socket.connecting || socket.secureConnecting === true;
}
