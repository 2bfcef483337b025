import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createTransport } from "../../src/wire/http/transport.ts";

/**
 * Treatment of a request. `late`: answers 504 and passes it on a little later; `lost`: passes it on and closes the connection
 * without the answer; `cut`: closes the connection and passes nothing on; `login`: sends to the panel's login page; `yes`: says
 * that it was done, as panels do that have merely sent a command; a number: answers with a page of this status.
 */
export type Fate = "pass" | "late" | "lost" | "cut" | "login" | "yes" | number;

/** A proxy before a panel. Whoever starts one closes it. */
export interface Gateway {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** For each request to the panel. */
const DEADLINE_MS = 120_000;

/**
 * Starts a proxy that decides about each request by its path and form.
 * @param pin fingerprint of an untrusted certificate of the panel
 */
export async function startGateway(panel: string, fateOf: (request: string) => Fate, pin?: string): Promise<Gateway> {
  const late = new Set<NodeJS.Timeout>();
  const transport = createTransport({ pin: () => pin });
  const pass = transport.fetchFrom(panel);
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request);
      const { url = "/" } = request;
      const method = request.method === "POST" ? "POST" : "GET";
      // a file is read by GET, with the signature in the body
      const range = request.headers.range?.replace(/^bytes=/, "");
      const passOn = async () =>
        pass(url, {
          method,
          ...(body !== "" && { body }),
          range,
          change: true,
          signal: AbortSignal.timeout(DEADLINE_MS),
        });
      const fate = fateOf(`${url} ${body}`);
      if (fate === "late") late.add(setTimeout(() => void passOn().catch(() => undefined), 1_500));
      const status = fate === "late" ? 504 : fate;
      if (typeof status === "number") {
        response.writeHead(status, { "content-type": "text/html" }).end(`<html><h1>${status}</h1></html>`);
        return;
      }
      if (fate === "yes") {
        response.writeHead(200, { "content-type": "application/json" }).end('{"status": true, "msg": "ok"}');
        return;
      }
      if (fate === "login") {
        response.writeHead(302, { location: "/login" }).end();
        return;
      }
      const passed = fate === "cut" ? undefined : await passOn();
      if (passed === undefined || fate === "lost") response.destroy();
      else if (passed.attachment === undefined)
        response.writeHead(passed.status, { "content-type": passed.contentType }).end(passed.text);
      else {
        const { bytes, from, total } = passed.attachment;
        const part = `bytes ${from}-${from + bytes.length - 1}/${total}`;
        const headers = {
          "content-type": passed.contentType,
          "content-disposition": "attachment",
          "content-range": part,
        };
        response.writeHead(passed.status, headers).end(bytes);
      }
    };
    answer().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const timer of late) clearTimeout(timer);
      transport.dispose();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
