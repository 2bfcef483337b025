import assert from "node:assert/strict";
import { ErrorLines, mostWithin, type LogWriter } from "../../../../src/deployments/watching/errorLines.ts";

function errorsIn(writer: LogWriter, ...lines: readonly string[]): readonly string[] {
  const log = new ErrorLines(writer);
  // in as many pieces as there are lines
  for (const line of lines) log.add([line]);
  return log.errors.map(({ line }) => line);
}

describe("the errors of a log", () => {
  it("are entries of the web server's worse levels", () => {
    const levels = ["debug", "info", "notice", "warn", "error", "crit", "alert", "emerg"];
    const nginx = levels.map((level) => `2026/11/27 05:12:23 [${level}] 60#60: x`);
    const apache = levels.map((level) => `[Fri Nov 27 05:12:23.123456 2026] [php:${level}] [pid 60] x`);
    assert.deepEqual(errorsIn("webServer", ...nginx), nginx.slice(4));
    assert.deepEqual(errorsIn("webServer", ...apache), apache.slice(4));
    assert.deepEqual(errorsIn("webServer", '2026/11/27 05:12:23 [warn] 60#60: "GET /[error]"'), []);
  });

  it("have times of which the difference is right", () => {
    for (const [one, other] of [
      ["2026/11/27 05:12:23 [error] a", "2026/11/27 05:12:33 [error] b"],
      ["2026-11-30T23:59:55.123Z ERROR a", "2026-12-01T00:00:05.123Z ERROR b"],
      ["2026-02-28 23:59:55,123 ERROR a", "2026-03-01 00:00:05,123 ERROR b"],
      ["31-Dec-2026 23:59:55.001 SEVERE [main] a", "01-Jan-2027 00:00:05.001 SEVERE [main] b"],
      ["[27-Nov-2026 05:12:23 UTC] PHP Fatal ERROR a", "[27-Nov-2026 05:12:33 UTC] PHP Fatal ERROR b"],
      ["ERROR [2026-11-27 05:12:23] a", "ERROR [2026-11-27 05:12:33] b"],
    ] as const) {
      const log = new ErrorLines(one.includes("[error]") ? "webServer" : "program");
      log.add([one, other]);
      assert.deepEqual([log.errors.length, (log.newest ?? 0) - (log.oldest ?? 0)], [2, 10_000], one);
    }
  });

  it("are one for each trace, in a log with times and in one without", () => {
    const java = [
      "com.example.PaymentException: no answer",
      "\tat com.example.Client.charge(Client.java:87)",
      "Caused by: java.net.SocketTimeoutException: Read timed out",
      "\t... 24 common frames omitted",
    ];
    const timed = "2026-11-27 05:12:23.001 ERROR 7 --- [main] c.e.Orders : failed";
    assert.deepEqual(errorsIn("program", timed, ...java, timed, ...java), [timed, timed]);
    assert.equal(errorsIn("program", ...java, ...java).length, 2);
    const python = ["Traceback (most recent call last):", '  File "a.py", line 1, in <module>', "ValueError: x"];
    assert.deepEqual(errorsIn("program", ...python, ...python), ["ValueError: x", "ValueError: x"]);
    assert.deepEqual(errorsIn("program", "ERROR:    Exception in ASGI application", ...python).length, 1);
    const node = ["TypeError: x is not a function", "    at run (/app/a.js:1:2)", "    at go (/app/b.js:3:4)"];
    assert.equal(errorsIn("program", ...node, ...node, "Error: y", "Error: z").length, 4);
    assert.equal(errorsIn("program", "panic: runtime error", "", "goroutine 1 [running]:").length, 1);
  });

  it("are no warnings, with all their traces, and nothing that merely goes on", () => {
    const warned = ["WARN", "WARNING"].map((level) => `2026-11-27 05:12:23.001 ${level} Connection is slow`);
    for (const line of warned) assert.deepEqual(errorsIn("program", line, "java.io.IOException: x", "\tat a.B.c"), []);
    assert.deepEqual(errorsIn("program", "2026-11-27 05:12:23 [warn] retry after Error"), []);
    assert.deepEqual(errorsIn("program", "2026-11-27 05:12:23 INFO all is well", "listening", "GET /"), []);
    // what a program prints beside its log
    assert.equal(errorsIn("program", "2026-11-27 05:12:23 INFO all is well", "java.io.IOException: x").length, 1);
  });

  it("count a last line once that was read before it was whole", () => {
    const log = new ErrorLines("webServer");
    log.add(["2026/11/27 05:12:20 [notice] x", "2026/11/27 05:12:23 [err"]);
    assert.equal(log.errors.length, 0);
    log.grow("2026/11/27 05:12:23 [error] 60#60: op");
    log.grow("2026/11/27 05:12:23 [error] 60#60: open() failed");
    assert.equal(log.errors.length, 1);
  });

  it("are most within a time wherever it begins", () => {
    const at = (...seconds: readonly number[]) => seconds.map((second) => ({ line: "", time: second * 1_000 }));
    assert.equal(mostWithin(at(), 10_000), 0);
    assert.equal(mostWithin(at(0, 9, 10, 11, 19, 30), 10_000), 3);
    assert.equal(mostWithin(at(30, 19, 11, 10, 9, 0), 10_000), 3);
    assert.equal(mostWithin(at(5, 5, 5, 15), 10_000), 3);
  });
});
