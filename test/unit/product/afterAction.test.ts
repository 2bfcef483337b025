import assert from "node:assert/strict";
import type { ActionRecord } from "../../../src/actions/actionRunner.ts";
import type { Outcome } from "../../../src/actions/outcome.ts";
import { runtimeTarget } from "../../../src/resources/runtime.ts";
import { groupNodeId } from "../../../src/tree/treeNodes.ts";
import { afterAction } from "../../../src/product/afterAction.ts";
import { actionRecord } from "../../fakes/actionRecord.ts";
import { TestLog } from "../../fakes/storageFixture.ts";

const FAILED = { kind: "failed", failure: { kind: "rejected", message: "no" } } as const;
const GROUP = groupNodeId("p1", "javaProject");
const DATABASES = groupNodeId("p1", "database");

/** What follows an action in a window whose group of Java projects was opened. */
function follow(changes: Partial<ActionRecord>, names: Readonly<Record<string, string>> = { p1: "Shop" }) {
  const log = new TestLog();
  const calls: unknown[][] = [];
  const call =
    (name: string) =>
    async (...args: unknown[]) =>
      void calls.push([name, ...args]);
  const services = {
    panelName: (panelId: string) => names[panelId],
    log,
    activity: { append: call("append") },
    configurations: { saw: call("saw") as never, loaded: call("loaded") as never },
    clock: { wallTime: () => 10_000 },
    started: call("started") as never,
    follow: call("follow"),
    tree: {
      isLoaded: (id: string) => id === GROUP || id === DATABASES,
      reload: call("reload"),
      showSeen: call("showSeen"),
    },
  };
  const record = actionRecord(changes);
  void afterAction(services, record);
  return { lines: log.lines, record, calls, names: calls.map(([name]) => name) };
}

describe("after an action", () => {
  it("the log has a line and the activity an entry, with the panel's name", () => {
    const { lines, calls, record } = follow({});
    assert.deepEqual(lines, ["info Shop: restart javaProject demo: done, 1500 ms"]);
    assert.deepEqual(calls[0], ["append", record, "Shop"]);
  });

  it("a configuration is refused or accepted by what the web server did", () => {
    const seen = (changes: Partial<ActionRecord>) =>
      follow(changes)
        .calls.filter(([name]) => name === "saw")
        .map((call) => call.slice(1));
    const nginx = { kind: "service", target: { key: "nginx", label: "nginx" } } as const;
    for (const verb of ["reload", "restart", "start"] as const)
      assert.deepEqual(seen({ ...nginx, verb }), [["p1", "nginx", "fine"]]);
    assert.deepEqual(seen({ ...nginx, verb: "stop" }), []);
    const php = { kind: "service", target: { key: "php-fpm-82", label: "PHP-FPM 8.2" }, verb: "reload" } as const;
    assert.deepEqual(seen(php), []);
    const message = 'nginx: [emerg] unknown directive "x" in /www/server/panel/vhost/nginx/a.conf:12';
    const outcome: Outcome = { kind: "failed", failure: { kind: "rejected", message } };
    const place = { path: "/www/server/panel/vhost/nginx/a.conf", line: 12 };
    const broken = ["p1", "nginx", { text: 'unknown directive "x"', place }];
    assert.deepEqual(seen({ ...nginx, verb: "reload", outcome }), [broken]);
    // whatever found it out
    assert.deepEqual(seen({ kind: "site", verb: "stop", target: { key: "1", label: "a" }, outcome }), [broken]);
    assert.deepEqual(seen({ ...nginx, verb: "reload", outcome: FAILED }), []);
  });

  it("a configuration is in use from what the web server was seen to do, if it was saved before that began", () => {
    const nginx = { kind: "service", target: { key: "nginx", label: "nginx" } } as const;
    const loaded = (changes: Partial<ActionRecord>) =>
      follow({ ...nginx, milliseconds: 1_500, ...changes }).calls.filter(([name]) => name === "loaded");
    for (const verb of ["reload", "restart", "start"] as const)
      assert.deepEqual(loaded({ verb }), [["loaded", "p1", "nginx", 8_500]]);
    const unseen: readonly Outcome[] = [FAILED, { kind: "sent", why: "timedOut", evidence: undefined }];
    for (const outcome of unseen) assert.deepEqual(loaded({ verb: "reload", outcome }), []);
    assert.deepEqual(loaded({ verb: "stop" }), []);
  });

  it("a start of PHP-FPM proves nothing of php.ini, and is told as that of any service, also where it failed", () => {
    const php = { kind: "service", target: { key: "php-fpm-82", label: "PHP-FPM 8.2" }, verb: "reload" } as const;
    const told = (changes: Partial<ActionRecord>) =>
      follow(changes)
        .calls.filter(([name]) => name === "saw" || name === "started")
        .map((call) => call.slice(0, 4));
    assert.deepEqual(told(php), [["started", "p1", "php-fpm-82", false]]);
    const wentWrong: Outcome = { kind: "wentWrong", evidence: undefined };
    assert.deepEqual(told({ ...php, outcome: wentWrong }), [["started", "p1", "php-fpm-82", true]]);
    const mysql = { kind: "service", target: { key: "mysqld", label: "MySQL" }, verb: "restart" } as const;
    assert.deepEqual(told(mysql), [
      ["saw", "p1", "mysqld", "fine"],
      ["started", "p1", "mysqld", false],
    ]);
    assert.deepEqual(told({ ...mysql, verb: "stop" }), []);
    assert.deepEqual(told({ ...mysql, target: { key: "pure-ftpd", label: "Pure-FTPd" } }), []);
  });

  it("a removed panel is named by its id", () => {
    const { lines, calls, record } = follow({}, {});
    assert.match(lines[0] ?? "", /^info p1: /);
    assert.deepEqual(calls[0], ["append", record, "p1"]);
  });

  it("the tree shows the rows that were read, without a request", () => {
    const rows = [{ name: "demo" }];
    const { calls } = follow({ rows });
    assert.deepEqual(calls[1], ["showSeen", "p1", { kind: "javaProject", key: "demo", rows }]);
    assert.equal(calls.length, 2);
  });

  it("the tree shows the new process of what was stopped in vain and started again", () => {
    const rows = [{ name: "demo" }];
    const outcome: Outcome = { ...FAILED, why: "startedAgain" };
    assert.deepEqual(follow({ outcome, rows }).names, ["append", "showSeen"]);
  });

  it("an opened group is loaded again automatically if no rows were read", () => {
    assert.deepEqual(follow({}).calls[1], ["reload", GROUP, "automatic", "fresh"]);
    assert.deepEqual(follow({ kind: "container" }).names, ["append"]);
  });

  it("databases are loaded again with the websites that have them", () => {
    const site = { kind: "site", target: { key: "1", label: "a" } } as const;
    for (const verb of ["create", "remove"] as const)
      assert.deepEqual(
        follow({ ...site, verb }).calls.filter(([name]) => name === "reload"),
        [["reload", DATABASES, "automatic", "fresh"]],
      );
    assert.deepEqual(follow({ ...site, verb: "stop" }).names, ["append"]);
    assert.deepEqual(follow({ ...site, verb: "create", outcome: FAILED }).names, ["append"]);
  });

  it("the tree stays as it is if nothing can have changed", () => {
    const nothing: readonly Outcome[] = [
      FAILED,
      { kind: "readOnly" },
      { kind: "busy" },
      { kind: "skipped", cause: { kind: "cancelled" } },
    ];
    for (const outcome of nothing) assert.deepEqual(follow({ outcome, rows: [] }).names, ["append"], outcome.kind);
    const other: readonly Outcome[] = [
      { kind: "gone" },
      { kind: "changed", now: "another" },
      { kind: "uncertain", cause: { kind: "timeout", afterMs: 1 } },
      { kind: "wentWrong", evidence: undefined },
    ];
    for (const outcome of other) assert.deepEqual(follow({ outcome }).names, ["append", "reload"], outcome.kind);
  });

  it("the log of a started upgrade is followed, with what is known about its start", () => {
    const started = (outcome: Outcome, verb: ActionRecord["verb"] = "upgrade") =>
      follow({ kind: "runtime", verb, target: runtimeTarget, outcome }).calls.filter(([name]) => name === "follow");
    const log = { panelId: "p1", kind: "runtime", ...runtimeTarget };
    const evidence = undefined;
    assert.deepEqual(started({ kind: "done", evidence }), [["follow", log, { start: "accepted" }]]);
    assert.deepEqual(started({ kind: "sent", why: "timedOut", evidence }), [["follow", log, { start: "sent" }]]);
    assert.deepEqual(started({ kind: "uncertain", cause: undefined }), [["follow", log, { start: "sent" }]]);
    assert.deepEqual(started({ kind: "already" }), [["follow", log, { start: "none" }]]);
    assert.deepEqual(started(FAILED), []);
    assert.deepEqual(started({ kind: "done", evidence }, "restart"), []);
    assert.ok(!follow({ verb: "upgrade" }).names.includes("follow"));
  });
});
