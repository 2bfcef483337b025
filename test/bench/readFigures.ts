import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { LockoutGuard } from "../../src/connection/lockoutGuard.ts";
import { PanelConnection } from "../../src/connection/panelConnection.ts";
import { newPanelRecord } from "../../src/panels/panelRecord.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { createTransport } from "../../src/wire/http/transport.ts";
import { TestLog } from "../fakes/storageFixture.ts";
import { testCertificate } from "../wire/certificates.ts";
import { median, type Figure } from "./figure.ts";
import type { SlowServerOptions } from "./slowServer.ts";

const DELAY_MS = 20;
const PAUSE_MS = 5;
const ROUNDS = 7;
const READS = 60;
const KEY = "PaneLLabKey0123456789abcdefABCDE";
const ANSWER =
  '{"memTotal":7822,"memRealUsed":2560,"cpuNum":4,"cpuRealUsed":7.5,"system":"Debian 12","version":"11.7.0"}';
const NEVER = new AbortController().signal;

/** The measurements of one way to read. */
interface Loop {
  /** Wall time of each read, in milliseconds. */
  readonly elapsed: number[];
  /** CPU time of this thread for one read, in milliseconds; one entry a round. */
  readonly worked: number[];
}

/** Compares a signed read of a panel that answers in 20 ms with a loop that only sends and parses. @param root for files */
export async function readFigures(root: string): Promise<readonly Figure[]> {
  return [...(await compare("http", root)), ...(await compare("https", root))];
}

async function compare(protocol: "http" | "https", root: string): Promise<readonly Figure[]> {
  const options: SlowServerOptions = { isSecure: protocol === "https", delayMs: DELAY_MS, answer: ANSWER };
  const server = new Worker(new URL("slowServer.ts", import.meta.url), { workerData: options });
  const [port] = (await once(server, "message")) as [number];
  const address = `${protocol}://127.0.0.1:${port}`;
  const id = `bench-${protocol}`;
  const pin = testCertificate("panel").fingerprint256;
  const connection = new PanelConnection(newPanelRecord({ id, name: id, address, keyRef: "key", pin }), {
    guard: new LockoutGuard({ root, clock: systemClock, log: new TestLog() }),
    clock: systemClock,
    createTransport,
    apiKey: async () => KEY,
    onCall: () => undefined,
  });
  const agent = new (protocol === "https" ? https : http).Agent({ keepAlive: true });
  const signed = async () => connection.callFor(NEVER)("system.total", {});
  const bare = async () => bareRead(`${address}/system?action=GetSystemTotal`, agent);
  const ours: Loop = { elapsed: [], worked: [] };
  const theirs: Loop = { elapsed: [], worked: [] };
  try {
    const warmUp: Loop = { elapsed: [], worked: [] };
    for (const read of [signed, bare]) await runLoop(warmUp, read);
    for (let round = 0; round < ROUNDS; round++) {
      await runLoop(theirs, bare);
      await runLoop(ours, signed);
    }
  } finally {
    connection.dispose();
    agent.destroy();
    await server.terminate();
  }
  const more = ours.worked.map((ms, round) => ms - (theirs.worked[round] ?? Number.NaN));
  return [
    {
      name: `signed read at ${DELAY_MS} ms against bare node:${protocol}`,
      value: quick(ours.elapsed) / quick(theirs.elapsed),
      limit: 1.02,
      unit: "×",
    },
    { name: `its CPU beyond that of node:${protocol}`, value: median(more), limit: 0.3, unit: "ms" },
  ];
}

/** The tenth percentile: other work of the machine only makes reads slower. */
function quick(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
}

async function runLoop({ elapsed, worked }: Loop, read: () => Promise<unknown>): Promise<void> {
  const before = usedMs();
  for (let count = 0; count < READS; count++) {
    // a request without a pause would find the other side still awake, and seem cheaper
    await sleep(PAUSE_MS);
    const at = performance.now();
    await read();
    elapsed.push(performance.now() - at);
  }
  worked.push((usedMs() - before) / READS);
}

/** Sends the same form and parses the same answer with Node's own client. */
async function bareRead(url: string, agent: http.Agent | https.Agent): Promise<unknown> {
  const body = "request_time=1700000000&request_token=615a4f4eacc9786689a56061ec8aae13";
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": body.length };
  const request = url.startsWith("https:")
    ? https.request(url, { method: "POST", agent, headers, rejectUnauthorized: false })
    : http.request(url, { method: "POST", agent, headers });
  request.end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
