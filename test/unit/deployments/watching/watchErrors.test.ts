import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DeploymentEnd } from "../../../../src/actions/deploymentEnd.ts";
import type { Checks } from "../../../../src/deployments/checkStage.ts";
import type { Deployed } from "../../../../src/deployments/deploy.ts";
import type { RunContext } from "../../../../src/deployments/deploymentProcedure.ts";
import type { DeployTo } from "../../../../src/deployments/targetNow.ts";
import { ErrorWatch } from "../../../../src/deployments/watching/watchErrors.ts";
import type { Call } from "../../../../src/resources/resource.ts";
import { PanelError } from "../../../../src/wire/answers/failure.ts";
import { LeapingClock } from "../../../fakes/leapingClock.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** How long it is watched in these tests. */
const SECONDS = 60;

const OLD = ["2023/11/01 00:00:00 [error] 1#1: *1 long ago"];

/** A log on a server whose clock is in another time zone, and wrong. */
class Server {
  readonly clock = new LeapingClock();
  lines: string[] = [];
  /** How the server's clock differs from this computer's. */
  offset = 3 * HOUR + 17_000;
  isDown = false;
  reads = 0;
  /** What happens at a number of seconds of the watching. */
  at: Readonly<Record<number, () => void>> = {};
  readonly signal = new AbortController();
  phases: string[] = [];
  undone = 0;
  /** The panel sends no more lines. */
  longest = 1_000;

  stamp(ago = 0): string {
    const time = new Date(this.clock.time + this.offset - ago * SECOND).toISOString();
    return time.slice(0, 19).replaceAll("-", "/").replace("T", " ");
  }

  /** A line of nginx. */
  line(what: string, ago = 0, level = "error"): string {
    return `${this.stamp(ago)} [${level}] 7#7: *${ago} ${what}`;
  }

  fail(count: number): void {
    for (let number = 0; number < count; number++) this.lines.push(this.line(`fails ${number}`));
  }

  readonly #call = (async () => {
    this.reads += 1;
    if (this.isDown) throw new PanelError({ kind: "network", code: "ECONNREFUSED" });
    return { text: this.lines.slice(-this.longest).join("\n").trim() };
  }) as unknown as Call;

  /** Reads the log before the exchange, lets the files be exchanged, and watches. */
  async watch(
    checks: Partial<Checks> = {},
    {
      kind = "site",
      exchanged = () => undefined,
      end = {},
    }: { kind?: "site" | "javaProject"; exchanged?: () => void; end?: Partial<DeploymentEnd> } = {},
  ): Promise<Deployed> {
    const { clock, signal } = this;
    const row = { name: "shop.example.com" };
    const to = {
      kind,
      targetKind: kind === "site" ? "website" : "jar",
      target: { key: "1", label: row.name },
      row,
    } as unknown as DeployTo;
    const context = {
      callFor: () => this.#call,
      clock,
      signal: signal.signal,
      lookAgain: async () => undefined,
      onPhase: (phase: string) => void this.phases.push(phase),
    } as unknown as RunContext;
    const watch = new ErrorWatch(to, SECONDS, checks);
    await watch.beginIn(context).lookAgain(signal.signal);
    clock.time += 20 * SECOND;
    exchanged();
    const begun = clock.time;
    const events = Object.entries(this.at).map(([second, act]) => ({ time: begun + Number(second) * SECOND, act }));
    clock.onSlept = (time) => {
      while (events[0] !== undefined && events[0].time <= time) events.shift()?.act();
    };
    const undo = async () => {
      this.undone += 1;
      return { end: { deployment: "site", state: "before", rolledBack: "done" } } as const;
    };
    return watch.stage({ end: { deployment: "site", state: "wanted", ...end }, undo }, context);
  }
}

describe("the watching of a deployment", () => {
  let server: Server;
  beforeEach(() => {
    server = new Server();
    server.lines = [...OLD];
  });

  const watchedIn = ({ end: { watched } }: Deployed) => {
    assert.ok(watched !== undefined);
    const { lines: _lines, ...seen } = watched;
    return seen;
  };
  /** Nothing is concluded, and nothing goes back. */
  const assertUnwatched = (deployed: Deployed, why: string) => {
    const seen = watchedIn(deployed);
    assert.deepEqual([seen.kind, "why" in seen && seen.why], ["unwatched", why]);
    assert.deepEqual([server.undone, deployed.end.state], [0, "wanted"]);
  };

  it("is quiet without errors, and lasts as long as it says", async () => {
    const begun = server.clock.time;
    const deployed = await server.watch({ rollsBack: true });
    assert.deepEqual(watchedIn(deployed), { kind: "quiet", seconds: SECONDS, after: 0 });
    assert.equal(server.undone, 0);
    assert.equal(server.clock.time - begun, 80 * SECOND);
    assert.ok(server.phases.every((phase) => phase === "watching"));
  });

  it("goes back as soon as there are more errors than before, and says which", async () => {
    server.at = { 9: () => server.fail(3) };
    const deployed = await server.watch({ rollsBack: true });
    assert.deepEqual(watchedIn(deployed), { kind: "more", seconds: 10, after: 3, before: 0 });
    assert.match(deployed.end.watched?.lines.join("\n") ?? "", /\[error\] 7#7: \*0 fails 0\n.+ fails 1\n.+ fails 2$/);
    assert.deepEqual([server.undone, deployed.end.state, deployed.end.rolledBack], [1, "before", "done"]);
  });

  it("only says so where the deployment asks", async () => {
    server.at = { 9: () => server.fail(3) };
    const deployed = await server.watch();
    assert.equal(watchedIn(deployed).kind, "more");
    assert.deepEqual([server.undone, deployed.end.state], [0, "wanted"]);
    assert.ok(deployed.undo !== undefined);
  });

  it("takes two errors for nothing, and as many as before in any time as long of that day", async () => {
    server.at = { 5: () => server.fail(2) };
    assert.deepEqual(watchedIn(await server.watch({ rollsBack: true })), {
      kind: "quiet",
      seconds: SECONDS,
      after: 2,
      before: 0,
    });
    server = new Server();
    // a scan of some hours ago
    server.lines = [...OLD, ...[30, 20, 10, 1].map((ago) => server.line("scan", 7_200 + ago))];
    server.at = { 5: () => server.fail(2), 40: () => server.fail(2) };
    assert.deepEqual(watchedIn(await server.watch({ rollsBack: true })), {
      kind: "quiet",
      seconds: SECONDS,
      after: 4,
      before: 4,
    });
  });

  it("does not count those of more than a day ago, nor those before it began", async () => {
    server.lines = [...OLD, ...[3, 2, 1].map((ago) => server.line("once", 90_000 + ago))];
    server.at = { 5: () => server.fail(3) };
    assert.equal(watchedIn(await server.watch()).kind, "more");
    server = new Server();
    server.lines = [...OLD];
    const deployed = await server.watch({}, { exchanged: () => server.fail(9) });
    assert.deepEqual(watchedIn(deployed), { kind: "quiet", seconds: SECONDS, after: 0 });
  });

  for (const hours of [-23, -1, 0, 1, 14])
    it(`does not mind a clock that is off by ${hours} h`, async () => {
      server.offset = hours * HOUR;
      server.lines = [...OLD, ...[50, 40, 30].map((ago) => server.line("before", ago))];
      server.at = { 5: () => server.fail(3) };
      assert.equal(watchedIn(await server.watch({ rollsBack: true })).kind, "quiet");
      assert.equal(server.undone, 0);
    });

  it("counts no warnings, neither the web server's nor PHP's", async () => {
    const php = (...messages: readonly string[]) =>
      `FastCGI sent in stderr: "${messages.map((each) => `PHP message: PHP ${each}`).join("; ")}" while reading upstream`;
    server.at = {
      5: () => {
        for (let number = 0; number < 20; number++) {
          server.lines.push(server.line("buffered to a temporary file", 0, "warn"), server.line("note", 0, "notice"));
          server.lines.push(server.line(php("Warning:  Undefined variable $x", "Deprecated:  old")));
        }
      },
    };
    assert.deepEqual(watchedIn(await server.watch({ rollsBack: true })), { kind: "quiet", seconds: SECONDS, after: 0 });
    server.at = { 5: () => void server.lines.push(server.line(php("Warning:  Undefined", "Fatal error:  Uncaught"))) };
    assert.equal(watchedIn(await server.watch()).after, 1);
  });

  it("counts a trace of forty lines once, also where it is read in two parts", async () => {
    const trace = Array.from({ length: 40 }, (_, number) => `#${number} /www/x.php(3): Error->fails()`);
    const head = 'FastCGI sent in stderr: "PHP message: PHP Fatal error:  Uncaught Error: x in /www/x.php:3';
    server.at = {
      5: () => server.lines.push(server.line(head), "Stack trace:", ...trace.slice(0, 20)),
      12: () => server.lines.push(...trace.slice(20), server.line(head), "Stack trace:", ...trace),
    };
    assert.deepEqual(watchedIn(await server.watch({ rollsBack: true })), {
      kind: "quiet",
      seconds: SECONDS,
      after: 2,
      before: 0,
    });
  });

  it("concludes nothing from a log that could not be read before", async () => {
    server.isDown = true;
    server.at = { 1: () => server.fail(9) };
    const deployed = await server.watch({ rollsBack: true }, { exchanged: () => (server.isDown = false) });
    assertUnwatched(deployed, "unreadable");
    // there is nothing to wait for
    assert.equal(deployed.end.watched?.seconds, 0);
  });

  it("concludes nothing from a log that cannot be read to the end, but bears a failure in between", async () => {
    server.at = { 30: () => (server.isDown = true) };
    assertUnwatched(await server.watch({ rollsBack: true }), "unreadable");
    server.at = {
      10: () => (server.isDown = true),
      20: () => {
        server.isDown = false;
        server.fail(3);
      },
    };
    server.isDown = false;
    assert.equal(watchedIn(await server.watch()).kind, "more");
  });

  it("concludes nothing from a log that was rotated, before it began or since", async () => {
    const rotate = () => {
      server.lines = [];
      server.fail(9);
    };
    assertUnwatched(await server.watch({ rollsBack: true }, { exchanged: rotate }), "rotated");
    server.lines = [...OLD];
    server.at = { 20: rotate };
    assertUnwatched(await server.watch({ rollsBack: true }), "rotated");
    server.lines = [...OLD];
    server.at = { 20: () => (server.lines = []), 40: () => server.fail(9) };
    assertUnwatched(await server.watch({ rollsBack: true }), "rotated");
  });

  it("concludes nothing where a thousand lines have come at once", async () => {
    server.lines = [...OLD, ...Array.from({ length: 1_500 }, (_, number) => server.line(`old ${number}`, 9_000))];
    server.at = { 20: () => server.fail(1_200) };
    const seen = watchedIn(await server.watch({ rollsBack: true }));
    assert.equal(seen.kind, "unwatched");
    assert.equal(server.undone, 0);
  });

  it("concludes nothing from a log that was empty before, or does not reach back far enough, and tells what it has", async () => {
    server.lines = [];
    assertUnwatched(await server.watch({ rollsBack: true }), "empty");
    server.at = { 5: () => server.fail(4) };
    const deployed = await server.watch({ rollsBack: true });
    assertUnwatched(deployed, "empty");
    assert.deepEqual([deployed.end.watched?.after, deployed.end.watched?.lines.length], [4, 4]);
    server.lines = [server.line("begun anew just now", 30)];
    server.at = { 5: () => server.fail(4) };
    assertUnwatched(await server.watch({ rollsBack: true }), "short");
  });

  it("concludes nothing after a sleep of this computer", async () => {
    server.at = {
      20: () => {
        server.clock.time += 2 * HOUR;
        server.fail(2);
      },
    };
    assertUnwatched(await server.watch({ rollsBack: true }), "gap");
  });

  it("is ended by a cancel, which rolls nothing back and says what was seen", async () => {
    server.at = { 5: () => server.fail(2), 25: () => server.signal.abort() };
    const deployed = await server.watch({ rollsBack: true });
    assert.deepEqual(watchedIn(deployed), { kind: "stopped", seconds: 25, after: 2 });
    assert.deepEqual([server.undone, deployed.end.state, deployed.failure], [0, "wanted", undefined]);
  });

  it("rolls nothing back after a cancel, also where the last reading had more errors", async () => {
    server.at = {
      10: () => {
        server.fail(3);
        server.signal.abort();
      },
    };
    const deployed = await server.watch({ rollsBack: true });
    assert.equal(watchedIn(deployed).kind, "more");
    assert.deepEqual([server.undone, deployed.end.state], [0, "wanted"]);
  });

  it("does not begin where nothing is new, the address does not answer well, or a project stays stopped", async () => {
    const address = "http://127.0.0.1/";
    const bad = { checked: { address, answer: { kind: "status", status: 500 } } } as const;
    assert.equal((await server.watch({}, { end: bad })).end.watched, undefined);
    assert.equal((await server.watch({}, { end: { running: "stopped" } })).end.watched, undefined);
    // each has read the log once, before the exchange
    assert.equal(server.reads, 2);
  });

  it("keeps one line of the same error, whoever gets it and when", async () => {
    const failed = (what: string, client: string, ago: number) =>
      server.line(
        `FastCGI sent in stderr: "PHP message: PHP Fatal error: ${what}" while reading, client: ${client}`,
        ago,
      );
    server.at = {
      5: () =>
        void server.lines.push(
          failed("one", "192.0.2.1", 3),
          failed("one", "192.0.2.2", 2),
          failed("two", "192.0.2.1", 1),
        ),
    };
    const { lines = [], after } = (await server.watch()).end.watched ?? {};
    assert.equal(after, 3);
    assert.deepEqual(
      lines.map((line) => /error: (\w+)/.exec(line)?.[1]),
      ["one", "two"],
    );
  });

  it("bounds the lines that it keeps", async () => {
    server.at = {
      5: () =>
        void server.lines.push(
          ...[1, 2, 3, 4, 5, 6, 7].map((each) => server.line(`\u202e${each} ${"x".repeat(5_000)}`)),
        ),
    };
    const { lines = [] } = (await server.watch()).end.watched ?? {};
    assert.equal(lines.length, 5);
    assert.ok(lines.every((line) => line.length <= 1_000 && !line.includes("\u202e")));
  });

  describe("by its address", () => {
    let status: number;
    let asked: number;
    let address: string;
    let site: ReturnType<typeof createServer>;
    beforeEach(async () => {
      status = 200;
      asked = 0;
      site = createServer((_request, response) => {
        asked += 1;
        response.writeHead(status).end();
      });
      await once(site.listen(0, "127.0.0.1"), "listening");
      address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    });
    afterEach(() => void site.close());

    it("goes back once it has answered badly twice in a row, although the log says nothing", async () => {
      server.isDown = true;
      server.at = { 22: () => (status = 500) };
      const deployed = await server.watch({ address, rollsBack: true });
      assert.deepEqual(deployed.end.checked, { address, answer: { kind: "status", status: 500 } });
      assert.deepEqual([server.undone, deployed.end.rolledBack], [1, "done"]);
      assert.equal(watchedIn(deployed).kind, "unwatched");
    });

    it("bears one bad answer, and waits for the next one after its end", async () => {
      server.at = {
        18: () => (status = 500),
        22: () => (status = 200),
        58: () => (status = 500),
        62: () => (status = 200),
      };
      const deployed = await server.watch({ address, rollsBack: true });
      assert.deepEqual([server.undone, deployed.end.checked], [0, undefined]);
      assert.equal(asked, 7);
    });
  });

  describe("by the log of a program", () => {
    const failed = (what: string) => [
      `${server.stamp().replaceAll("/", "-")}.123 ERROR 7 --- [main] c.e.Orders : ${what}`,
      "com.example.PaymentException: no answer",
      "\tat com.example.PaymentClient.charge(PaymentClient.java:87)",
      "Caused by: java.net.SocketTimeoutException: Read timed out",
      "\t... 24 common frames omitted",
    ];

    it("goes back after three errors with their traces, although its restart began the log anew", async () => {
      server.lines = [`2023-11-01 00:00:00.000  INFO 7 --- [main] c.e.Orders : started`];
      const restart = () =>
        (server.lines = [`${server.stamp().replaceAll("/", "-")}.000  INFO 8 --- [main] c.e.Orders : started`]);
      server.at = {
        5: () => server.lines.push(...failed("a"), ...failed("b")),
        11: () => server.lines.push(...failed("c")),
      };
      const deployed = await server.watch(
        { rollsBack: true },
        { kind: "javaProject", exchanged: () => void restart() },
      );
      assert.deepEqual(watchedIn(deployed), { kind: "more", seconds: 15, after: 3, before: 0 });
      assert.equal(server.undone, 1);
    });

    it("needs no times where there was no error, and concludes nothing where there was one", async () => {
      server.lines = ["listening on 3000", "GET /"];
      const node = () => server.lines.push("Error: boom", "    at run (/app/a.js:1:2)", "    at go (/app/a.js:3:4)");
      server.at = { 5: node, 6: node, 7: node };
      assert.deepEqual(watchedIn(await server.watch({}, { kind: "javaProject" })), {
        kind: "more",
        seconds: 10,
        after: 3,
        before: 0,
      });
      server.at = { 5: node, 6: node, 7: node };
      assertUnwatched(await server.watch({ rollsBack: true }, { kind: "javaProject" }), "untimed");
    });
  });
});
