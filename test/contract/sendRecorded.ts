import * as http from "node:http";
import type { Transcript } from "./transcript.ts";

/** A whole answer of the demo panel. */
export interface SeenAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request exactly as it was recorded; bytes that the recording leaves out are zeros. */
export function sendRecorded(address: string, { request }: Transcript): Promise<SeenAnswer> {
  const query = new URLSearchParams(request.query).toString();
  const path = query === "" ? request.path : `${request.path}${request.path.includes("?") ? "&" : "?"}${query}`;
  const body = request.body?.replace(/\[(\d+) bytes left out\]/, (_, count: string) => "\0".repeat(Number(count)));
  const headers = {
    ...(request.body !== null && {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body ?? ""),
    }),
    ...lowerCase(request.headers),
  };
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const outgoing = http.request({ hostname, port, method: request.method, path, headers, agent: false });
    outgoing.once("error", reject);
    outgoing.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    outgoing.end(body);
  });
}

function lowerCase(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
