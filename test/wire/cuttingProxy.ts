import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A proxy of bytes before a server. Whoever starts one closes it. */
export interface CuttingProxy {
  readonly port: number;
  /** Cuts all connections once as soon as this many more bytes were sent to the server. */
  cutAfter(bytes: number): void;
  /** Cuts all connections once in place of the next bytes of the server: it has done what it was asked, and nobody hears of it. */
  cutAnswer(): void;
  /** Whether the cut that was asked for has happened. */
  readonly hasCut: boolean;
  /** Bytes that were sent to the server so far. */
  readonly sent: number;
  readonly close: () => Promise<void>;
}

/** Starts a proxy to a port of this computer. */
export async function startCuttingProxy(to: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let left = Infinity;
  let keepsAnswer = false;
  let sent = 0;
  const cut = () => {
    left = Infinity;
    keepsAnswer = false;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((client) => {
    const upstream = connect(to, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.on("data", (bytes) => {
      const passed = bytes.subarray(0, left);
      left -= passed.length;
      sent += passed.length;
      if (!upstream.write(passed)) {
        client.pause();
        upstream.once("drain", () => client.resume());
      }
      if (left <= 0) cut();
    });
    upstream.on("data", (bytes) => {
      if (keepsAnswer) return cut();
      if (!client.write(bytes)) {
        upstream.pause();
        client.once("drain", () => upstream.resume());
      }
    });
    upstream.on("end", () => client.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter: (bytes) => void (left = bytes),
    cutAnswer: () => void (keepsAnswer = true),
    get hasCut() {
      return left === Infinity && !keepsAnswer;
    },
    get sent() {
      return sent;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
