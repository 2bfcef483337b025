import { createRequire, syncBuiltinESMExports } from "node:module";
import type * as httpsModule from "node:https";
import * as net from "node:net";
import type { Duplex } from "node:stream";
import * as tls from "node:tls";

const https: typeof httpsModule = createRequire(import.meta.url)("node:https");

/**
 * Patches `https.request` in place as VS Code does for its setting `http.proxy`: every request that names no agent gets
 * one of its own, without keep-alive, which goes through the proxy. Returns what takes the patch away.
 */
export function patchHttps(proxyPort: number): () => void {
  const original = https.request;
  const patched = ({ agent, ...options }: httpsModule.RequestOptions): ReturnType<typeof original> =>
    original({ ...options, agent: agent === undefined ? new TunnelAgent(proxyPort) : agent });
  https.request = patched as typeof original;
  syncBuiltinESMExports();
  return () => {
    https.request = original;
    syncBuiltinESMExports();
  };
}

type OnConnection = (error: Error | null, socket: Duplex) => void;

class TunnelAgent extends https.Agent {
  readonly #proxyPort: number;

  constructor(proxyPort: number) {
    super({ keepAlive: false });
    this.#proxyPort = proxyPort;
  }

  override createConnection(options: httpsModule.RequestOptions, done: OnConnection = () => undefined): undefined {
    const socket = net.connect(this.#proxyPort, "127.0.0.1");
    // as VS Code's does
    socket.on("error", () => done(new Error(`Failed to connect to proxies: ["PROXY ${this.#proxyPort}"]`), socket));
    socket.write(`CONNECT ${options.host}:${options.port} HTTP/1.1\r\nHost: ${options.host}:${options.port}\r\n\r\n`);
    socket.once("data", (answer) => {
      if (!answer.toString("latin1").startsWith("HTTP/1.1 200")) {
        socket.destroy();
        // as https-proxy-agent does, so that the refusal can be read as an answer
        done(null, new net.Socket());
        return;
      }
      const { rejectUnauthorized, servername } = options;
      done(
        null,
        tls.connect({
          socket,
          ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
          ...(servername === undefined ? {} : { servername }),
        }),
      );
    });
    return undefined;
  }
}
