import assert from "node:assert/strict";
import * as v from "valibot";
import { decodeAnswer, type RawAnswer } from "../../../src/wire/decode.ts";
import { failureOf, isTransient, PanelError, type PanelFailure } from "../../../src/wire/answers/failure.ts";
import { operation } from "../../../src/wire/answers/operation.ts";
import { redirects } from "../../../src/wire/answers/redirect.ts";
import { classic, converted } from "../../../src/wire/answers/envelope.ts";

const WIRE = { route: "r", method: "GET", path: "/x", envelope: classic, encode: () => ({}) } as const;

const ROW = operation({
  effect: "read",
  deadlineMs: 1,
  params: v.object({}),
  result: v.object({ msg: v.optional(v.string()), data: v.optional(v.object({ n: v.number() })) }),
  wires: [WIRE],
});

const NOT_FOUND = "<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>nginx</body>\r\n</html>\r\n";

function answer(body: unknown, head: Partial<RawAnswer> = {}): RawAnswer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status: 200, contentType: "application/json; charset=utf-8", body: text, ...head };
}

function failureFor(raw: RawAnswer): PanelFailure | undefined {
  try {
    decodeAnswer(ROW, WIRE, raw);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof PanelError, String(error));
    assert.equal(error.message, error.failure.kind);
    return error.failure;
  }
}

const html = (body: unknown, contentType = "text/html; charset=utf-8") => answer(body, { contentType });

describe("decode", () => {
  it("reads both envelopes, whatever their content type", () => {
    const plain = { status: true, msg: "ok" };
    const wide = { status: true, msg: "ok", data: { n: 1 }, code: 0, timestamp: 1_795_223_921 };
    for (const contentType of ["application/json", "text/html; charset=utf-8", "text/plain", ""]) {
      assert.deepEqual(decodeAnswer(ROW, WIRE, answer(plain, { contentType })), { msg: "ok" });
      assert.deepEqual(decodeAnswer(ROW, WIRE, answer(wide, { contentType })), { msg: "ok", data: { n: 1 } });
    }
  });

  it("reads JSON under any HTTP status", () => {
    assert.deepEqual(decodeAnswer(ROW, WIRE, answer({ status: true }, { status: 500 })), {});
  });

  it("brings a wire's own form into the row's before reading it", () => {
    const inMessage = (body: unknown) => ({ data: (body as { message: unknown }).message });
    const wire = { ...WIRE, envelope: converted(classic, inMessage) };
    assert.deepEqual(decodeAnswer(ROW, wire, answer({ status: true, message: { n: 2 } })), { data: { n: 2 } });
  });

  describe("refusals", () => {
    const texts: readonly (readonly [string, PanelFailure])[] = [
      ["密钥校验失败", { kind: "refused", reason: "key" }],
      ["Secret key verification failed", { kind: "refused", reason: "key" }],
      ["IP校验失败,您的访问IP为[203.0.113.9]", { kind: "refused", reason: "ip", clientAddress: "203.0.113.9" }],
      [
        "IP validation failed, your access IP is[203.0.113.9]",
        { kind: "refused", reason: "ip", clientAddress: "203.0.113.9" },
      ],
      ["IP校验失败,您的访问IP为[2001:db8::1]", { kind: "refused", reason: "ip", clientAddress: "2001:db8::1" }],
      [
        "IP校验失败,您的访问IP为[::ffff:203.0.113.9]",
        { kind: "refused", reason: "ip", clientAddress: "::ffff:203.0.113.9" },
      ],
      ["IP校验失败,您的访问IP为[<b>]", { kind: "refused", reason: "ip" }],
      ["IP校验失败,您的访问IP为[1.2.3]", { kind: "refused", reason: "ip" }],
      [`IP校验失败,您的访问IP为[${"1".repeat(5_000_000)}]`, { kind: "refused", reason: "ip" }],
      ["IP校验失败", { kind: "refused", reason: "ip" }],
      ["连续20次验证失败,禁止1小时", { kind: "refused", reason: "locked" }],
      ["20 consecutive verification failures, prohibited for 1 hour", { kind: "refused", reason: "locked" }],
      // of aaPanel 6.8, to an address that is not on its list
      [
        "20 consecutive verification failures, prohibited for 1 hour[203.0.113.9]",
        { kind: "refused", reason: "ip", clientAddress: "203.0.113.9" },
      ],
      ["Доступ запрещён", { kind: "refused", reason: "unknown" }],
      ["", { kind: "refused", reason: "unknown" }],
    ];
    for (const [msg, failure] of texts) {
      it(`recognises "${msg.slice(0, 60)}"`, () => {
        assert.deepEqual(failureFor(html({ status: false, msg })), failure);
        // the panel escapes everything outside ASCII
        const escaped = JSON.stringify({ status: false, msg }).replace(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
        assert.deepEqual(failureFor(html(escaped, "Text/HTML")), failure);
      });
    }

    it("have this form, or one of their sentences where nothing else shows it", () => {
      const msg = "密钥校验失败";
      const rejected = { kind: "rejected", message: msg };
      const refused = { kind: "refused", reason: "key" };
      assert.deepEqual(failureFor(answer({ status: false, msg })), refused);
      assert.deepEqual(failureFor(answer({ status: false, msg }, { contentType: "text/plain" })), refused);
      const within = `项目: ${msg}`;
      assert.deepEqual(failureFor(answer({ status: false, msg: within })), { kind: "rejected", message: within });
      const notFound = answer({ status: false, msg }, { contentType: "text/html", status: 404 });
      assert.deepEqual(failureFor(notFound), { kind: "page", status: 404, form: "json" });
      assert.deepEqual(failureFor(html(JSON.stringify(msg))), rejected);
      for (const body of [{ status: 0, msg }, { msg }, { status: false }, { status: false, msg: 7 }, [msg], null])
        assert.deepEqual(failureFor(html(body)), { kind: "malformed", fields: ["(whole)"] }, JSON.stringify(body));
    });
  });

  describe("pages", () => {
    it("are reported by their status and never shown", () => {
      for (const status of [200, 401, 403, 404, 500, 502])
        for (const body of [NOT_FOUND, "", "<pre>request_token＇: ＇14830c30＇</pre>", "{", "密钥校验失败"])
          assert.deepEqual(failureFor({ ...html(body), status }), { kind: "page", status });
    });

    it("of older panels are told as what they are, and never shown", () => {
      const entrance = "<title>安全入口校验失败</title><p>1.查看面板入口：/etc/init.d/bt default</p>";
      assert.deepEqual(failureFor(html(entrance)), { kind: "page", status: 200, form: "entrance" });
      const report = "<h3>出错了</h3><pre>REQUEST_DATE: 2022-04-18\nREQUEST_FORM: {'request_token': '14830c30'}</pre>";
      const exception = { kind: "page", status: 500, form: "exception" };
      assert.deepEqual(failureFor({ ...html(report), status: 500 }), exception);
      assert.deepEqual(failureFor({ ...html(report), status: 502 }), { kind: "page", status: 502 });
    });

    it("keep the word for where a redirect leads", () => {
      for (const redirect of redirects)
        assert.deepEqual(failureFor({ ...html("<!doctype html>"), status: 302, redirect }), {
          kind: "page",
          status: 302,
          redirect,
        });
    });
  });

  describe("a gateway's JSON", () => {
    const words: readonly unknown[] = [
      { message: "Endpoint request timed out" },
      { status: false, msg: "upstream timed out" },
      { status: false, msg: "密钥校验失败" },
      { status: false, msg: "指定参数无效!" },
      "Bad Gateway",
      504,
      null,
    ];
    it("is a page of its status, and no word of the panel", () => {
      for (const status of [408, 429, 499, 500, 502, 503, 504, 524])
        for (const body of words)
          for (const contentType of ["application/json", "text/html"])
            assert.deepEqual(failureFor(answer(JSON.stringify(body), { status, contentType })), {
              kind: "page",
              status,
            });
    });
  });

  describe("the panel's own words", () => {
    it("are plain text, also if the answer is a bare string", () => {
      const missing =
        '404 Client Error for http+docker://localhost/v1.41/containers/x/json: Not Found ("No such container: x")';
      assert.deepEqual(failureFor(answer(JSON.stringify(missing))), { kind: "rejected", message: missing });
      assert.deepEqual(failureFor(answer({ status: false, msg: "启动<br>失败 &lt;1&gt;" })), {
        kind: "rejected",
        message: "启动 失败 <1>",
      });
      assert.deepEqual(failureFor(answer({ status: false, msg: "项目不存在", data: null, code: 0 })), {
        kind: "rejected",
        message: "项目不存在",
      });
      assert.deepEqual(failureFor(answer({ status: false, msg: "" })), { kind: "rejected", message: "" });
    });

    it("are the error of a traceback", () => {
      const traceback =
        'Traceback (most recent call last):\n  File "/www/server/panel/BTPanel/__init__.py", line 1, in run\nTypeError: x';
      for (const body of [JSON.stringify(traceback), { status: false, msg: traceback }])
        assert.deepEqual(failureFor(answer(body)), { kind: "rejected", message: "TypeError: x" });
    });

    it("are cut where they are huge", () => {
      const failure = failureFor(answer({ status: false, msg: "错".repeat(5_000_000) }));
      assert.equal(failure?.kind === "rejected" && failure.message.length, 400);
    });

    it("mark operations that the panel does not have", () => {
      const texts = [
        "指定参数无效!",
        "Specific parameters are invalid!",
        "specify parameters are Invalid!",
        "The specified module was not found in the model",
        "没有在模型中找到指定模块",
        "[docker/com]模块中找不到[get_docker_list]方法",
      ];
      for (const msg of texts) {
        assert.deepEqual(failureFor(answer({ status: false, msg })), { kind: "unsupported" }, msg);
        assert.deepEqual(failureFor(answer(JSON.stringify(msg))), { kind: "unsupported" }, msg);
        assert.equal(failureFor(answer({ status: false, msg: `x ${msg}` }))?.kind, "rejected", msg);
      }
    });

    it("are absent if nothing in the answer shows a failure", () => {
      for (const body of [null, 0, 7, true, [], ["a"], {}, { status: 1 }, { msg: "x" }, { status: false, msg: null }])
        assert.deepEqual(failureFor(answer(body)), { kind: "malformed", fields: ["(whole)"] }, JSON.stringify(body));
    });
  });

  it("names the unreadable fields, never their values", () => {
    const failure = failureFor(answer({ status: true, msg: ["secret"], data: { n: "secret" } }));
    assert.deepEqual(failure, { kind: "malformed", fields: ["msg", "data.n"] });
  });
});

describe("failures", () => {
  const all: readonly (readonly [PanelFailure, boolean])[] = [
    [{ kind: "timeout", afterMs: 1 }, true],
    [{ kind: "network", code: "ECONNREFUSED" }, true],
    [{ kind: "page", status: 404 }, true],
    [{ kind: "uncertain", cause: { kind: "cancelled" } }, true],
    [{ kind: "cancelled" }, false],
    [{ kind: "tls", problem: "changed", code: "x" }, false],
    [{ kind: "refused", reason: "key" }, false],
    [{ kind: "unsupported" }, false],
    [{ kind: "malformed", fields: [] }, false],
    [{ kind: "tooLarge", limitBytes: 1 }, false],
    [{ kind: "invalid", field: "a", rule: "shape" }, false],
    [{ kind: "rejected", message: "" }, false],
    [{ kind: "keyNeeded" }, false],
    [{ kind: "consentNeeded" }, false],
  ];

  it("are transient where a later call may succeed by itself", () => {
    for (const [failure, transient] of all) assert.equal(isTransient(failure), transient, failure.kind);
  });

  it("are distinct from defects", () => {
    for (const [failure] of all) assert.equal(failureOf(new PanelError(failure)), failure);
    for (const thrown of [new TypeError("x"), undefined, { failure: { kind: "timeout" } }])
      assert.equal(failureOf(thrown), undefined);
  });
});
