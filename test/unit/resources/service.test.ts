import assert from "node:assert/strict";
import type { Verdict } from "../../../src/resources/resource.ts";
import { service } from "../../../src/resources/service.ts";
import { FakeCalls, failing } from "../../fakes/fakeCall.ts";
import { listOf } from "../../fakes/rows.ts";
import { verifierOf } from "../../fakes/verifierOf.ts";

/** A server at one moment: what the panel tells, and what the files say. */
interface Moment {
  readonly told: boolean;
  /** In the service's file; absent: there is none. */
  readonly pid?: number;
  readonly isAlive?: boolean;
  /** The time of the file; the process ID by default. */
  readonly mtime?: number;
  /** Process IDs of the workers; absent: nothing tells them. */
  readonly workers?: readonly number[];
}

function callsAt(name: string) {
  const calls = new FakeCalls({});
  const show = ({ told, pid, isAlive = true, mtime = pid, workers }: Moment) => {
    const refused = failing({ kind: "rejected", message: "no" });
    calls.handlers = {
      "service.list": () => ({ rows: [{ name, version: "1", running: told }], unreadable: [], total: 1 }),
      "file.stat": ({ paths }) =>
        listOf(
          paths.map((path) => {
            const exists = path.startsWith("/proc/") ? isAlive : pid !== undefined;
            return { path, exists, isFile: true, bytes: 4, mtime: exists ? (mtime ?? 0) : 0 };
          }),
        ),
      "file.text": ({ path }) => {
        if (path === `/proc/${pid}/task/${pid}/children`)
          return workers === undefined ? refused() : { text: `${workers.join(" ")} ` };
        return pid === undefined ? refused() : { text: `${pid}\n` };
      },
    };
  };
  return { calls, show };
}

/** The verdicts on moments, one second apart; the first is from before the action. */
async function verdicts(
  verb: keyof typeof service.actions,
  name: string,
  [before, ...since]: readonly Moment[],
  /** When processes began, in ticks, where that was before the first look. */
  begun: Readonly<Record<number, number>> = {},
  /** Whether the panel looks at files, which those before BaoTa 8.1 do not. */
  looksAtFiles = true,
) {
  const { calls, show: showAll } = callsAt(name);
  const show = (moment: Moment) => {
    showAll(moment);
    if (!looksAtFiles) calls.handlers = { ...calls.handlers, "file.stat": failing({ kind: "unsupported" }) };
  };
  for (const [pid, at] of Object.entries(begun)) calls.processes.begun.set(Number(pid), at);
  if (before !== undefined) show(before);
  const verifier = await verifierOf(service.actions[verb]?.verification, calls, { key: name, label: name });
  const found: Verdict[] = [];
  let evidence: string | undefined;
  for (const [index, moment] of since.entries()) {
    show(moment);
    const checked = await verifier.check(calls.callFor(), (index + 1) * 1_000);
    found.push(checked.verdict);
    evidence = checked.evidence?.value;
  }
  return { found, evidence, atEnd: verifier.atEnd(), already: verifier.already };
}

const up = (pid: number): Moment => ({ told: true, pid });
const four = <Each>(each: Each) => [each, each, each, each];
const SETTLED = ["settling", "settling", "settling", "done"];

describe("verification of a service", () => {
  it("restart and reload: are seen where a panel shows the text of files alone", async () => {
    for (const [verb, before, now] of [
      ["restart", up(1), up(2)],
      ["reload", { ...up(1), workers: [2, 3] }, { ...up(1), workers: [4, 5] }],
    ] as const) {
      const moments = [before, before, ...four(now)];
      assert.deepEqual((await verdicts(verb, "nginx", moments, {}, false)).found, ["pending", ...SETTLED]);
    }
  });

  it("restart: a new process is done once it has stayed up", async () => {
    assert.deepEqual((await verdicts("restart", "nginx", [up(1), up(1), ...four(up(2))])).found, [
      "pending",
      ...SETTLED,
    ]);
    const late = await verdicts("restart", "nginx", [up(1), { told: false }]);
    assert.deepEqual([late.found, late.atEnd], [["pending"], "failed"]);
  });

  it("restart and start: a process that was hidden for a moment is not new", async () => {
    const never = ["pending", "pending", "pending", "pending"];
    for (const before of [{ told: false }, up(4), { told: true }])
      for (const verb of ["restart", "start"] as const)
        assert.deepEqual((await verdicts(verb, "redis", [before, ...four(up(2))], { 2: 5_000 })).found, never);
  });

  it("restart: what has run for long is replaced by what stays for ten seconds", async () => {
    const looks = Array.from({ length: 11 }, () => up(2));
    const { found } = await verdicts("restart", "php-fpm-82", [up(4), ...looks], { 4: 5_000 });
    assert.deepEqual([found.indexOf("done"), found.filter((each) => each !== "settling")], [10, ["done"]]);
  });

  it("restart: MySQL goes by the time of its socket", async () => {
    const at = (mtime: number): Moment => ({ told: true, pid: 1, mtime });
    assert.deepEqual((await verdicts("restart", "mysqld", [at(5), at(5), ...four(at(9))])).found, [
      "pending",
      ...SETTLED,
    ]);
  });

  it("restart: nothing shows it where neither process nor file could be seen afterwards", async () => {
    const unseen: Moment = { told: true };
    assert.deepEqual((await verdicts("restart", "nginx", [unseen, ...four(unseen)])).found, four("pending"));
    // a process that was not seen before is new only if it has begun since
    const old = await verdicts("restart", "nginx", [unseen, ...four(up(2))], { 2: 5_000 });
    assert.deepEqual(old.found, four("pending"));
    assert.deepEqual((await verdicts("restart", "nginx", [unseen, ...four(up(2))])).found, SETTLED);
    assert.deepEqual((await verdicts("restart", "nginx", [up(1), ...four(unseen)])).found, four("pending"));
  });

  it("reload: a web server keeps its process, and is seen at its workers", async () => {
    const reload = async (name: string, before: readonly number[], ...since: (readonly number[])[]) =>
      (
        await verdicts(
          "reload",
          name,
          [before, ...since].map((workers) => ({ ...up(1), workers })),
        )
      ).found;
    const never = ["pending", "pending", "pending", "pending"];
    assert.deepEqual(await reload("nginx", [7, 8], [7, 8], [7, 8], [7, 8], [7, 8]), never);
    assert.deepEqual(await reload("nginx", [7, 8], [9, 10], [9, 10], [9, 10], [9, 10]), SETTLED);
    // one worker has crashed, and was replaced
    assert.deepEqual(await reload("nginx", [7, 8], [7, 9], [7, 9], [7, 9], [7, 9]), never);
    assert.deepEqual(await reload("nginx", [7, 8], [], [], [], []), never);
    assert.deepEqual(await reload("nginx", [], [9], [9], [9], [9]), never);
    // an old worker stays until its last connection ends; Apache also starts more where there is more to do
    const both = [7, 8, 9, 10];
    assert.deepEqual(await reload("nginx", [7, 8], both, both, [7, 9, 10], [9, 10]), SETTLED);
    assert.deepEqual(await reload("httpd", [7, 8], both, both, both, both), never);
    // as do those of earlier reloads: more have come than have ended, which crashes cannot explain
    // those that were hidden for a moment are not new
    assert.deepEqual(
      (
        await verdicts(
          "reload",
          "nginx",
          [[7], both, both, both, both].map((workers) => ({ ...up(1), workers })),
          { 8: 5_000, 9: 5_000, 10: 5_000 },
        )
      ).found,
      never,
    );
    const earlier = [1, 2, 3, 4];
    const reloaded = [...earlier, 8, 9, 10];
    assert.deepEqual(await reload("nginx", [...earlier, 7, 8], reloaded, reloaded, reloaded, reloaded), SETTLED);
    const crashed = [...earlier, 9, 10];
    assert.deepEqual(await reload("nginx", [...earlier, 7, 8], crashed, crashed, crashed, crashed), never);
    assert.deepEqual(await reload("httpd", [7, 8], both, [9, 10], [9], [9, 11], [11]), ["pending", ...SETTLED]);
  });

  it("reload: nothing can show it where nobody tells the workers of a web server", async () => {
    assert.deepEqual((await verdicts("reload", "nginx", [up(1), up(1)])).found, ["unconfirmable"]);
  });

  it("reload: PHP-FPM gets another process", async () => {
    assert.deepEqual((await verdicts("reload", "php-fpm-82", [up(1), up(1), ...four(up(2))])).found, [
      "pending",
      ...SETTLED,
    ]);
  });

  it("reload: PHP-FPM that ends has failed, though its socket stays", async () => {
    const dead: Moment = { told: true, pid: 1, isAlive: false };
    const { found, evidence } = await verdicts("reload", "php-fpm-82", [up(1), up(2), ...four(dead)]);
    assert.deepEqual(found, ["settling", "pending", "pending", "pending", "failed"]);
    assert.equal(evidence, undefined, "the file with its process ID stays too");
    const lost: Moment = { told: true };
    assert.deepEqual((await verdicts("reload", "php-fpm-82", [up(1), lost, lost])).found, ["pending", "pending"]);
  });

  it("start and stop: what is there already needs nothing", async () => {
    assert.equal((await verdicts("start", "redis", [up(1)])).already, true);
    assert.equal((await verdicts("stop", "redis", [{ told: false }])).already, true);
    assert.deepEqual((await verdicts("start", "redis", [{ told: false }, ...four(up(1))])).found, SETTLED);
    assert.deepEqual((await verdicts("stop", "redis", [up(1), up(1), { told: false }])).found, ["pending", "done"]);
  });

  it("start: nothing is sent where the panel does not tell whether it runs", () => {
    const { missingField } = service.actions.start ?? {};
    assert.equal(missingField?.({ name: "nginx", version: undefined, running: undefined }), "status");
    assert.equal(missingField?.({ name: "nginx", version: undefined, running: false }), undefined);
  });
});

describe("the list of services", () => {
  const stateIn = async (name: string, moment: Moment) => {
    const { calls, show } = callsAt(name);
    show(moment);
    const [row] = (await service.list(calls.callFor(), 1)).rows;
    return row && service.state(row, 0);
  };

  it("looks at all doubted processes at once", async () => {
    const { calls, show } = callsAt("");
    show(up(7));
    const names = ["nginx", "php-fpm-74", "php-fpm-82", "php-fpm-83"];
    calls.handlers = {
      ...calls.handlers,
      "service.list": () => ({
        rows: names.map((name) => ({ name, version: "1", running: true })),
        unreadable: [],
        total: names.length,
      }),
    };
    const { rows } = await service.list(calls.callFor(), 1);
    assert.deepEqual(
      rows.map(({ running }) => running),
      [true, true, true, true],
    );
    assert.equal(calls.count("file.stat"), 2);
  });

  it("shows Redis and Pure-FTPd as stopped whose file alone is left", async () => {
    for (const name of ["redis", "pure-ftpd"]) {
      assert.equal(await stateIn(name, { told: true, pid: 7 }), "running");
      assert.equal(await stateIn(name, { told: true, pid: 7, isAlive: false }), "stopped", name);
      assert.equal(await stateIn(name, { told: false }), "stopped");
    }
    assert.ok(service.actions.start?.offered.includes("stopped"));
  });

  it("shows a PHP-FPM as stopped whose socket alone is left", async () => {
    const dead: Moment = { told: true, pid: 1, isAlive: false };
    assert.equal(await stateIn("php-fpm-82", dead), "stopped");
    assert.equal(await stateIn("php-fpm-82", up(1)), "running");
    assert.equal(
      await stateIn("php-fpm-82", { told: true }),
      "running",
      "as the panel says, without a file to look into",
    );
    assert.equal(await stateIn("nginx", dead), "running", "panels look at its process themselves");
  });
});

describe("the question before a service is interrupted", () => {
  const effect = (verb: "reload" | "restart" | "stop", ...keys: readonly string[]) =>
    service.actions[verb]?.words.effect({}, keys.length > 1, "running", keys) ?? "";

  it("names what stops with it", () => {
    assert.match(effect("stop", "nginx"), /all websites of the server.*this panel.*reverse proxy/);
    assert.match(effect("restart", "httpd"), /all websites of the server.*this panel/);
    assert.match(effect("stop", "php-fpm-82"), /all websites with PHP 8\.2/);
    assert.match(effect("stop", "mysqld"), /all databases/);
    assert.match(effect("stop", "redis"), /Redis/);
    assert.match(effect("stop", "pure-ftpd"), /FTP/);
    assert.match(effect("restart", "nginx", "mysqld"), /all websites.*all databases/);
  });

  it("says whose configuration is checked before a reload", () => {
    assert.doesNotMatch(effect("reload", "nginx"), /PHP-FPM/);
    assert.doesNotMatch(effect("reload", "php-fpm-82"), /web server/);
    assert.match(effect("reload", "nginx", "php-fpm-82"), /web server.*PHP-FPM/);
  });
});
