import assert from "node:assert/strict";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { createTransport, type Transport } from "../../../../src/wire/http/transport.ts";
import { call, failureOfCall, until } from "../../../wire/callTransport.ts";
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

  it("ends a body that drips at the deadline", async () => {
    let dripped = 0;
    answer = ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
      const drip = setInterval(() => (dripped++, socket.write("x")), 20);
      socket.once("close", () => clearInterval(drip));
    };
    const failure = await failureOfCall(call(transport, server.url, { deadlineMs: 700 }));
    assert.deepEqual(failure, { kind: "timeout", afterMs: 700 });
    assert.ok(dripped > 0);
    await until(() => server.open() === 0, "the connection is closed");
  });

  it("ends a head that drips at the deadline", async () => {
    answer = ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
      const drip = setInterval(() => socket.write("x"), 20);
      socket.once("close", () => clearInterval(drip));
    };
    const failure = await failureOfCall(call(transport, server.url, { deadlineMs: 700 }));
    assert.deepEqual(failure, { kind: "timeout", afterMs: 700 });
  });

  it("reads a body of exactly the limit", async () => {
    answerWith(httpAnswer("x".repeat(maxBytes)));
    assert.equal((await call(transport, server.url)).text.length, maxBytes);
  });

  it("does not wait for a body that is declared too large", async () => {
    answerWith(`HTTP/1.1 200 OK\r\nContent-Length: ${maxBytes + 1}\r\n\r\n`);
    assert.deepEqual(await failureOfCall(call(transport, server.url)), { kind: "tooLarge", limitBytes: maxBytes });
    await until(() => server.open() === 0, "the connection is closed");
  });

  it("stops a body of unknown length at the limit", async () => {
    answer = ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const chunk = `1000\r\n${"x".repeat(4096)}\r\n`;
      const flood = setInterval(() => socket.write(chunk), 1);
      socket.once("close", () => clearInterval(flood));
    };
    assert.deepEqual(await failureOfCall(call(transport, server.url)), { kind: "tooLarge", limitBytes: maxBytes });
    await until(() => server.open() === 0, "the connection is closed");
  });

  it("stops a gzip bomb at the limit", async () => {
    const bomb = gzipSync(Buffer.alloc(48 * 1024 * 1024));
    assert.ok(bomb.length < maxBytes);
    answerWith(httpAnswer(bomb, ["Content-Encoding: gzip"]));
    assert.deepEqual(await failureOfCall(call(transport, server.url)), { kind: "tooLarge", limitBytes: maxBytes });
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

  it("allows 8 MiB by default", async () => {
    const usual = createTransport({ pin: () => testCertificate("panel").fingerprint256 });
    try {
      answerWith(`HTTP/1.1 200 OK\r\nContent-Length: ${8 * 1024 * 1024 + 1}\r\n\r\n`);
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

  const compressed = gzipSync(text);
  const broken: Record<string, { bytes: Buffer; code: RegExp; end?: boolean }> = {
    "a gzip body that ends early": { bytes: gzip(compressed.subarray(0, -20)), code: /^Z_BUF_ERROR$/ },
    "a gzip body of one byte": { bytes: gzip(compressed.subarray(0, 1)), code: /^Z_BUF_ERROR$/ },
    "a gzip body that is none": { bytes: gzip(Buffer.from(text)), code: /^Z_DATA_ERROR$/ },
    "an unknown encoding": { bytes: httpAnswer(text, ["Content-Encoding: zzz"]), code: /^ERR_CONTENT_ENCODING$/ },
    "a body that is cut off": { bytes: httpAnswer(text).subarray(0, -1), code: /^ECONNRESET$/, end: true },
    "a chunked body that is cut off": {
      bytes: Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n"),
      code: /^ECONNRESET$/,
      end: true,
    },
    "something else than HTTP": { bytes: Buffer.from("SSH-2.0-OpenSSH_9.6\r\n"), code: /^HPE_/ },
    "no answer at all": { bytes: Buffer.alloc(0), code: /^ECONNRESET$/, end: true },
  };
  for (const [what, { bytes, code, end }] of Object.entries(broken)) {
    it(`fails as network on ${what}`, async () => {
      answer = ({ socket }) => void (end === true ? socket.end(bytes) : socket.write(bytes));
      const failure = await failureOfCall(call(transport, server.url));
      assert.ok(failure.kind === "network", JSON.stringify(failure));
      assert.match(failure.code, code);
      if (end === true) await until(() => server.open() === 0, "the connection is closed");
    });
  }

  it("reads a body without a length until the connection ends", async () => {
    answer = ({ socket }) => void socket.end(`HTTP/1.0 200 OK\r\n\r\n${text}`);
    assert.equal((await call(transport, server.url)).text, text);
  });
});

function gzip(bytes: Buffer): Buffer {
  return httpAnswer(bytes, ["Content-Encoding: gzip"]);
}
