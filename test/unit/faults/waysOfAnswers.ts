import assert from "node:assert/strict";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Call } from "../../../src/resources/resource.ts";
import { PanelError } from "../../../src/wire/answers/failure.ts";
import type { DemoPanel, DemoPanelOptions } from "../../demoPanel/startDemoPanel.ts";
import { failureOfCall } from "../../wire/callTransport.ts";
import { httpAnswer } from "../../wire/wireServer.ts";
import {
  after,
  type Answer,
  answering,
  calling,
  failing,
  isSigned,
  json,
  KEY,
  page,
  readTotal,
  readTwice,
  redirect,
  refusal,
  secure,
  stopSite,
  stranger,
  toAll,
  toSigned,
  TOTAL,
  type Way,
  whenSigned,
} from "./way.ts";

const MiB = 2 ** 20;
const GOOD = Buffer.from(TOTAL);

/** Faults in answers: pages, JSON, encodings, sizes, and the refusals of panels; then those of changes and of time. */
export const waysOfAnswers: Readonly<Record<string, Way>> = {
  "another website": toAll(page(200)),
  "HTTP 301 to another host": toAll(redirect("https://login.example/", 301)),
  "HTTP 301 to https": toAll(redirect("https://127.0.0.2/", 301)),
  "HTTP 302 to the login page": toSigned(redirect("/login")),
  "HTTP 302 to the login page of another host": toSigned(redirect("https://login.example/login")),
  "HTTP 302 to the page of a closed panel": toSigned(redirect("/close")),
  "HTTP 302 to the page that binds an account": toSigned(redirect("/bind")),
  "HTTP 302 to the page that binds an account, once": secure(bindsOnce),
  "HTTP 302 to the error page": toSigned(redirect("/error")),
  "HTTP 302 to the page for an expired password": toSigned(redirect("/modify_password")),
  "HTTP 302 to the security entrance": toSigned(redirect("/abcd1234/login")),
  "HTTP 400": toSigned(page(400)),
  "HTTP 401 to everybody": toAll(page(401)),
  "HTTP 403 to everybody": toAll(page(403)),
  "HTTP 404 to signed calls": toSigned(page(404)),
  "HTTP 404 once the panel has answered": calling(readTwice, secure(after(1, answering(page(404))))),
  "HTTP 407": toAll(page(407)),
  "HTTP 413": toSigned(page(413)),
  "HTTP 429": toSigned(page(429)),
  "HTTP 500": toSigned(page(500)),
  "HTTP 502": toSigned(page(502)),
  "HTTP 502 to everybody": toAll(page(502)),
  "HTTP 503": toSigned(page(503)),
  "HTTP 504": toSigned(page(504)),
  "HTTP 511 of a hotspot": toAll(page(511)),
  "HTTP 204 without a body": toSigned(httpAnswer("", [], "204 No Content")),
  "the page about the security entrance": toSigned(page(200, "<p>1. /etc/init.d/bt default</p>")),
  "a panel's report of an exception, with the request": toSigned((_, { body }) =>
    page(500, `<pre>REQUEST_DATE: 2022-04-18\nREQUEST_FORM: ${body}</pre>`)(),
  ),
  "a page that repeats the request": toSigned((_, { body }) => page(500, `<pre>${body}</pre>`)()),
  "a page of its own for strangers": answeringPanel({ unsigned: page(200) }),
  "a page of its own for strangers, and the key is refused": answeringPanel({
    unsigned: page(200),
    total: refusal("密钥校验失败"),
  }),
  "a page of its own for strangers, and no key is stored": async (lab) => ({
    ...(await answeringPanel({ unsigned: page(200) })(lab)),
    key: { stored: undefined },
  }),

  "JSON that breaks off": toSigned(json('{"memTotal":1,"vers')),
  "JSON with NaN": toSigned(json('{"memTotal":NaN}')),
  "JSON of somebody else": toSigned(json('{"ok":true,"result":[]}')),
  "an empty list": toSigned(json("[]")),
  null: toSigned(json("null")),
  "an empty body": toSigned(json("")),
  "a gateway's JSON under 504": toSigned(json('{"message":"Endpoint request timed out"}', 504)),
  "a gateway's refusal under 503": toSigned(json('{"status":false,"msg":"密钥校验失败"}', 503, "text/html")),
  "the second envelope round the first": toSigned('{"status":0,"timestamp":1795223921,"message":{"memTotal":1}}'),
  "a failure in the second envelope": toSigned(
    '{"status":-1,"timestamp":1795223921,"message":{"result":"Panel is upgrading"}}',
  ),
  "a success without the field that counts": toSigned('{"status":true,"msg":"ok"}'),
  "a field of another type": toSigned('{"memTotal":1,"version":["11.7.0"]}'),
  "an operation that the panel lacks": toSigned('{"status":false,"msg":"指定参数无效!"}'),
  "a rejection that repeats the token": toSigned((_, { body }) => {
    const msg = `no ${new URLSearchParams(body).get("request_token") ?? ""}`;
    return json(JSON.stringify({ status: false, msg }));
  }),
  "a bare text": toSigned('"Traceback (most recent call last):\\nKeyError: 1"'),
  "502 in place of the edition": answeringPanel({ edition: page(502) }),
  "a refusal in place of the edition": answeringPanel({ edition: refusal("密钥校验失败") }),
  "the edition in the second envelope": answeringPanel({
    edition: `{"status":0,"timestamp":1795223921,"message":${TOTAL}}`,
  }),
  "the edition in no envelope": answeringPanel({ edition: TOTAL }),
  "the edition in two envelopes": answeringPanel({
    edition: `{"status":0,"timestamp":1795223921,"message":{"status":0,"timestamp":1795223921,"message":${TOTAL}}}`,
  }),
  "a refusal of strangers, and a page for signed calls": answeringPanel({
    unsigned: '{"status": false, "msg": "no"}',
    total: page(404),
  }),
  "no time in any answer": answeringPanel({ unsigned: json("<html><center>nginx</center></html>", 404, "text/html") }),

  "a gzip bomb": toSigned(encoded("gzip", gzipSync(Buffer.alloc(48 * MiB)))),
  "a brotli bomb": toSigned(encoded("br", brotliCompressSync(Buffer.alloc(16 * MiB)))),
  "a body that is declared too large": toSigned(
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${8 * MiB + 1}\r\n\r\n`),
  ),
  "a body without an end": secure(
    whenSigned(({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      const chunk = `40000\r\n${"x".repeat(MiB / 4)}\r\n`;
      const flood = setInterval(() => socket.write(chunk), 1);
      socket.once("close", () => clearInterval(flood));
    }),
  ),
  "gzip that breaks off": toSigned(encoded("gzip", gzipSync(GOOD).subarray(0, -9))),
  "gzip of one byte": toSigned(encoded("gzip", gzipSync(GOOD).subarray(0, 1))),
  "chunks that break off": secure(
    whenSigned(({ socket }) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n")),
  ),
  "gzip that is none": toSigned(encoded("gzip", GOOD)),
  "an encoding that nobody asked for": toSigned(encoded("zstd", GOOD)),
  "plain text that calls itself brotli": toSigned(encoded("br", GOOD)),
  "another charset": toSigned(
    json(Buffer.from('{"status":false,"msg":"\xb2\xbb"}', "latin1"), 200, "application/json; charset=gbk"),
  ),
  "more than was declared": calling(readTwice, toSigned(Buffer.concat([json(TOTAL), Buffer.from("more")]))),
  "two answers to one request": calling(readTwice, toSigned(Buffer.concat([json(TOTAL), page(500)()]))),
  "a byte order mark": toSigned(json(`\ufeff${TOTAL}`)),
  "UTF-16": toSigned(json(Buffer.from(TOTAL, "utf16le"), 200, "application/json; charset=utf-16le")),
  "gzip within gzip": toSigned(encoded("gzip, gzip", gzipSync(gzipSync(GOOD)))),
  "a length that is none": toSigned(Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n${TOTAL}`)),
  "chunks that are none": toSigned(Buffer.from("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nmany\r\n")),
  "HTTP 101 to something else": toSigned(
    Buffer.from("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
  ),
  "HTTP 100 without an end": secure((lab) =>
    whenSigned(({ socket }) => {
      lab.wait();
      const flood = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n"), 1);
      socket.once("close", () => clearInterval(flood));
    }),
  ),
  "an idle connection that was cut": calling(
    readTwice,
    secure(
      whenSigned((connection, request) => {
        if (connection.requests.length > 1) connection.raw.resetAndDestroy();
        else answering(TOTAL)(connection, request);
      }),
    ),
  ),
  "two lengths": toSigned(httpAnswer(TOTAL, ["Content-Length: 7"])),
  "a head without an end": toSigned(httpAnswer(TOTAL, [`X-Long: ${"x".repeat(20_000)}`])),
  "a status that is none": toSigned(httpAnswer(TOTAL, [], "799 Odd")),
  "something else than HTTP": secure({ request: ({ socket }) => void socket.write("SSH-2.0-OpenSSH_9.6\r\n") }),

  "its API is off": onDemo(({ state }) => void (state.switches.apiOpen = false)),
  "it is closed": onDemo(({ state }) => void (state.switches.panelClosed = true)),
  "it is bound to a domain": onDemo(({ state }) => void (state.switches.boundHost = "panel.example")),
  "it does not know the key": onDemo(() => undefined, { key: "another" }),
  "it does not know the key, in English": onDemo(() => undefined, { key: "another", edition: "aapanel" }),
  "it does not know the key, and asks for a password": onDemo(
    ({ state }) => void (state.switches.basicAuth = "user:password"),
    { key: "another" },
  ),
  "it does not let this address in": onDemo(() => undefined, { allowedAddresses: ["192.0.2.1"] }),
  "it does not let this address in, in English": onDemo(() => undefined, {
    allowedAddresses: ["192.0.2.1"],
    edition: "aapanel",
  }),
  "its list of addresses is broken": onDemo(() => undefined, { allowedAddresses: ["10.0.0.0/8"] }),
  "it has locked this address out": toSigned(refusal("连续20次验证失败,禁止1小时")),
  "it refuses in other words": toSigned(refusal("Доступ запрещён")),
  "its key is changed with three calls in flight": calling(
    threeAtOnce,
    secure(() => {
      const waiting: (() => unknown)[] = [];
      return after(1, ({ socket }) => {
        waiting.push(() => socket.write(refusal("密钥校验失败")));
        if (waiting.length === 3) for (const answer of waiting) answer();
      });
    }),
  ),
  "its key is changed here with a call in flight": async (lab) => {
    const arrived = Promise.withResolvers<void>();
    let calls = 0;
    const answer = answering(TOTAL);
    const visit = await secure(whenSigned((...given) => (++calls === 2 ? arrived.resolve() : answer(...given))))(lab);
    return {
      ...visit,
      async task(call, { connections }, record) {
        await readTotal(call);
        const reading = readTotal(call);
        await arrived.promise;
        connections.of({ ...record, keyRef: "key-2" });
        await reading;
      },
    };
  },

  "a change met a reset": calling(stopSite, secure(failing("body", "reset"))),
  "a change met silence": calling(
    stopSite,
    secure((lab) => whenSigned(lab.wait)),
  ),
  "a change met a closed port": async (lab) => ({
    address: `https://127.0.0.2:${await lab.closedPort()}`,
    task: stopSite,
  }),
  "a change met 504": calling(stopSite, toSigned(page(504))),
  "a change met an answer that breaks off": calling(stopSite, toSigned(json('{"status":tr'))),
  "a change met another certificate": calling(stopSite, secure({ certificate: "other" })),
  "a change met a bomb": calling(stopSite, toSigned(encoded("gzip", gzipSync(Buffer.alloc(48 * MiB))))),

  "this computer slept for an hour": secure((lab) => whenSigned(() => void lab.clock.standStill(3_600_000))),
  "this computer's clock was set on an hour": secure((lab) =>
    whenSigned((...given) => {
      lab.clock.setBy = 3_600_000;
      answering(TOTAL)(...given);
    }),
  ),
  "this computer's clock was set back an hour": secure((lab) =>
    whenSigned((...given) => {
      lab.clock.setBy = -3_600_000;
      answering(TOTAL)(...given);
    }),
  ),
  "ten of fifty panels hang": async (lab) => {
    const good = await lab.serve({ certificate: "panel", ...whenSigned(answering(TOTAL)) });
    let asked = 0;
    const hangs = () => {
      if (++asked > 10) lab.wait();
    };
    const visit = await secure(whenSigned(hangs))(lab);
    return {
      ...visit,
      async task(_, { connections }, record) {
        const read = async (address: string, index: number) =>
          readTotal(connections.of({ ...record, id: `${index}`, address }).callFor(new AbortController().signal));
        const hanging = Array.from({ length: 10 }, async (_each, index) => failureOfCall(read(visit.address, index)));
        // none of them waits for any that hangs
        await Promise.all(Array.from({ length: 40 }, async (_each, index) => read(good.url, 10 + index)));
        lab.wait();
        const failures = await Promise.all(hanging);
        for (const failure of failures) assert.deepEqual(failure, failures[0]);
        throw new PanelError(failures[0] ?? assert.fail());
      },
    };
  },
};

function encoded(encoding: string, bytes: Buffer): Buffer {
  return httpAnswer(bytes, [`Content-Encoding: ${encoding}`]);
}

/** Sends the first signed call to the page that binds an account. */
function bindsOnce() {
  let bound = false;
  return whenSigned((...given) => {
    answering(bound ? TOTAL : redirect("/bind"))(...given);
    bound = true;
  });
}

/** A demo panel with something wrong. */
function onDemo(change: (panel: DemoPanel) => void, options: DemoPanelOptions = {}): Way {
  return async (lab) => {
    const panel = await lab.demo({ key: KEY, ...options });
    change(panel);
    return { address: panel.address };
  };
}

/** As many calls as are in flight at once; none is sent after their refusal. */
async function threeAtOnce(call: Call): Promise<void> {
  await readTotal(call);
  const failures = await Promise.all(
    [readTotal, readTotal, stopSite, readTotal].map((each) => failureOfCall(each(call))),
  );
  // nobody knows what became of the change
  assert.deepEqual(
    failures.map(({ kind }) => kind),
    ["refused", "refused", "uncertain", "refused"],
  );
  throw new PanelError(failures[0] ?? assert.fail());
}

/** A panel that works but for some of its answers. */
function answeringPanel({ edition = page(404), total = TOTAL, unsigned = stranger }: PanelAnswers): Way {
  return secure({
    request: (connection, request) => {
      const signed = request.path === "/v2/system" ? edition : total;
      answering(isSigned(request) ? signed : unsigned)(connection, request);
    },
  });
}

interface PanelAnswers {
  /** Where the editions differ. */
  readonly edition?: Answer;
  readonly total?: Answer;
  readonly unsigned?: Answer;
}
