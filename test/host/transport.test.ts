import assert from "node:assert/strict";
import * as https from "node:https";
import * as tls from "node:tls";
import * as vscode from "vscode";
import { createTransport, type Transport } from "../../src/wire/http/transport.ts";
import { call, failureOfCall } from "../wire/callTransport.ts";
import { testCertificate } from "../wire/certificates.ts";
import { startConnectProxy, type ConnectProxy } from "../wire/connectProxy.ts";
import { startWireServer, type WireServer } from "../wire/wireServer.ts";

const setProxy = (url: string | undefined) =>
  vscode.workspace.getConfiguration("http").update("proxy", url, vscode.ConfigurationTarget.Global);

/** How another extension tells the whole process to verify nothing; each returns what takes it back. */
const verificationSwitches = {
  "the environment": () => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    return () => void delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  },
  "the global agent": () => {
    https.globalAgent.options.rejectUnauthorized = false;
    return () => void delete https.globalAgent.options.rejectUnauthorized;
  },
} as const;

/** VS Code patches `https` in the extension host, so that what holds in plain Node has to be shown again here. */
for (const way of ["directly", "through a proxy"] as const) {
  describe(`The transport in the extension host, ${way}`, () => {
    const pin = testCertificate("panel").fingerprint256;
    let proxy: ConnectProxy | undefined;
    let server: WireServer | undefined;
    let transport: Transport;

    before(async () => {
      if (way === "directly") return;
      proxy = await startConnectProxy();
      await setProxy(proxy.url);
    });

    after(async () => {
      await setProxy(undefined);
      await proxy?.close();
    });

    beforeEach(() => {
      transport = createTransport({ pin: () => pin });
    });

    afterEach(async () => {
      transport.dispose();
      await server?.close();
      server = undefined;
    });

    it("makes ten calls over one connection to a pinned panel", async () => {
      server = await startWireServer({ certificate: "panel" });
      const tunnels = proxy?.tunnels() ?? 0;
      for (let round = 0; round < 10; round++) {
        assert.equal((await call(transport, `${server.url}/system`)).text, '{"status":true}');
      }
      assert.equal(server.connections.length, 1);
      assert.equal(server.requests().length, 10);
      if (proxy !== undefined) assert.equal(proxy.tunnels() - tunnels, 1);
    });

    it("sends no byte of HTTP to another certificate on a new connection", async () => {
      server = await startWireServer({ certificate: "other" });
      const failure = await failureOfCall(call(transport, server.url));
      assert.equal(failure.kind === "tls" && failure.problem, "changed");
      assert.equal(server.httpBytes(), 0);
    });

    it("sends no byte of HTTP to another certificate where a connection would be reused", async () => {
      server = await startWireServer({ certificate: "panel" });
      await call(transport, server.url);
      const { port } = server;
      await server.close();
      server = await startWireServer({ certificate: "other", port });
      const failure = await failureOfCall(call(transport, server.url));
      assert.equal(failure.kind === "tls" && failure.problem, "changed");
      assert.equal(server.httpBytes(), 0);
    });

    it("sends no byte of HTTP to another certificate where a session would be resumed", async () => {
      // the same ticket keys: this server could resume what the other began
      const ticketKeys = Buffer.alloc(48, 7);
      server = await startWireServer({ certificate: "panel", tls: { ticketKeys } });
      await call(transport, server.url, { change: true });
      const { port } = server;
      await server.close();
      server = await startWireServer({ certificate: "other", port, tls: { ticketKeys } });
      const failure = await failureOfCall(call(transport, server.url));
      assert.equal(failure.kind === "tls" && failure.problem, "changed");
      assert.equal(server.httpBytes(), 0);
    });

    it("sends no byte of HTTP where nothing is pinned and the system does not trust", async () => {
      server = await startWireServer({ certificate: "panel" });
      const unpinned = createTransport({ pin: () => undefined });
      try {
        const failure = await failureOfCall(call(unpinned, server.url));
        assert.ok(failure.kind === "tls" && failure.problem === "untrusted");
        assert.equal(failure.certificate?.fingerprint256, pin);
        assert.equal(server.httpBytes(), 0);
      } finally {
        unpinned.dispose();
      }
    });

    for (const [by, switchOff] of Object.entries(verificationSwitches))
      it(`sends no byte of HTTP to an impostor where ${by} switches verification off`, async () => {
        server = await startWireServer({ certificate: "panel" });
        const unpinned = createTransport({ pin: () => undefined });
        const switchOn = switchOff();
        try {
          for (const change of [false, true, false]) {
            const failure = await failureOfCall(call(unpinned, server.url, { change }));
            assert.ok(failure.kind === "tls" && failure.problem === "untrusted", JSON.stringify(failure));
            assert.equal(failure.certificate?.fingerprint256, pin);
          }
          assert.ok(server.connections.length >= 3);
          assert.equal(server.httpBytes(), 0);
        } finally {
          switchOn();
          unpinned.dispose();
        }
      });

    // VS Code's agent for proxies does not tell TLS an address that is no name, so that no certificate can be for it
    if (way === "directly")
      it("calls an unpinned panel that the system trusts, over one connection", async () => {
        const roots = tls.getCACertificates("default");
        tls.setDefaultCACertificates([...roots, testCertificate("root").cert]);
        server = await startWireServer({ certificate: "leaf" });
        const unpinned = createTransport({ pin: () => undefined });
        try {
          for (let round = 0; round < 5; round++) await call(unpinned, server.url);
          assert.equal(server.connections.length, 1);
          await call(unpinned, server.url, { change: true });
          assert.equal(server.requests().length, 6);
        } finally {
          tls.setDefaultCACertificates(roots);
          unpinned.dispose();
        }
      });

    it("sends a change on a connection of its own", async () => {
      server = await startWireServer({ certificate: "panel" });
      await call(transport, server.url);
      await call(transport, server.url, { change: true });
      assert.equal(server.connections.length, 2);
      assert.equal(server.requests().length, 2);
    });
  });
}
