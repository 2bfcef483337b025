import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A website on this computer that answers with a status at a time, and with the last one from then on. */
export class AnsweringServer {
  readonly address: string;
  readonly #server: Server;
  #statuses: readonly number[];
  /** How often it was asked. */
  asked = 0;
  /** What happens when it is asked. */
  onAsked: () => void = () => undefined;

  private constructor(server: Server, statuses: readonly number[]) {
    this.#server = server;
    this.#statuses = statuses;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    server.on("request", (_request, response) => {
      this.asked += 1;
      this.onAsked();
      const [status = 200, ...others] = this.#statuses;
      if (others.length > 0) this.#statuses = others;
      response.writeHead(status).end();
    });
  }

  static async start(...statuses: readonly number[]): Promise<AnsweringServer> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    return new AnsweringServer(server, statuses);
  }

  /** Answers with these from now on. */
  answer(...statuses: readonly number[]): void {
    this.#statuses = statuses;
  }

  stop(): void {
    this.#server.close();
  }
}
