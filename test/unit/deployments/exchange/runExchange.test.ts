import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readMark, readResult, type ExchangeVerb } from "../../../../src/deployments/exchange/exchangeResult.ts";
import { runExchange, type ExchangeRun } from "../../../../src/deployments/exchange/runExchange.ts";
import { EXCHANGE_SCRIPT } from "../../../../src/deployments/exchange/scriptReader.ts";
import { FakeCalls } from "../../../fakes/fakeCall.ts";
import { LeapingClock } from "../../../fakes/leapingClock.ts";
import { everyday, newTree, putEveryday } from "./everydayExchange.ts";
import { ExchangeServer, record, sha1, type RawRecord } from "./exchangeServer.ts";

const source = readFileSync(join(import.meta.dirname, "../../../../src/deployments/exchange", EXCHANGE_SCRIPT));

/** Files of which a run has nothing to say. */
const files = { trouble: [], kept: [], aside: [] };

describe("a run of the exchange's script", () => {
  let server: ExchangeServer;
  beforeEach(() => (server = new ExchangeServer("sh")));
  afterEach(() => server.remove());

  /** A panel that runs what its task names, on the server. */
  function panel(): FakeCalls {
    let line = "";
    let log = "";
    return new FakeCalls({
      "scheduledTask.add": ({ script }) => {
        line = script;
        return { id: 1 };
      },
      "scheduledTask.toggle": () => ({ msg: "" }),
      "scheduledTask.run": async () => {
        log += await server.shellOutput(line);
        return { msg: "" };
      },
      "scheduledTask.log": () => ({ text: `${log}★[2026-11-26 12:00:00] Successful\n` }),
      "scheduledTask.remove": () => ({ msg: "" }),
      "file.read": ({ path }) => {
        const bytes = readFileSync(path);
        return { bytes, from: 0, total: bytes.length };
      },
    });
  }

  const runOf = (verb: ExchangeVerb, id: string, records: readonly RawRecord[]): ExchangeRun => ({
    verb,
    id,
    nonce: randomUUID(),
    script: sha1(source),
    paths: records.map(({ path }) => path),
    directory: join(server.site, id),
    scriptDirectory: join(server.site, id),
    installation: "installation",
    kept: 3,
    longestMs: 60_000,
  });

  const endOf = async (run: ExchangeRun) => {
    const { signal } = new AbortController();
    const leftTasks = new Set<string>();
    const end = await runExchange(run, { callFor: panel().callFor, clock: new LeapingClock(), signal, leftTasks });
    assert.deepEqual([...leftTasks], []);
    return end;
  };

  it("ends with what the script says", async () => {
    const id = await putEveryday(server);
    assert.deepEqual(await endOf(runOf("exchange", id, everyday)), { kind: "new" });
    assert.deepEqual(server.tree(), newTree);
    server.put("page.html", "mended");
    const copy = join(server.site, id, "old/2/page.html");
    const kept = [{ path: "page.html", reason: "edited", copy }];
    assert.deepEqual(await endOf(runOf("back", id, everyday)), { kind: "kept", ...files, kept });
    assert.equal(readFileSync(copy, "utf8"), "old page");
    assert.deepEqual(await endOf(runOf("back", id, everyday)), { kind: "unfit" });
    assert.deepEqual(await endOf(runOf("recover", id, everyday)), { kind: "ended", as: "left", ...files, kept });
    assert.deepEqual(await endOf(runOf("clean", id, everyday)), { kind: "cleaned" });
  });

  it("names every file that is in the way, however many, by a file where they are too many for a log", async () => {
    const records = Array.from({ length: 300 }, (_, at) => record.add(`new ${at}`, "new"));
    for (const { path } of records) server.put(path, "somebody's");
    const id = await server.upload(records);
    const end = await endOf(runOf("exchange", id, records));
    assert.ok(end.kind === "untouched");
    assert.deepEqual(
      new Set(end.trouble.map(({ path, reason }) => `${path}: ${reason}`)),
      new Set(records.map(({ path }) => `${path}: appeared`)),
    );
  });

  it("is unknown where another script ran, or none", async () => {
    const id = await putEveryday(server);
    const file = join(server.site, id, EXCHANGE_SCRIPT);
    writeFileSync(file, `${source.toString()}\n# somebody's line\n`);
    assert.deepEqual(await endOf(runOf("look", id, everyday)), { kind: "unknown" });
    writeFileSync(file, "");
    assert.deepEqual(await endOf(runOf("look", id, everyday)), { kind: "unknown" });
  });

  it("says what the server lacks", async () => {
    const id = await putEveryday(server);
    server.removeTool("flock");
    assert.deepEqual(await endOf(runOf("exchange", id, everyday)), { kind: "missing", tools: ["flock"] });
  });
});

describe("the result of an exchange", () => {
  const run = { nonce: "n", verb: "back", id: "i", script: "a".repeat(40), paths: ["a"], directory: "/d" } as const;
  const whole = {
    version: 1,
    nonce: "n",
    script: run.script,
    verb: "back",
    id: "i",
    end: "mixed",
    detail: "",
    trouble: [],
    kept: [[0, "late"]],
    copies: [[0, 0]],
    removed: 0,
    freed: 0,
  };
  const read = (content: object, text = JSON.stringify(content), hash = sha1(text)) =>
    readResult(text, { kind: "result", sha1: hash, text }, run);

  it("is read, with the place of each copy", () => {
    const kept = [{ path: "a", reason: "late", copy: "/d/new/0/a" }];
    assert.deepEqual(read(whole), { kind: "mixed", ...files, kept });
    const put = [[0, "aside"]];
    assert.deepEqual(read({ ...whole, end: "old", kept: put, copies: [[0, 0]] }), {
      kind: "old",
      ...files,
      aside: [{ path: "a", reason: "aside", copy: "/d/edited/0" }],
    });
    assert.deepEqual(read({ ...whole, kept: [[0, "edited"]], copies: [] }), {
      kind: "mixed",
      ...files,
      kept: [{ path: "a", reason: "edited" }],
    });
  });

  it("is unknown unless all of it is of this run and whole", () => {
    const wrong: readonly object[] = [
      { nonce: "m" },
      { script: "b".repeat(40) },
      { verb: "exchange" },
      { id: "j" },
      { version: 2 },
      { end: "done" },
      { kept: [[1, "late"]] },
      { kept: [[0, "nice"]] },
      { trouble: [[-1, "edited"]] },
      { detail: "<b>" },
      { copies: ["0"] },
      { removed: -1 },
      { freed: "1" },
    ];
    for (const change of wrong)
      assert.deepEqual(read({ ...whole, ...change }), { kind: "unknown" }, JSON.stringify(change));
    assert.deepEqual(read(whole, undefined, "c".repeat(40)), { kind: "unknown" });
    assert.deepEqual(read(whole, "{"), { kind: "unknown" });
  });

  it("is found in a log by its nonce alone, at the beginning of a line", () => {
    const hash = "a".repeat(40);
    const log = [`server-panel m ${hash} {}`, `echo server-panel n ${hash} {}`, `server-panel n ${hash.slice(1)}`].join(
      "\n",
    );
    assert.equal(readMark(log, "n"), undefined);
    assert.deepEqual(readMark(`${log}\nserver-panel n ${hash} {"a":1}\r\n★`, "n"), {
      kind: "result",
      sha1: hash,
      text: '{"a":1}',
    });
    assert.equal(readMark(`server-panel n ${hash} {"a"`, "n"), undefined);
    assert.deepEqual(readMark(`server-panel n ${hash} file\n`, "n"), { kind: "result", sha1: hash, text: undefined });
    assert.deepEqual(readMark("server-panel n missing flock tar\n", "n"), { kind: "missing", tools: ["flock", "tar"] });
  });

  it("can be any that the script knows", () => {
    const text = source.toString();
    const said = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, word = ""]) => word));
    const reasons = new Set([...said(/\b(?:note|stop) ([a-z]+)/g), ...said(/\bcompare "[^"]+" \S+ ([a-z]+)/g)]);
    reasons.delete("there");
    assert.ok(reasons.size > 8);
    for (const reason of reasons)
      assert.notDeepEqual(read({ ...whole, kept: [[0, reason]] }), { kind: "unknown" }, reason);
    const ends = said(/\bfinish ([a-z]+)/g);
    assert.ok(ends.size > 10);
    const detailOf = (end: string) => (end === "step" ? "exited 3 left 0" : "");
    for (const end of ends)
      assert.notDeepEqual(read({ ...whole, end, detail: detailOf(end) }), { kind: "unknown" }, end);
  });
});
