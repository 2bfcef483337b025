import { once } from "node:events";
import * as http from "node:http";
import * as net from "node:net";

/** A forward proxy for https: it counts its tunnels and sees nothing of what goes through them. */
export interface ConnectProxy {
  readonly port: number;
  readonly url: string;
  readonly tunnels: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Starts a proxy on 127.0.0.1. @param status another than 200 refuses every tunnel @param to where all tunnels lead,
 * whatever name they are for
 */
export async function startConnectProxy(status = 200, to?: string): Promise<ConnectProxy> {
  const sockets = new Set<net.Socket>();
  let tunnels = 0;
  const keep = (socket: net.Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  };
  const server = http.createServer((_, response) => response.writeHead(501).end());
  server.on("connection", keep);
  server.on("connect", (request: http.IncomingMessage, client: net.Socket) => {
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    tunnels++;
    const [host = "", port = ""] = (request.url ?? "").split(":");
    const upstream = net.connect(Number(port), to ?? host, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    keep(upstream);
    upstream.once("close", () => client.destroy());
    client.once("close", () => upstream.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    tunnels: () => tunnels,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
