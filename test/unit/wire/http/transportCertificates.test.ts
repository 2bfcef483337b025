import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import * as tls from "node:tls";
import { createTransport, type Transport } from "../../../../src/wire/http/transport.ts";
import { call, failureOfCall, until } from "../../../wire/callTransport.ts";
import { type CertificateName, testCertificate } from "../../../wire/certificates.ts";
import { type ConnectProxy, startConnectProxy } from "../../../wire/connectProxy.ts";
import { patchHttps } from "../../../wire/proxiedHttps.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "../../../wire/wireServer.ts";

describe("transport and certificates", () => {
  const { fingerprint256 } = testCertificate("panel");
  const servers: WireServer[] = [];
  const start = async (options: WireServerOptions): Promise<WireServer> => {
    const server = await startWireServer(options);
    servers.push(server);
    return server;
  };
  let pin: string | undefined;
  let transport: Transport;

  beforeEach(() => {
    pin = fingerprint256;
    transport = createTransport({ pin: () => pin });
  });
  afterEach(async () => {
    transport.dispose();
    for (const server of servers.splice(0)) await server.close();
  });

  async function assertChanged(server: WireServer, certificate: CertificateName, change = false): Promise<void> {
    const failure = await failureOfCall(call(transport, server.url, { change }));
    assert.ok(failure.kind === "tls" && failure.problem === "changed", JSON.stringify(failure));
    assert.equal(failure.certificate?.fingerprint256, testCertificate(certificate).fingerprint256);
    assert.equal(failure.pinned, pin);
    assert.equal(server.httpBytes(), 0);
  }

  for (const way of ["directly", "through a proxy"] as const) {
    describe(`a server with another certificate, ${way}`, () => {
      let proxy: ConnectProxy | undefined;
      let unpatch: (() => void) | undefined;

      before(async () => {
        if (way === "directly") return;
        proxy = await startConnectProxy();
        unpatch = patchHttps(proxy.port);
      });
      after(async () => {
        unpatch?.();
        await proxy?.close();
      });

      for (const certificate of ["other", "sameKey"] as const) {
        for (const change of [false, true]) {
          it(`receives 0 bytes on a new connection (${certificate}, ${change ? "change" : "read"})`, async () => {
            const server = await start({ certificate });
            await assertChanged(server, certificate, change);
            await until(() => server.connections.length === 1 && server.open() === 0, "the connection is closed");
          });
        }
      }

      it("receives 0 bytes when it took the place of the pinned one", async () => {
        const right = await start({ certificate: "panel" });
        for (let round = 0; round < 3; round++) await call(transport, right.url);
        assert.equal(right.connections.length, 1);
        if (proxy !== undefined) assert.ok(proxy.tunnels() > 0);
        await right.close();
        const wrong = await start({ certificate: "other", port: right.port });
        await assertChanged(wrong, "other");
        await assertChanged(wrong, "other", true);
      });

      it("receives 0 bytes on a connection that another pin left idle", async () => {
        const server = await start({ certificate: "other" });
        pin = testCertificate("other").fingerprint256;
        await call(transport, server.url);
        const before = server.httpBytes();
        pin = fingerprint256;
        const failure = await failureOfCall(call(transport, server.url));
        assert.equal(failure.kind === "tls" && failure.problem, "changed");
        assert.equal(server.connections.length, 1);
        assert.equal(server.httpBytes(), before);
      });

      for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const) {
        it(`receives 0 bytes where it could resume the session of the pinned one (${maxVersion})`, async () => {
          const options = { ticketKeys: Buffer.alloc(48, 7), maxVersion };
          const right = await start({ certificate: "panel", tls: options });
          for (let round = 0; round < 3; round++) await call(transport, right.url, { change: true });
          assert.deepEqual(
            right.connections.map(({ resumed }) => resumed),
            [false, false, false],
          );
          await right.close();
          const wrong = await start({ certificate: "other", port: right.port, tls: options });
          for (let round = 0; round < 3; round++) await assertChanged(wrong, "other");
        });
      }

      it("lets ten calls to the pinned one use one connection", async () => {
        const server = await start({ certificate: "panel" });
        for (let round = 0; round < 10; round++) await call(transport, server.url);
        assert.equal(server.connections.length, 1);
        await call(transport, server.url, { change: true });
        await until(() => server.connections.length === 2, "the change has its own connection");
      });
    });
  }

  it("is verified once for a connection, and again for another pin", async () => {
    const server = await start({ certificate: "panel" });
    const name = "getPeerCertificate";
    const getPeerCertificate = Reflect.get(tls.TLSSocket.prototype, name) as (this: tls.TLSSocket) => unknown;
    let reads = 0;
    Object.assign(tls.TLSSocket.prototype, {
      [name](this: tls.TLSSocket) {
        reads += 1;
        return getPeerCertificate.call(this);
      },
    });
    try {
      for (let n = 0; n < 3; n++) await call(transport, server.url);
      assert.equal(server.connections.length, 1);
      // Node's own check comes first where it makes one
      const once = reads;
      await call(transport, server.url);
      assert.equal(reads, once);
      pin = testCertificate("other").fingerprint256;
      await failureOfCall(call(transport, server.url));
      assert.ok(reads > once);
    } finally {
      Object.assign(tls.TLSSocket.prototype, { getPeerCertificate });
    }
  });

  for (const name of ["panel", "wildcard", "legacy", "expired", "leaf"] as const) {
    it(`refuses the certificate "${name}" without a pin, shows it, and accepts it with one`, async () => {
      const server = await start({ certificate: name });
      const expected = testCertificate(name);
      pin = undefined;
      const failure = await failureOfCall(call(transport, server.url));
      assert.ok(failure.kind === "tls" && failure.problem === "untrusted", JSON.stringify(failure));
      assert.equal(failure.certificate?.fingerprint256, expected.fingerprint256);
      assert.equal(server.httpBytes(), 0);
      pin = expected.fingerprint256;
      assert.equal((await call(transport, server.url)).status, 200);
      pin = expected.fingerprint256.toLowerCase();
      assert.equal((await call(transport, server.url, { change: true })).status, 200);
    });
  }

  it("reads a certificate without sending HTTP", async () => {
    const server = await start({ certificate: "leaf" });
    pin = undefined;
    const failure = await failureOfCall(call(transport, `${server.url}/entrance`));
    assert.ok(failure.kind === "tls" && failure.problem === "untrusted", JSON.stringify(failure));
    assert.deepEqual(failure.certificate, {
      subject: "CN=127.0.0.2",
      issuer: "O=Test only, CN=Private root",
      validFrom: "2020-01-01T00:00:00.000Z",
      validTo: "2120-01-01T00:00:00.000Z",
      fingerprint256: testCertificate("leaf").fingerprint256,
    });
    assert.equal(server.httpBytes(), 0);
    await until(() => server.open() === 0, "the connection is closed");
  });

  it("without a pin, accepts only certificates that the system trusts for this address", async () => {
    const roots = tls.getCACertificates("default");
    tls.setDefaultCACertificates([...roots, testCertificate("root").cert, testCertificate("wildcard").cert]);
    try {
      pin = undefined;
      const trusted = await start({ certificate: "leaf" });
      for (let round = 0; round < 10; round++) assert.equal((await call(transport, trusted.url)).status, 200);
      assert.equal(trusted.connections.length, 1);
      const misnamed = await start({ certificate: "wildcard" });
      const failure = await failureOfCall(call(transport, misnamed.url));
      assert.ok(failure.kind === "tls" && failure.problem === "untrusted");
      assert.equal(failure.code, "ERR_TLS_CERT_ALTNAME_INVALID");
      assert.equal(misnamed.httpBytes(), 0);
    } finally {
      tls.setDefaultCACertificates(roots);
    }
  });

  it("turns off the system's check in one source file only", () => {
    const root = new URL("../../../../src/", import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const lax = files.filter((file) =>
      /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/.test(
        readFileSync(new URL(file, root), "utf8"),
      ),
    );
    assert.deepEqual(lax, ["wire/http/heldRequest.ts"]);
    const source = readFileSync(new URL("wire/http/heldRequest.ts", root), "utf8");
    assert.equal(source.match(/rejectUnauthorized: false/g)?.length, 1);
  });
});
