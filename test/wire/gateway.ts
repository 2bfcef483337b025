import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A proxy before a panel. Whoever starts one closes it. */
export interface Gateway {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Starts a proxy that passes everything on, but answers 504 where it gives up; the panel gets that a little later. */
export async function startGateway(panel: string, givesUpOn: (body: string) => boolean): Promise<Gateway> {
  const late = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    const passOn = async (body: string) => {
      const type = request.headers["content-type"];
      return fetch(new URL(request.url ?? "/", panel), {
        method: request.method ?? "GET",
        ...(type === undefined ? {} : { headers: { "content-type": type } }),
        ...(request.method === "POST" ? { body } : {}),
      });
    };
    const answer = async () => {
      const body = await text(request);
      if (givesUpOn(body)) {
        late.add(setTimeout(() => void passOn(body).catch(() => undefined), 1_500));
        response.writeHead(504, { "content-type": "text/html" }).end("<html><h1>504 Gateway Time-out</h1></html>");
        return;
      }
      const passed = await passOn(body);
      const type = passed.headers.get("content-type") ?? "";
      response.writeHead(passed.status, { "content-type": type }).end(await passed.text());
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const timer of late) clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
