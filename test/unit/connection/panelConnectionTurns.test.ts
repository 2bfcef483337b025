import assert from "node:assert/strict";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import { failureOf, PanelError } from "../../../src/wire/answers/failure.ts";
import { StorageError } from "../../../src/storage/storageError.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import type { FakeAnswer, SentRequest } from "../../fakes/fakeTransport.ts";
import { panelRecord } from "../../fakes/rows.ts";

const NEVER = new AbortController().signal;
const DONE = { body: '{"status":true,"msg":"ok"}' };
const REFUSAL = { body: '{"status":false,"msg":"密钥校验失败"}', contentType: "text/html" };
const TOTAL = { body: '{"memTotal":1,"version":"11.7.0"}' };

/** Lets everything happen that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("panel connection's turns", () => {
  let fixture: ConnectionFixture;
  let connection: PanelConnection;
  /** What is in flight, with how to answer it. */
  let air: { readonly request: SentRequest; readonly give: (given: FakeAnswer) => void }[];

  beforeEach(async () => {
    fixture = new ConnectionFixture();
    connection = new PanelConnection(panelRecord(), fixture);
    // calls go one at a time until the first has succeeded
    await connection.callFor(NEVER)("system.total", {});
    air = [];
    fixture.answer = (request) => new Promise((give) => air.push({ request, give }));
  });

  const read = (signal = NEVER) => connection.callFor(signal)("system.total", {});
  const change = (name: string, signal = NEVER) => connection.callFor(signal)("site.start", { id: 1, name });
  /** What is in flight: the projects that are changed, and reads. */
  const inAir = () => air.map(({ request }) => /project-\w/.exec(String(request.fields))?.[0] ?? "read").toSorted();

  /** Answers the oldest in flight. */
  async function answer(given: FakeAnswer): Promise<void> {
    air.shift()?.give(given);
    await settled();
  }

  it("are two reads at a time", async () => {
    const reads = [read(), read(), read()];
    await settled();
    assert.equal(air.length, 2);
    await answer(TOTAL);
    assert.equal(air.length, 2);
    await answer(TOTAL);
    await answer(TOTAL);
    assert.equal((await Promise.all(reads)).length, 3);
  });

  it("are one change at a time, in the order in which they were asked for, beside the reads", async () => {
    const calls = [change("project-a"), change("project-b"), change("project-c"), read(), read()];
    await settled();
    assert.deepEqual(inAir(), ["project-a", "read", "read"]);
    for (const { request, give } of air.splice(0)) give(request.url.pathname === "/system" ? TOTAL : DONE);
    await settled();
    assert.deepEqual(inAir(), ["project-b"]);
    await answer(DONE);
    assert.deepEqual(inAir(), ["project-c"]);
    await answer(DONE);
    await Promise.all(calls);
  });

  it("are of one panel: another's are its own", async () => {
    const other = new PanelConnection(panelRecord({ id: "3f1c2b7e-0000-4000-8000-000000000002" }), fixture);
    const calls = [change("a"), other.callFor(NEVER)("site.start", { id: 1, name: "a" })];
    await settled();
    assert.equal(air.length, 2);
    await answer(DONE);
    await answer(DONE);
    await Promise.all(calls);
  });

  it("go on after a call that failed", async () => {
    const failed = change("a").catch((error: unknown) => failureOf(error)?.kind);
    const next = change("b");
    await settled();
    await answer({ body: '{"status":false,"msg":"no"}' });
    assert.equal(await failed, "rejected");
    await answer(DONE);
    await next;
  });

  it("end with the refusal for all who wait, though a person asked", async () => {
    const kinds = [...Array.from({ length: 9 }, () => read()), change("project-a"), change("project-b")].map((call) =>
      call.then(
        () => "ok",
        (error: unknown) => failureOf(error)?.kind,
      ),
    );
    await settled();
    assert.deepEqual(inAir(), ["project-a", "read", "read"]);
    await answer(REFUSAL);
    for (const { give } of air.splice(0)) give(REFUSAL);
    await settled();
    assert.deepEqual(inAir(), []);
    assert.deepEqual(new Set(await Promise.all(kinds)), new Set(["refused"]));
  });

  it("are a person's to try again, whatever is held back meanwhile", async () => {
    const refused = read().catch((error: unknown) => failureOf(error)?.kind);
    await settled();
    await answer(REFUSAL);
    assert.equal(await refused, "refused");
    const trying = connection.callFor(NEVER, "retry")("system.total", {});
    await settled();
    const automatic = connection.callFor(NEVER, "automatic")("system.total", {});
    await assert.rejects(automatic, (error) => failureOf(error)?.kind === "refused");
    assert.equal(air[0]?.request.init.signal.aborted, false);
    await answer(TOTAL);
    await trying;
  });

  it("end at once for who is cancelled while waiting, and nothing is sent for them", async () => {
    const cancelling = new AbortController();
    const first = change("a");
    const waiting = change("b", cancelling.signal);
    await settled();
    cancelling.abort();
    await assert.rejects(waiting, (error) => failureOf(error)?.kind === "cancelled");
    assert.equal(air.length, 1);
    await answer(DONE);
    await first;
    await settled();
    assert.equal(air.length, 0);
    const later = change("c");
    await settled();
    await answer(DONE);
    await later;
  });
});

describe("panel connection and this computer's storage", () => {
  let fixture: ConnectionFixture;
  beforeEach(() => (fixture = new ConnectionFixture()));

  /** What a call fails with. */
  async function failureWith(connection: PanelConnection): Promise<unknown> {
    try {
      return await connection.callFor(NEVER)("system.total", {});
    } catch (thrown) {
      return failureOf(thrown) ?? thrown;
    }
  }

  /** What a call fails with where the key cannot be read, and where the guard's files fail. */
  async function failuresFor(error: unknown): Promise<readonly unknown[]> {
    const throwing = async () => {
      throw error;
    };
    const { clock, createTransport, onCall } = fixture;
    const services = { guard: fixture.guard, clock, createTransport, onCall, apiKey: throwing };
    const keys = new PanelConnection(panelRecord(), services);
    const { guard } = fixture;
    guard.acquire = throwing;
    const files = new PanelConnection(panelRecord(), fixture);
    const failures = [await failureWith(keys), await failureWith(files)];
    assert.deepEqual(fixture.sent, []);
    return failures;
  }

  it("reports a failure of the storage, with Node's code if there is one", async () => {
    const both = (failure: object) => [failure, failure];
    assert.deepEqual(
      await failuresFor(new StorageError({ kind: "secretsUnavailable" })),
      both({ kind: "storage", problem: "secretsUnavailable" }),
    );
    assert.deepEqual(
      await failuresFor(new StorageError({ kind: "fileFailed", code: "ENOSPC" })),
      both({ kind: "storage", problem: "fileFailed", code: "ENOSPC" }),
    );
    const full = Object.assign(new Error("ENOSPC: /home/somebody/x"), { code: "ENOSPC" });
    assert.deepEqual(await failuresFor(full), both({ kind: "storage", problem: "fileFailed", code: "ENOSPC" }));
  });

  it("passes on the panel's failure, and defects", async () => {
    const failure = { kind: "refused", reason: "key" } as const;
    assert.deepEqual(await failuresFor(new PanelError(failure)), [failure, failure]);
    const defect = new TypeError("a defect");
    assert.deepEqual(await failuresFor(defect), [defect, defect]);
  });
});
