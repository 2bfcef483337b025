/** The other side of the reads that are measured, in a thread of its own: answers each request after a while. */
import * as http from "node:http";
import * as https from "node:https";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { testCertificate } from "../wire/certificates.ts";

/** What the thread is started with. */
export interface SlowServerOptions {
  readonly isSecure: boolean;
  readonly delayMs: number;
  readonly answer: string;
}

const { isSecure, delayMs, answer } = workerData as SlowServerOptions;
const respond: http.RequestListener = (request, response) => {
  request.resume().on("end", () => {
    setTimeout(() => {
      response.setHeader("Content-Type", "application/json");
      response.setHeader("Content-Length", Buffer.byteLength(answer));
      response.end(answer);
    }, delayMs);
  });
};
const server = isSecure ? https.createServer(testCertificate("panel"), respond) : http.createServer(respond);
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port));
