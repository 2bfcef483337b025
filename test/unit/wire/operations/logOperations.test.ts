import assert from "node:assert/strict";
import fc from "fast-check";
import { unescapeHtml } from "../../../../src/characters/unescapeHtml.ts";
import { accepts, decodeBody, failureOfBody } from "../../samples/decodeBody.ts";
import { sampleOf } from "../../samples/samples.ts";

const javaLog = sampleOf("java.log", "project");
const containerLog = sampleOf("container.log", "btdocker");
const changeLogPath = sampleOf("java.changeLogPath", "mod");

/** Python's `html.escape`, which is how panels write logs. */
const escape = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");

describe("log operations", () => {
  it("give a Java log as it was written", () => {
    assert.deepEqual(decodeBody(javaLog, javaLog.body()), {
      text: '<init> a && b\n"started" it\'s',
      file: "/www/wwwlogs/java/newlogs/demo.log",
      size: "40.00 b",
    });
    assert.deepEqual(decodeBody(javaLog, { status: true }), { text: undefined, file: undefined, size: undefined });
    const missing = { status: false, msg: "日志文件不存在" };
    assert.deepEqual(failureOfBody(javaLog, missing), { kind: "rejected", message: "日志文件不存在" });
  });

  it("undo the escaping of any text once and no more", () => {
    const tricky = fc.oneof(fc.string(), fc.array(fc.constantFrom("&", "&amp;", "lt;", "<", "#x27;", ";", "&nbsp;")));
    fc.assert(
      fc.property(tricky, (parts) => {
        const text = typeof parts === "string" ? parts : parts.join("");
        assert.equal(unescapeHtml(escape(text)), text);
      }),
    );
  });

  it("ask for the end of a container's log, with a span of time, without which panels send it whole", () => {
    assert.deepEqual(containerLog.wire.encode({ container: "web", tail: 500 }), {
      id: "web",
      tail: "500",
      time_search: "[0, 4102444800]",
    });
    for (const params of [
      { container: "", tail: 1 },
      { container: "a", tail: 0 },
      { container: "a", tail: 100_001 },
      { container: "a" },
      { tail: 1 },
    ])
      assert.equal(accepts(containerLog, params), false, JSON.stringify(params));
  });

  it("give a container's log, empty where Docker keeps none", () => {
    assert.deepEqual(decodeBody(containerLog, containerLog.body()), { text: "tick\ntock", size: 2923 });
    assert.deepEqual(decodeBody(containerLog, { logs: "", id: "web", size: 0 }), { text: "", size: 0 });
    assert.deepEqual(decodeBody(containerLog, ""), { text: "", size: undefined });
    const traceback = "Traceback (most recent call last):";
    assert.deepEqual(failureOfBody(containerLog, traceback), { kind: "rejected", message: traceback });
  });

  it("tell the log of a container that is gone from an empty one", () => {
    const rejected = { kind: "rejected", message: "" };
    const onV2 = sampleOf("container.log", "v2btdocker");
    const stamped = (message: unknown) => ({ status: 0, timestamp: 1, message });
    assert.deepEqual(failureOfBody(containerLog, { logs: "" }), rejected);
    assert.deepEqual(failureOfBody(onV2, stamped({ logs: "" })), rejected);
    for (const field of ["id", "name", "size"]) {
      assert.deepEqual(
        decodeBody(containerLog, { logs: "", [field]: 0 }),
        decodeBody(onV2, stamped({ logs: "", [field]: 0 })),
      );
      assert.equal(failureOfBody(containerLog, { logs: "", [field]: 0 }), undefined, field);
    }
  });

  it("give a website's logs as they were written, on either edition", () => {
    const line = `127.0.0.1 - - [21/Nov/2026:21:00:00 +0000] "GET /?a=<b>&c="d" HTTP/1.1" 200 5 "-" "curl '8'"`;
    for (const [id, ours, theirs] of [
      ["site.accessLog", "GetSiteLogs", "GetSiteLogs"],
      ["site.errorLog", "get_site_errlog", "get_site_err_log"],
    ] as const) {
      const onBaota = sampleOf(id, "site");
      const onAapanel = sampleOf(id, "v2site");
      for (const sample of [onBaota, onAapanel]) {
        assert.deepEqual(decodeBody(sample, sample.body()), { text: `${line}\n${line}` });
        const { siteName, lines } = sample.wire.encode({ name: "shop.example.com" });
        assert.deepEqual([siteName, lines], ["shop.example.com", sample === onAapanel ? "1000" : undefined]);
        for (const name of ["", ".", "..", "a/b", "a b", "x\n"]) assert.equal(accepts(sample, { name }), false, name);
      }
      assert.deepEqual([onBaota.wire.action, onAapanel.wire.action], [ours, theirs]);
      for (const empty of ["", "Project-Id-Version: \nLanguage: en\n"])
        assert.deepEqual(decodeBody(onBaota, { status: true, msg: empty }), { text: "" });
      assert.deepEqual(decodeBody(onAapanel, { status: 0, timestamp: 1, message: { result: "" } }), { text: "" });
      const missing = { status: -1, timestamp: 1, message: { result: "The log file does not exist." } };
      assert.deepEqual(failureOfBody(onAapanel, missing), {
        kind: "rejected",
        message: "The log file does not exist.",
      });
    }
  });

  it("take a new directory only as an absolute path without detours", () => {
    assert.deepEqual(changeLogPath.wire.encode({ project: "项目", path: "/www/日志" }), {
      project_name: "项目",
      path: "/www/日志",
    });
    for (const path of ["/", "/a", "/a/b.c/d", "/a b", "/.hidden/x", "/a/"])
      assert.equal(accepts(changeLogPath, { project: "demo", path }), true, path);
    for (const path of [
      "",
      "a",
      "./a",
      "/a/./b",
      "/a/../b",
      "/..",
      "/.",
      "/a/.",
      "/a..b",
      "/a./b",
      "/a\n",
      "/\0",
      "/\ud83d",
    ])
      assert.equal(accepts(changeLogPath, { project: "demo", path }), false, JSON.stringify(path));
    assert.equal(accepts(changeLogPath, { project: "", path: "/a" }), false);
  });

  it("name containers for start, stop and removal", () => {
    for (const id of ["container.start", "container.stop", "container.remove"] as const) {
      const sample = sampleOf(id, "btdocker");
      assert.deepEqual(sample.wire.encode({ container: "web" }), { id: "web" });
      assert.equal(accepts(sample, { container: "" }), false);
      assert.deepEqual(failureOfBody(sample, null), { kind: "malformed", fields: ["(whole)"] });
    }
  });
});
