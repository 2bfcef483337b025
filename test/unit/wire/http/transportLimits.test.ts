import assert from "node:assert/strict";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { createTransport, type Transport } from "../../../../src/wire/http/transport.ts";
import { call, failureOfCall } from "../../../wire/callTransport.ts";
import { testCertificate } from "../../../wire/certificates.ts";
import { httpAnswer, startWireServer, type WireConnection, type WireServer } from "../../../wire/wireServer.ts";

describe("transport: limits", () => {
  const maxBytes = 64 * 1024;
  let answer: (connection: WireConnection) => void;
  let server: WireServer;
  let transport: Transport;

  beforeEach(async () => {
    transport = createTransport({ pin: () => testCertificate("panel").fingerprint256, maxBytes });
    server = await startWireServer({ certificate: "panel", request: (connection) => answer(connection) });
  });
  afterEach(async () => {
    transport.dispose();
    await server.close();
  });

  const answerWith = (bytes: Buffer | string): void => {
    answer = ({ socket }) => void socket.write(bytes);
  };

  it("reads a body of exactly the limit", async () => {
    answerWith(httpAnswer("x".repeat(maxBytes)));
    assert.equal((await call(transport, server.url)).text.length, maxBytes);
  });

  for (const end of ["in good order", "by a reset"] as const)
    it(`fails as too large on a gzip bomb whose server ends the connection ${end}`, async () => {
      const usual = createTransport({ pin: () => testCertificate("panel").fingerprint256 });
      try {
        const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
        answer = ({ raw, socket }) => {
          socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\n\r\n");
          if (end === "in good order") socket.end(bomb);
          else socket.write(bomb, () => setTimeout(() => raw.resetAndDestroy(), 20));
        };
        const failure = await failureOfCall(call(usual, server.url));
        assert.deepEqual(failure, { kind: "tooLarge", limitBytes: 8 * 1024 * 1024 });
      } finally {
        usual.dispose();
      }
    });

  const text = JSON.stringify({ status: true, msg: "完成".repeat(200) });
  const encodings = {
    gzip: gzipSync(text),
    "x-gzip": gzipSync(text),
    GZIP: gzipSync(text),
    deflate: deflateSync(text),
  };
  for (const [encoding, bytes] of Object.entries({ ...encodings, br: brotliCompressSync(text), identity: text })) {
    it(`decodes ${encoding}`, async () => {
      answerWith(httpAnswer(bytes, [`Content-Encoding: ${encoding}`]));
      assert.equal((await call(transport, server.url)).text, text);
      await call(transport, server.url);
      assert.equal(server.connections.length, 1);
    });
  }

  for (const encoding of ["gzip", "br"]) {
    it(`reads an empty body with the encoding ${encoding}`, async () => {
      answerWith(httpAnswer("", [`Content-Encoding: ${encoding}`, "Location: /login"], "302 Found"));
      assert.equal((await call(transport, server.url)).text, "");
    });
  }

  it("reads a body without a length until the connection ends", async () => {
    answer = ({ socket }) => void socket.end(`HTTP/1.0 200 OK\r\n\r\n${text}`);
    assert.equal((await call(transport, server.url)).text, text);
  });
});
