import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import { PanelError, type PanelFailure } from "../answers/failure.ts";
import type { Deadline } from "./deadline.ts";
import { networkFailure } from "./networkFailure.ts";
import type { HttpTarget } from "./httpTarget.ts";

/** What `HeldRequest` asks for. */
export interface HeldRequestOptions {
  readonly target: HttpTarget;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  /** `system`: Node refuses what the system does not trust. `held`: whoever holds the request verifies the socket. */
  readonly trust: "system" | "held";
  /** Only one that has an idle connection; absent, VS Code's settings or Node decide. */
  readonly agent?: http.Agent | undefined;
}

/**
 * A request of which no byte is written before `send`, so that the socket can be verified first. Each stage rejects
 * with a `PanelError` when the connection or the deadline ends it. Whoever makes one calls `release` or `destroy`.
 */
export class HeldRequest {
  readonly #request: http.ClientRequest;
  readonly #ready = Promise.withResolvers<Socket>();
  readonly #answer = Promise.withResolvers<http.IncomingMessage>();
  readonly #lost = Promise.withResolvers<never>();
  #socket: Socket | undefined;
  #answered = false;
  #destroyed = false;

  /** @param deadline listened to by this request alone, until another one is made */
  constructor(options: HeldRequestOptions, deadline: Deadline) {
    this.#lost.promise.catch(() => undefined);
    this.#request = open(options);
    this.#request.once("socket", this.#onSocket);
    this.#request.once("response", this.#onResponse);
    this.#request.on("error", (error) => this.#lose(networkFailure(error, this.#socket)));
    this.#request.once("close", () => this.#lose({ kind: "network", code: "ECONNRESET" }));
    deadline.listen(this.#lost.reject);
  }

  get request(): http.ClientRequest {
    return this.#request;
  }

  /** The socket, connected and, for https, after its handshake; it may have served other requests. */
  ready(): Promise<Socket> {
    return Promise.race([this.#ready.promise, this.#lost.promise]);
  }

  /** Writes the request; to be called once, after `ready` and all checks. */
  send(body: string | undefined): Promise<http.IncomingMessage> {
    this.#request.end(body);
    return Promise.race([this.#answer.promise, this.#lost.promise]);
  }

  /** `reading` of the answer, or the end of the deadline. */
  untilLost<T>(reading: Promise<T>): Promise<T> {
    return Promise.race([reading, this.#lost.promise]);
  }

  /** Lets go of a request whose answer was read to its end; its connection stays. */
  release(): void {
    this.#socket?.removeListener("connect", this.#onConnected);
    this.#socket?.removeListener("secureConnect", this.#onConnected);
  }

  /** Lets go and closes the connection, at once or, where it is still on its way, when it arrives. */
  destroy(): void {
    this.release();
    this.#destroyed = true;
    // a request destroyed before it has a socket would leave that socket in Node's pool, unverified
    if (this.#socket !== undefined) this.#request.destroy();
  }

  readonly #onSocket = (socket: Socket): void => {
    this.#socket = socket;
    if (this.#destroyed) {
      this.#request.destroy();
      return;
    }
    if (socket.connecting || isHandshaking(socket)) {
      socket.once(this.#request.protocol === "https:" ? "secureConnect" : "connect", this.#onConnected);
    } else {
      this.#onConnected();
    }
  };

  readonly #onConnected = (): void => {
    if (this.#socket !== undefined) this.#ready.resolve(this.#socket);
  };

  readonly #onResponse = (response: http.IncomingMessage): void => {
    this.#answered = true;
    this.#answer.resolve(response);
  };

  /** Once the answer has begun, reading it tells of a loss. */
  #lose(failure: PanelFailure): void {
    if (!this.#answered) this.#lost.reject(new PanelError(failure));
  }
}

/**
 * Called through the module objects, which VS Code patches for its proxy and certificate settings. A URL is not given:
 * Node puts it into errors.
 */
function open({ target, path, method, headers, trust, agent }: HeldRequestOptions): http.ClientRequest {
  const { hostname, port } = target;
  // the protocol is part of how VS Code's agents find an idle connection
  const base = { protocol: target.secure ? "https:" : "http:", hostname, port, path, method, headers, agent };
  if (!target.secure) return http.request(base);
  // without a session nothing is resumed: a resumed connection shows no certificate, and Node does not compare its name
  const secure = { ...base, session: undefined };
  return https.request(trust === "system" ? secure : { ...secure, rejectUnauthorized: false });
}

/** Before the end of the handshake a certificate may be there already, but no proof that the other side has its key. */
function isHandshaking(socket: Socket & { readonly secureConnecting?: boolean }): boolean {
  return socket.secureConnecting === true;
}
