import assert from "node:assert/strict";
import { createRequire } from "node:module";
import type * as httpsModule from "node:https";
import type * as tlsModule from "node:tls";
import { createTransport, type Transport } from "../../../../src/wire/http/transport.ts";
import { call, failureOfCall, until } from "../../../wire/callTransport.ts";
import { type CertificateName, testCertificate } from "../../../wire/certificates.ts";
import { startConnectProxy } from "../../../wire/connectProxy.ts";
import { patchHttps } from "../../../wire/proxiedHttps.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "../../../wire/wireServer.ts";

// as another extension has them: what is set on them holds for everybody in the process
const require = createRequire(import.meta.url);
const https = require("node:https") as typeof httpsModule;
const tls = require("node:tls") as typeof tlsModule;

/** How a process is told to verify nothing; each returns what takes it back. */
const switches = {
  "by the environment": () => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    return () => void delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  },
  "by the global agent": () => {
    https.globalAgent.options.rejectUnauthorized = false;
    return () => void delete https.globalAgent.options.rejectUnauthorized;
  },
  "by the name check of the global agent": () => {
    https.globalAgent.options.checkServerIdentity = () => undefined;
    return () => void delete https.globalAgent.options.checkServerIdentity;
  },
  "by a replaced name check": () => {
    const { checkServerIdentity } = tls;
    Object.assign(tls, { checkServerIdentity: () => undefined });
    return () => void Object.assign(tls, { checkServerIdentity });
  },
} as const;

const names = ["by the name check of the global agent", "by a replaced name check"] as const;
const chains = ["by the environment", "by the global agent"] as const;

describe("transport where the process verifies nothing", () => {
  const servers: WireServer[] = [];
  const takeBack: (() => unknown)[] = [];
  let transport: Transport;

  beforeEach(() => (transport = createTransport({ pin: () => undefined })));
  afterEach(async () => {
    transport.dispose();
    for (const back of takeBack.splice(0).toReversed()) await back();
    for (const server of servers.splice(0)) await server.close();
    https.globalAgent.destroy();
  });

  const start = async (options: WireServerOptions): Promise<WireServer> => {
    const server = await startWireServer(options);
    servers.push(server);
    return server;
  };

  /** Makes the system trust a certificate, whatever its name is. */
  const trust = (name: CertificateName): void => {
    const roots = tls.getCACertificates("default");
    tls.setDefaultCACertificates([...roots, testCertificate(name).cert]);
    takeBack.push(() => tls.setDefaultCACertificates(roots));
  };

  /** A request as another extension makes it, whose connection stays idle in Node's pool. */
  const callOfOthers = (url: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = https.get(url, (response) => response.resume().once("end", () => setImmediate(resolve)));
      request.once("error", reject);
    });

  async function assertUntrusted(server: WireServer, certificate: CertificateName, code?: string): Promise<void> {
    const before = server.httpBytes();
    for (const change of [false, true, false]) {
      const failure = await failureOfCall(call(transport, server.url, { change }));
      assert.ok(failure.kind === "tls" && failure.problem === "untrusted", JSON.stringify(failure));
      assert.equal(failure.certificate?.fingerprint256, testCertificate(certificate).fingerprint256);
      if (code !== undefined) assert.equal(failure.code, code);
    }
    assert.equal(server.httpBytes(), before);
    await until(() => server.open() === 0, "all connections are closed");
  }

  for (const way of chains) {
    for (const certificate of ["panel", "expired", "leaf"] as const)
      it(`sends no byte to a certificate that the system does not trust, ${way} (${certificate})`, async () => {
        takeBack.push(switches[way]());
        await assertUntrusted(await start({ certificate }), certificate);
      });

    it(`sends no byte on a connection that others left idle, ${way}`, async () => {
      takeBack.push(switches[way]());
      const server = await start({ certificate: "panel" });
      await callOfOthers(server.url);
      assert.ok(server.httpBytes() > 0);
      await assertUntrusted(server, "panel");
    });

    for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const)
      it(`sends no byte to a wrong name whose session others began, ${way} (${maxVersion})`, async () => {
        takeBack.push(switches[way]());
        trust("wildcard");
        const options = { ticketKeys: Buffer.alloc(48, 7), maxVersion };
        const server = await start({ certificate: "wildcard", tls: options });
        await callOfOthers(server.url);
        await assertUntrusted(server, "wildcard", "ERR_TLS_CERT_ALTNAME_INVALID");
        // one that Node took up again, idle for whoever is next
        for (const { raw } of server.connections) raw.destroy();
        await until(() => server.open() === 0, "no connection is idle");
        await callOfOthers(server.url);
        assert.equal(server.connections.at(-1)?.resumed, true);
        await assertUntrusted(server, "wildcard", "ERR_TLS_CERT_ALTNAME_INVALID");
      });
  }

  for (const way of names)
    it(`sends no byte to a wrong name, ${way}`, async () => {
      takeBack.push(switches[way]());
      trust("wildcard");
      await assertUntrusted(await start({ certificate: "wildcard" }), "wildcard", "ERR_TLS_CERT_ALTNAME_INVALID");
    });

  it("sends no byte through a proxy either", async () => {
    takeBack.push(switches["by the environment"]());
    const proxy = await startConnectProxy();
    takeBack.push(() => proxy.close(), patchHttps(proxy.port));
    const server = await start({ certificate: "panel" });
    await assertUntrusted(server, "panel");
    assert.ok(proxy.tunnels() > 0);
  });

  for (const way of [...chains, ...names])
    it(`still calls a server that the system trusts for this address, over one connection, ${way}`, async () => {
      takeBack.push(switches[way]());
      trust("root");
      const server = await start({ certificate: "leaf" });
      for (let round = 0; round < 5; round++) assert.equal((await call(transport, server.url)).status, 200);
      assert.equal(server.connections.length, 1);
      assert.equal((await call(transport, server.url, { change: true })).status, 200);
    });

  it("leaves a connection alone that others resumed, since it shows no certificate", async () => {
    trust("root");
    const server = await start({ certificate: "leaf", tls: { ticketKeys: Buffer.alloc(48, 7) } });
    await callOfOthers(server.url);
    for (const { raw } of server.connections) raw.destroy();
    await until(() => server.open() === 0, "no connection is idle");
    await callOfOthers(server.url);
    assert.deepEqual(
      server.connections.map(({ resumed }) => resumed),
      [false, true],
    );
    assert.equal((await call(transport, server.url)).status, 200);
    assert.deepEqual(
      server.connections.map(({ requests }) => requests.length),
      [1, 1, 1],
    );
  });
});
