import { once } from "node:events";
import * as net from "node:net";
import * as tls from "node:tls";
import { type CertificateName, testCertificate } from "./certificates.ts";

/** A request as its bytes arrived; read here by hand, so that neither Node's client nor ours is compared with itself. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** One connection as the server saw it. */
export interface WireConnection {
  /** TCP; `resetAndDestroy()` resets. */
  readonly raw: net.Socket;
  /** What answers are written to: the TLS socket, or `raw`. */
  readonly socket: net.Socket;
  readonly requests: WireRequest[];
  /** Bytes of HTTP received: after decryption, before any parsing. */
  httpBytes: number;
  resumed: boolean;
}

/** What a server does at each point of an exchange. Only `request` has a default: it answers `{"status":true}`. */
export interface WireScript {
  /** TCP is there, TLS has not begun; returning `false` leaves it at that. */
  readonly accepted?: (raw: net.Socket) => boolean;
  readonly secured?: (connection: WireConnection) => void;
  /** The head of a request has arrived, its body perhaps not. */
  readonly head?: (connection: WireConnection) => void;
  readonly request?: (connection: WireConnection, request: WireRequest) => void;
}

/** How a `WireServer` is set up. */
export interface WireServerOptions extends WireScript {
  /** Absent: plain HTTP. */
  readonly certificate?: CertificateName;
  /** To take the place of a server that was closed. */
  readonly port?: number;
  readonly tls?: tls.SecureContextOptions;
}

/** A server that counts what reaches it. Whoever starts one closes it. */
export interface WireServer {
  readonly port: number;
  readonly url: string;
  readonly connections: readonly WireConnection[];
  readonly requests: () => readonly WireRequest[];
  readonly httpBytes: () => number;
  /** How many connections are open now. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a raw HTTP server on 127.0.0.2, an address that VS Code does not treat as its own machine. */
export async function startWireServer(options: WireServerOptions = {}): Promise<WireServer> {
  const host = "127.0.0.2";
  const sockets = new Set<net.Socket>();
  const connections: WireConnection[] = [];
  const secureContext = options.certificate === undefined ? undefined : contextOf(options.certificate, options.tls);

  function serve(raw: net.Socket, socket: net.Socket): void {
    const connection: WireConnection = { raw, socket, requests: [], httpBytes: 0, resumed: false };
    connections.push(connection);
    socket.on("error", () => undefined);
    if (socket instanceof tls.TLSSocket) {
      socket.once("secure", () => {
        connection.resumed = socket.isSessionReused();
        options.secured?.(connection);
      });
    }
    readRequests(connection, options);
  }

  const server = net.createServer((raw) => {
    sockets.add(raw);
    raw.on("error", () => undefined);
    raw.once("close", () => sockets.delete(raw));
    if (options.accepted?.(raw) === false) return;
    serve(raw, secureContext === undefined ? raw : new tls.TLSSocket(raw, { isServer: true, secureContext }));
  });
  server.listen(options.port ?? 0, host);
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    url: `${secureContext === undefined ? "http" : "https"}://${host}:${port}`,
    connections,
    requests: () => connections.flatMap((connection) => connection.requests),
    httpBytes: () => connections.reduce((sum, { httpBytes }) => sum + httpBytes, 0),
    open: () => sockets.size,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

/** An answer with its length. */
export function httpAnswer(body: string | Buffer, headers: readonly string[] = [], status = "200 OK"): Buffer {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, `Content-Length: ${bytes.length}`, ...headers, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** The answer of a panel on which it worked. */
export const worked = httpAnswer('{"status":true}', ["Content-Type: application/json"]);

function contextOf(name: CertificateName, options: tls.SecureContextOptions | undefined): tls.SecureContext {
  const { cert, key } = testCertificate(name);
  // OpenSSL itself refuses to serve md5 at its usual level; sessions are resumed only under a context of that name
  return tls.createSecureContext({
    cert,
    key,
    ciphers: "DEFAULT@SECLEVEL=0",
    sessionIdContext: "wireServer",
    ...options,
  });
}

function readRequests(connection: WireConnection, script: WireScript): void {
  let bytes = Buffer.alloc(0);
  let headSeen = false;
  connection.socket.on("data", (chunk: Buffer) => {
    connection.httpBytes += chunk.length;
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const headEnd = bytes.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      if (!headSeen) {
        headSeen = true;
        script.head?.(connection);
      }
      const [start = "", ...lines] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
      const [method = "", path = ""] = start.split(" ");
      const headers = new Map(
        lines.map((line) => [line.split(":", 1)[0]!.toLowerCase(), line.replace(/^[^:]*: ?/, "")]),
      );
      const end = headEnd + 4 + Number(headers.get("content-length") ?? 0);
      if (bytes.length < end) return;
      const request = { method, path, headers, body: bytes.subarray(headEnd + 4, end).toString("utf8") };
      bytes = bytes.subarray(end);
      headSeen = false;
      connection.requests.push(request);
      if (script.request === undefined) connection.socket.write(worked);
      else script.request(connection, request);
    }
  });
}
