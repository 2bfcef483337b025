import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { PanelFailure } from "../../../../src/wire/answers/failure.ts";
import { createTransport, type Transport } from "../../../../src/wire/http/transport.ts";
import { call, failureOfCall, until } from "../../../wire/callTransport.ts";
import { testCertificate } from "../../../wire/certificates.ts";
import { type Fault, failingScript, type Stage, stages } from "../../../wire/faults.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "../../../wire/wireServer.ts";

describe("transport: a change is sent at most once", () => {
  const servers: WireServer[] = [];
  const start = async (options: WireServerOptions): Promise<WireServer> => {
    const server = await startWireServer(options);
    servers.push(server);
    return server;
  };
  let transport: Transport;

  beforeEach(() => (transport = createTransport({ pin: () => testCertificate("panel").fingerprint256 })));
  afterEach(async () => {
    transport.dispose();
    for (const server of servers.splice(0)) await server.close();
  });

  /** The kinds that are true at a stage: before it could be sent the plain one, afterwards `uncertain`. */
  function assertHonest(stage: Stage, failure: PanelFailure, plain: readonly PanelFailure["kind"][]): void {
    const cause = failure.kind === "uncertain" ? failure.cause.kind : failure.kind;
    assert.ok(plain.includes(cause), `${stage}: ${JSON.stringify(failure)}`);
    if (stage === "accepted") assert.notEqual(failure.kind, "uncertain", stage);
    // at "secured" the client may or may not have written yet
    else if (stage !== "secured") assert.equal(failure.kind, "uncertain", stage);
  }

  function assertReceivedOnce(server: WireServer, stage: Stage): void {
    const reached = server.connections.filter(({ httpBytes }) => httpBytes > 0).length;
    assert.ok(reached <= 1, stage);
    assert.ok(server.requests().length <= 1, stage);
    assert.ok(server.connections.length <= 1, stage);
  }

  for (const scheme of ["https", "http"] as const) {
    const certificate = scheme === "https" ? { certificate: "panel" as const } : {};
    const reached = stages.filter((stage) => scheme === "https" || stage !== "secured");

    for (const fault of ["reset", "close"] satisfies Fault[]) {
      for (const stage of reached) {
        it(`over ${scheme}, ${fault} at ${stage}`, async () => {
          const server = await start({ ...certificate, ...failingScript(stage, fault) });
          const failure = await failureOfCall(call(transport, server.url, { change: true }));
          // plain HTTP is written as soon as TCP is there, so it can be lost at "accepted" too
          assertHonest(scheme === "http" && stage === "accepted" ? "secured" : stage, failure, ["network"]);
          await sleep(50);
          assertReceivedOnce(server, stage);
        });
      }
    }

    it(`over ${scheme}, stall until the deadline at every stage`, async () => {
      await Promise.all(
        reached.map(async (stage) => {
          const server = await start({ ...certificate, ...failingScript(stage, "stall") });
          const failure = await failureOfCall(call(transport, server.url, { change: true, deadlineMs: 1000 }));
          assertHonest(scheme === "http" && stage === "accepted" ? "secured" : stage, failure, ["timeout"]);
          await until(() => server.open() === 0, `${stage}: the connection is closed`);
          assertReceivedOnce(server, stage);
        }),
      );
    });

    it(`over ${scheme}, cancelled at every stage`, async () => {
      for (const stage of reached) {
        const controller = new AbortController();
        const server = await start({ ...certificate, ...failingScript(stage, "stall", () => controller.abort()) });
        const failure = await failureOfCall(call(transport, server.url, { change: true, signal: controller.signal }));
        assertHonest(scheme === "http" && stage === "accepted" ? "secured" : stage, failure, ["cancelled"]);
        await until(() => server.open() === 0, `${stage}: the connection is closed`);
        assertReceivedOnce(server, stage);
      }
    });

    it(`over ${scheme}, never on an idle connection`, async () => {
      const server = await start(certificate);
      await Promise.all([1, 2, 3].map(() => call(transport, server.url)));
      const idle = server.connections.length;
      assert.equal((await call(transport, `${server.url}/change`, { change: true })).status, 200);
      assert.equal(server.connections.length, idle + 1);
      const last = server.connections.at(-1);
      assert.deepEqual(
        last?.requests.map(({ path, headers }) => [path, headers.get("connection")]),
        [["/change", "close"]],
      );
    });
  }

  it("is plain where the answer came but no change was asked for", async () => {
    const server = await start({ certificate: "panel", ...failingScript("midBody", "reset") });
    const failure = await failureOfCall(call(transport, server.url));
    assert.deepEqual(failure, { kind: "network", code: "ECONNRESET" });
  });

  it("is uncertain where its answer cannot be read", async () => {
    const answer = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Encoding: gzip\r\n\r\nbad";
    const server = await start({ certificate: "panel", request: ({ socket }) => socket.write(answer) });
    const failure = await failureOfCall(call(transport, server.url, { change: true }));
    assert.equal(failure.kind === "uncertain" && failure.cause.kind, "network");
    assert.equal(server.requests().length, 1);
  });
});
