import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { LockoutGuard } from "../../../src/connection/lockoutGuard.ts";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import { PanelTree } from "../../../src/tree/panelTree.ts";
import { endedBy, failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { operations, type OperationId } from "../../../src/wire/operations/operations.ts";
import { FakeTransport, type FakeAnswer, type SentRequest } from "../../fakes/fakeTransport.ts";
import { memoryFiles } from "../../fakes/memoryFiles.ts";
import { panelRecord } from "../../fakes/rows.ts";
import { SteppedClock } from "../../fakes/steppedClock.ts";
import { LIMITS, PANEL_ID, TOP_GROUPS } from "../../fakes/treeFixture.ts";
import { samples } from "../samples/samples.ts";
import { TestLog } from "../../fakes/storageFixture.ts";

const NEVER = new AbortController().signal;
const SECOND = 1_000;
const DEADLINE = 30 * SECOND;

describe("a slow panel", () => {
  let clock: SteppedClock;
  let transport: FakeTransport;
  let connection: PanelConnection;
  /** How long each answer takes. */
  let answerMs: number;
  let logged: string[];

  /** Answers as the panel does, unless the call ends first. */
  async function answer({ method, url, fields, init }: SentRequest): Promise<FakeAnswer> {
    const action = fields.find(([name]) => name === "action")?.[1];
    await clock.sleep(answerMs, init.signal).catch(() => undefined);
    if (init.signal.aborted) {
      const error = endedBy(init.signal);
      throw init.change ? new PanelError({ kind: "uncertain", cause: error.failure }) : error;
    }
    const sample = samples.find(
      ({ wire }) => wire.method === method && wire.path === url.pathname && wire.action === action,
    );
    return { body: JSON.stringify(sample?.body()) };
  }

  beforeEach(() => {
    clock = new SteppedClock();
    answerMs = 19 * SECOND;
    transport = new FakeTransport(answer);
    logged = [];
    connection = new PanelConnection(panelRecord(), {
      guard: new LockoutGuard({ root: "/guard", clock, log: new TestLog(), files: memoryFiles() }),
      clock,
      apiKey: async () => "PaneLLabKey0123456789abcdefABCDE",
      createTransport: () => transport,
      onCall: (_, { outcome }) => logged.push(outcome),
    });
  });

  const read = async (signal = NEVER): Promise<unknown> => connection.callFor(signal, "automatic")("system.total", {});

  /** What became of calls, by the seconds at which they ended. */
  function watched(calls: readonly Promise<unknown>[]): { readonly ends: string[] } {
    const ends: string[] = [];
    const begin = clock.monotonic();
    const end = (kind: string) => ends.push(`${Math.round((clock.monotonic() - begin) / SECOND)} ${kind}`);
    for (const call of calls)
      call.then(
        () => end("ok"),
        (error: unknown) => end(failureOf(error)?.kind ?? "defect"),
      );
    return { ends };
  }

  it("opens with all its groups", async () => {
    const defects: unknown[] = [];
    const tree = new PanelTree({
      listFiles: async () => ({ entries: [], isCut: false, unreadable: 0, hasRecycleBin: true }),
      panels: () => [panelRecord()],
      callFor: (_, signal, by) => connection.callFor(signal, by),
      onChange: () => undefined,
      onDetails: () => undefined,
      onUnreadable: () => undefined,
      onDefect: (error) => defects.push(error),
      editionOf: () => connection.edition,
      learnEdition: (_, signal, by) => connection.learnEdition(signal, by),
      certificateLimits: () => LIMITS,
      isTroubleFirst: () => false,
      language: () => "en",
      now: () => clock.wallTime(),
    });
    await tree.children(undefined);
    const opening = tree.children(PANEL_ID);
    // its total, and then its edition
    await clock.pass(2 * DEADLINE);
    assert.ok((await opening).length >= TOP_GROUPS.length);
    const groups = Promise.all(TOP_GROUPS.map((group) => tree.children(group)));
    await clock.pass(300 * SECOND);
    await groups;
    for (const group of TOP_GROUPS) {
      const node = tree.node(group);
      assert.equal(node?.type, "group");
      assert.equal(tree.isLoaded(group), true, group);
      const below = tree.loadedChildren(group).map((id) => tree.node(id)?.type);
      assert.ok(below.length > 0 && !below.includes("failure"), `${group}: ${below.join()}`);
    }
    assert.deepEqual(defects, []);
  });

  it("answers all that queue for it, however many", async () => {
    const { ends } = watched(Array.from({ length: 9 }, () => read()));
    await clock.pass(300 * SECOND);
    assert.deepEqual(
      ends.map((end) => end.split(" ")[1]),
      Array.from({ length: 9 }, () => "ok"),
    );
  });

  it("that never answers is waited for by all who queue as long as by one", async () => {
    answerMs = Infinity;
    const { ends } = watched(Array.from({ length: 9 }, () => read()));
    await clock.pass(10 * SECOND);
    const later = watched([read()]);
    await clock.pass(DEADLINE);
    assert.deepEqual(
      [...ends, ...later.ends],
      Array.from({ length: 10 }, () => "30 timeout"),
    );
    await clock.pass(SECOND);
    assert.equal(clock.sleeping, 0);
  });

  it("is logged as silent, and a call that gives up first as cancelled", async () => {
    answerMs = Infinity;
    const cancelling = new AbortController();
    const { ends } = watched([read()]);
    await clock.pass(DEADLINE);
    watched([read(cancelling.signal)]);
    await clock.pass(SECOND);
    cancelling.abort();
    await clock.pass(SECOND);
    assert.deepEqual([ends, logged], [["30 timeout"], ["timeout", "cancelled"]]);
  });

  it("that falls silent is sent no queued call, and sent calls keep the rest of their time", async () => {
    await Promise.all([read(), clock.pass(20 * SECOND)]);
    answerMs = Infinity;
    const { ends } = watched([read(), read()]);
    await clock.pass(20 * SECOND);
    const sent = transport.sent.length;
    const later = watched([read(), read()]);
    await clock.pass(20 * SECOND);
    assert.deepEqual(ends, ["30 timeout", "30 timeout"]);
    assert.equal(transport.sent.length, sent + 2);
    await clock.pass(10 * SECOND);
    assert.deepEqual(later.ends, ["30 timeout", "30 timeout"]);
  });

  it("is sent no change that waited behind one without an answer, and none is cut short", async () => {
    await Promise.all([connection.learnEdition(NEVER), clock.pass(2 * DEADLINE)]);
    const before = transport.sent.length;
    answerMs = Infinity;
    const change = async () => connection.callFor(NEVER)("site.start", { id: 1, name: "a.example.com" });
    const { ends } = watched([change(), change()]);
    await clock.pass(200 * SECOND);
    const seconds = operations["site.start" satisfies OperationId].deadlineMs / SECOND;
    assert.deepEqual(ends, [`${seconds} uncertain`, `${seconds} timeout`]);
    assert.equal(transport.sent.length - before, 1);
  });

  it("may have made a change that is cancelled while it is under way", async () => {
    await Promise.all([connection.learnEdition(NEVER), clock.pass(2 * DEADLINE)]);
    answerMs = Infinity;
    const cancelling = new AbortController();
    const change = async () => connection.callFor(cancelling.signal)("site.start", { id: 1, name: "a.example.com" });
    const { ends } = watched([change(), change()]);
    await clock.pass(SECOND);
    cancelling.abort();
    await clock.pass(0);
    assert.deepEqual(ends.toSorted(), ["1 cancelled", "1 uncertain"]);
  });

  it("has answered: neither a timer nor a listener is left", async () => {
    await Promise.all([connection.learnEdition(NEVER), clock.pass(2 * DEADLINE)]);
    answerMs = SECOND;
    const { signal } = new AbortController();
    const change = async () => connection.callFor(signal)("site.start", { id: 1, name: "a.example.com" });
    const { ends } = watched([read(signal), read(signal), change()]);
    await clock.pass(1.5 * SECOND);
    assert.deepEqual(ends, ["1 ok", "1 ok", "1 ok"]);
    assert.deepEqual([clock.sleeping, getEventListeners(signal, "abort").length], [0, 0]);
  });

  it("is waited for by nobody who is cancelled", async () => {
    answerMs = Infinity;
    const cancelling = new AbortController();
    const { ends } = watched([read(), read(), read(cancelling.signal)]);
    await clock.pass(SECOND);
    cancelling.abort();
    await clock.pass(0);
    assert.deepEqual(ends, ["1 cancelled"]);
    await clock.pass(DEADLINE);
  });
});

describe("a key that nobody gives", () => {
  it("is waited for by nobody who is cancelled", async () => {
    const clock = new SteppedClock();
    const asked = Promise.withResolvers<string | undefined>();
    const connection = new PanelConnection(panelRecord(), {
      guard: new LockoutGuard({ root: "/guard", clock, log: new TestLog(), files: memoryFiles() }),
      clock,
      apiKey: async () => asked.promise,
      createTransport: () => new FakeTransport(),
      onCall: () => undefined,
    });
    const call = connection.callFor(NEVER)("system.total", {});
    connection.dispose();
    await assert.rejects(call, (error) => failureOf(error)?.kind === "cancelled");
  });
});
