import assert from "node:assert/strict";
import { createTransport, type Transport, userAgent } from "../../../../src/wire/http/transport.ts";
import { call, failureOfCall } from "../../../wire/callTransport.ts";
import { testCertificate } from "../../../wire/certificates.ts";
import { httpAnswer, startWireServer, type WireServer } from "../../../wire/wireServer.ts";

describe("transport", () => {
  const { fingerprint256 } = testCertificate("panel");
  let server: WireServer | undefined;
  let transport: Transport;

  beforeEach(() => (transport = createTransport({ pin: () => fingerprint256 })));
  afterEach(async () => {
    transport.dispose();
    await server?.close();
    server = undefined;
  });

  it("makes ten calls over one pinned connection", async () => {
    server = await startWireServer({ certificate: "panel" });
    for (let round = 0; round < 10; round++) {
      assert.equal((await call(transport, `${server.url}/system`)).text, '{"status":true}');
    }
    assert.equal(server.connections.length, 1);
    assert.equal(server.requests().length, 10);
  });

  it("does the same over plain HTTP", async () => {
    server = await startWireServer();
    for (let round = 0; round < 10; round++) await call(transport, server.url);
    assert.equal(server.connections.length, 1);
  });

  it("sends the given request, and no headers that panels take for a browser's or a crawler's", async () => {
    server = await startWireServer({ certificate: "panel" });
    const body = new URLSearchParams({ name: "宝塔 & co" }).toString();
    await call(transport, `${server.url}/data?action=a%20b`, { body });
    const [request] = server.requests();
    assert.equal(request?.method, "POST");
    assert.equal(request?.path, "/data?action=a%20b");
    assert.equal(request?.body, body);
    const headers = Object.fromEntries(request?.headers ?? []);
    assert.deepEqual(headers, {
      "user-agent": userAgent,
      accept: "application/json, */*;q=0.5",
      "content-type": "application/x-www-form-urlencoded",
      "accept-encoding": "gzip",
      connection: "keep-alive",
      "content-length": String(body.length),
      host: `127.0.0.2:${server.port}`,
    });
    assert.doesNotMatch(userAgent, /bot|spider|mozilla/i);
  });

  it("sends no body and no length with GET", async () => {
    server = await startWireServer({ certificate: "panel" });
    await call(transport, server.url, { method: "GET" });
    const [request] = server.requests();
    assert.equal(request?.method, "GET");
    assert.equal(request?.headers.has("content-length"), false);
  });

  it("keeps cookies for the same origin and does not show them", async () => {
    let answers = 0;
    const cookies = [
      ["Set-Cookie: session=one; Path=/; HttpOnly", "Set-Cookie: theme=dark"],
      ["Set-Cookie: session=two=2; SameSite=Lax", "Set-Cookie: theme=; Max-Age=0", "Set-Cookie: =nothing"],
    ];
    server = await startWireServer({
      certificate: "panel",
      request: ({ socket }) => socket.write(httpAnswer("{}", cookies[answers++] ?? [])),
    });
    const other = await startWireServer({ certificate: "panel" });
    try {
      const response = await call(transport, server.url);
      assert.doesNotMatch(JSON.stringify(response), /session|theme/);
      for (let round = 0; round < 2; round++) await call(transport, server.url, { change: round === 1 });
      await call(transport, other.url);
      const sent = server.requests().map(({ headers }) => headers.get("cookie"));
      assert.deepEqual(sent, [undefined, "session=one; theme=dark", "session=two=2"]);
      assert.equal(other.requests()[0]?.headers.has("cookie"), false);
    } finally {
      await other.close();
    }
  });

  it("has no address in any error", async () => {
    server = await startWireServer({ certificate: "other" });
    const urls = [
      `${server.url}/secret-entrance`,
      "https://127.0.0.2:9/secret-entrance",
      "secret-entrance",
      "ftp://secret-entrance",
    ];
    for (const url of urls) {
      await assert.rejects(call(transport, url), (error: Error) => {
        assert.doesNotMatch(
          JSON.stringify([error, error.message, error.stack, error.cause ?? null]),
          /secret-entrance|127\.0\.0\.2/,
        );
        return true;
      });
    }
    assert.deepEqual(await failureOfCall(call(transport, "no url")), { kind: "invalid", field: "url", rule: "shape" });
  });
});
