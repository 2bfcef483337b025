import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import * as https from "node:https";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport, type Transport } from "../../../../src/wire/http/transport.ts";
import { call, failureOfCall, until } from "../../../wire/callTransport.ts";
import { testCertificate } from "../../../wire/certificates.ts";
import { failingScript, stages } from "../../../wire/faults.ts";
import {
  httpAnswer,
  startWireServer,
  type WireServer,
  type WireServerOptions,
  worked,
} from "../../../wire/wireServer.ts";

describe("transport: connections and their end", () => {
  const pin = (): string => testCertificate("panel").fingerprint256;
  const servers: WireServer[] = [];
  const start = async (options: WireServerOptions = {}): Promise<WireServer> => {
    const server = await startWireServer({ certificate: "panel", ...options });
    servers.push(server);
    return server;
  };
  const idleSockets = ({ port }: WireServer): Socket[] =>
    Object.entries(https.globalAgent.freeSockets)
      .filter(([name]) => name.includes(`:${port}:`))
      .flatMap(([, sockets]) => sockets ?? [])
      .filter((socket) => !socket.destroyed);
  let transport: Transport;

  beforeEach(() => (transport = createTransport({ pin })));
  afterEach(async () => {
    transport.dispose();
    for (const server of servers.splice(0)) await server.close();
  });

  it("keeps an idle connection for 45 s, or for as long as the server promises", async () => {
    const lasting = await start();
    await call(transport, lasting.url);
    assert.deepEqual(
      idleSockets(lasting).map(({ timeout }) => timeout),
      [45_000],
    );
    const short = await start({
      request: ({ socket }) => socket.write(httpAnswer("{}", ["Connection: keep-alive", "Keep-Alive: timeout=4"])),
    });
    await call(transport, short.url);
    const [socket] = idleSockets(short);
    assert.ok(socket?.timeout !== undefined && socket.timeout < 5000);
  });

  it("notes in a failure whether there was an answer before, also for a lost change", async () => {
    const server = await start({
      request: ({ raw, socket }, { path }) => void (path === "/lost" ? raw.resetAndDestroy() : socket.write(worked)),
    });
    const lost = (change: boolean) => failureOfCall(call(transport, `${server.url}/lost`, { change }));
    const cause = { kind: "network", code: "ECONNRESET" } as const;
    assert.deepEqual(await lost(false), cause);
    assert.deepEqual(await lost(true), { kind: "uncertain", cause });
    await call(transport, server.url);
    assert.deepEqual(await lost(false), { ...cause, answeredBefore: true });
    assert.deepEqual(await lost(true), { kind: "uncertain", cause: { ...cause, answeredBefore: true } });
  });

  describe("a read on an idle connection that is dead", () => {
    it("is sent once more, on a fresh one", async () => {
      const server = await start({
        request: ({ raw, socket, requests }) =>
          void (requests.length > 1 ? raw.resetAndDestroy() : socket.write(worked)),
      });
      await Promise.all([1, 2, 3].map(() => call(transport, server.url)));
      const idle = server.connections.length;
      assert.equal((await call(transport, `${server.url}/again`)).status, 200);
      assert.equal(server.requests().filter(({ path }) => path === "/again").length, 2);
      assert.equal(server.connections.length, idle + 1);
    });

    it("fails when the fresh one is reset too", async () => {
      let resets = 0;
      const server = await start({
        request: ({ raw, socket }, { path }) => {
          if (path === "/again") raw.resetAndDestroy();
          else socket.write(worked);
          if (path === "/again") resets++;
        },
      });
      await call(transport, server.url);
      const failure = await failureOfCall(call(transport, `${server.url}/again`));
      assert.deepEqual(failure, { kind: "network", code: "ECONNRESET", answeredBefore: true });
      await sleep(50);
      assert.equal(resets, 2);
    });

    it("is not sent again once a byte of the answer was there", async () => {
      const server = await start({
        request({ raw, socket }, { path }) {
          if (path === "/again") socket.write("HTTP/1.1 2", () => setTimeout(() => raw.resetAndDestroy(), 20));
          else socket.write(worked);
        },
      });
      await call(transport, server.url);
      assert.equal((await failureOfCall(call(transport, `${server.url}/again`))).kind, "network");
      await sleep(50);
      assert.equal(server.requests().length, 2);
    });
  });

  it("does not send a read again that a fresh connection lost", async () => {
    const server = await start(failingScript("body", "reset"));
    assert.equal((await failureOfCall(call(transport, server.url))).kind, "network");
    await sleep(50);
    assert.equal(server.connections.length, 1);
  });

  it("cancels a read at every stage", async () => {
    for (const stage of stages) {
      const controller = new AbortController();
      const server = await start(failingScript(stage, "stall", () => controller.abort()));
      const failure = await failureOfCall(call(transport, server.url, { signal: controller.signal }));
      assert.deepEqual(failure, { kind: "cancelled" }, stage);
      assert.equal(getEventListeners(controller.signal, "abort").length, 0);
      await until(() => server.open() === 0, `${stage}: the connection is closed`);
    }
  });

  it("sends nothing when it is cancelled before its connection is there", async () => {
    const server = await start();
    assert.deepEqual(await failureOfCall(call(transport, server.url, { signal: AbortSignal.abort() })), {
      kind: "cancelled",
    });
    const controller = new AbortController();
    const calling = failureOfCall(call(transport, server.url, { signal: controller.signal, change: true }));
    controller.abort();
    assert.deepEqual(await calling, { kind: "cancelled" });
    await sleep(50);
    assert.equal(server.httpBytes(), 0);
    assert.equal(idleSockets(server).length, 0);
    await until(() => server.open() === 0, "the connection is closed");
  });

  for (const cause of ["cancelled", "timeout"] as const)
    it(`ends the look at a certificate that Node refuses: ${cause}`, async () => {
      const controller = new AbortController();
      let connections = 0;
      const stall = failingScript("accepted", "stall", () => {
        if (cause === "cancelled") controller.abort();
      });
      const server = await start({ accepted: (raw) => ++connections === 1 || stall.accepted?.(raw) === true });
      const unpinned = createTransport({ pin: () => undefined });
      const deadlineMs = cause === "timeout" ? 2_000 : 60_000;
      const failure = await failureOfCall(call(unpinned, server.url, { signal: controller.signal, deadlineMs }));
      assert.deepEqual(failure, cause === "timeout" ? { kind: cause, afterMs: deadlineMs } : { kind: cause });
      assert.equal(connections, 2);
      await until(() => server.open() === 0, "the connection is closed");
      unpinned.dispose();
    });

  it("cancels pending calls when it is disposed, and every later call", async () => {
    const server = await start({ request: () => undefined });
    const reading = failureOfCall(call(transport, server.url));
    const changing = failureOfCall(call(transport, server.url, { change: true }));
    await until(() => server.requests().length === 2, "both requests have arrived");
    transport.dispose();
    assert.deepEqual(await reading, { kind: "cancelled" });
    assert.deepEqual(await changing, { kind: "uncertain", cause: { kind: "cancelled" } });
    assert.deepEqual(await failureOfCall(call(transport, server.url)), { kind: "cancelled" });
    await until(() => server.open() === 0, "the connections are closed");
    assert.equal(server.requests().length, 2);
  });

  it("leaves nothing behind: idle connections, timers, listeners", async () => {
    const server = await start();
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    await Promise.all([1, 2, 3].map(() => call(transport, server.url)));
    assert.equal(server.open(), server.connections.length);
    transport.dispose();
    assert.equal(idleSockets(server).length, 0);
    await until(() => server.open() === 0, "the connections are closed");
    assert.ok(timers() <= before);
  });

  it("leaves alone a connection that another transport has taken over", async () => {
    const server = await start();
    const other = createTransport({ pin });
    try {
      await call(transport, server.url);
      await call(other, server.url);
      transport.dispose();
      await call(other, server.url);
      assert.equal(server.connections.length, 1);
    } finally {
      other.dispose();
    }
    await until(() => server.open() === 0, "the connection is closed");
  });

  it("adds no listener per call", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    const server = await start();
    const { signal } = new AbortController();
    const counts = (): Record<string, number> => {
      const [socket] = idleSockets(server);
      assert.ok(socket);
      return Object.fromEntries(socket.eventNames().map((name) => [String(name), socket.listenerCount(name)]));
    };
    try {
      await call(transport, server.url, { signal });
      const first = counts();
      for (let round = 0; round < 50; round++) await call(transport, server.url, { signal });
      assert.deepEqual(counts(), first);
      assert.equal(server.connections.length, 1);
      assert.equal(getEventListeners(signal, "abort").length, 0);
      await Promise.all(Array.from({ length: 50 }, () => call(transport, server.url, { signal })));
      assert.equal(getEventListeners(signal, "abort").length, 0);
      await sleep(0);
      assert.deepEqual(warnings, []);
    } finally {
      process.off("warning", onWarning);
    }
  });
});
