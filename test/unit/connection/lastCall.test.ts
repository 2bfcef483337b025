import assert from "node:assert/strict";
import { LastCall, type CallResult } from "../../../src/connection/lastCall.ts";
import { PanelConnection } from "../../../src/connection/panelConnection.ts";
import { tryKey } from "../../../src/connection/tryKey.ts";
import type { PanelFailure } from "../../../src/wire/answers/failure.ts";
import { ConnectionFixture } from "../../fakes/connectionFixture.ts";
import { panelRecord } from "../../fakes/rows.ts";

const NEVER = new AbortController().signal;
const timeout: PanelFailure = { kind: "timeout", afterMs: 1 };
const page: PanelFailure = { kind: "page", status: 404 };
const refused: PanelFailure = { kind: "refused", reason: "key" };

describe("how a panel is, by its newest call", () => {
  let told: CallResult[];
  let lastCall: LastCall;
  beforeEach(() => {
    told = [];
    lastCall = new LastCall((result) => told.push(result));
  });

  const call = (operation: CallResult["operation"], failure?: PanelFailure) => {
    const place = lastCall.begin(operation);
    place.sent();
    place.ended(failure);
  };

  it("is told by what answers, and by what says of the panel that it does not", () => {
    const fails: readonly PanelFailure[] = [
      timeout,
      { kind: "network", code: "ECONNREFUSED" },
      { kind: "tls", problem: "changed", code: "x" },
      refused,
      { kind: "page", status: 502 },
      { kind: "page", status: 302, redirect: "close" },
      { kind: "keyNeeded" },
      { kind: "consentNeeded" },
      { kind: "storage", problem: "secretsUnavailable" },
    ];
    for (const failure of fails) call("java.list", failure);
    assert.deepEqual(
      told,
      fails.map((failure) => ({ operation: "java.list", failure })),
    );
    call("java.list");
    assert.deepEqual(told.at(-1), { operation: "java.list" });
  });

  it("is not told by a call that was cancelled, or whose failure is its own", () => {
    const own: readonly PanelFailure[] = [
      { kind: "cancelled" },
      { kind: "uncertain", cause: { kind: "cancelled" } },
      { kind: "malformed", fields: [] },
      { kind: "tooLarge", limitBytes: 1 },
      { kind: "invalid", field: "x", rule: "shape" },
      { kind: "defect" },
      page,
    ];
    for (const failure of own) call("container.restart", failure);
    assert.deepEqual(told, []);
  });

  it("is to answer where it refuses what it was asked, for only a panel that takes the signature does", () => {
    call("java.start", { kind: "rejected", message: "x" });
    call("java.start", { kind: "unsupported" });
    assert.deepEqual(told, [{ operation: "java.start" }, { operation: "java.start" }]);
  });

  for (const operation of ["system.edition", "system.details"] as const)
    it(`is not told by what came of ${operation}, unless it is refused`, () => {
      const own: readonly PanelFailure[] = [
        timeout,
        { kind: "page", status: 504 },
        { kind: "network", code: "x" },
        page,
      ];
      for (const failure of own) call(operation, failure);
      assert.deepEqual(told, []);
      call(operation, refused);
      call(operation);
      assert.deepEqual(told, [{ operation, failure: refused }, { operation }]);
    });

  it("is told by the cause of what a change was lost by", () => {
    call("java.restart", { kind: "uncertain", cause: timeout });
    assert.deepEqual(told, [{ operation: "java.restart", failure: timeout }]);
  });

  it("is told by the page for everything in place of its total alone, whatever was answered before", () => {
    call("java.log");
    call("java.log", page);
    call("java.list", page);
    assert.deepEqual(told, [{ operation: "java.log" }]);
    call("system.total", page);
    assert.deepEqual(told.slice(1), [{ operation: "system.total", failure: page }]);
  });

  it("is in doubt when the page comes in place of an answer, once for what is broken, and again after the API was closed", () => {
    let doubts = 0;
    lastCall = new LastCall(
      (result) => told.push(result),
      () => doubts++,
    );
    call("container.list", page);
    assert.equal(doubts, 0, "it never answered");
    for (const failure of [undefined, page, page, undefined, page]) call("java.log", failure);
    assert.equal(doubts, 1);
    call("java.list");
    call("java.list", timeout);
    call("java.list", page);
    assert.equal(doubts, 2);
    call("system.total", page);
    for (const failure of [undefined, page]) call("java.log", failure);
    assert.equal(doubts, 3);
  });

  it("is in doubt once when an operation that was never answered ends with the page, while the panel seems to answer", () => {
    let doubts = 0;
    lastCall = new LastCall(
      (result) => told.push(result),
      () => doubts++,
    );
    lastCall.endedWithPage("java.list");
    assert.equal(doubts, 0, "nothing is known of the panel yet");
    call("system.total");
    lastCall.endedWithPage("system.edition");
    assert.equal(doubts, 0, "that tells a BaoTa");
    for (let times = 0; times < 3; times++) {
      call("java.list", page);
      lastCall.endedWithPage("java.list");
    }
    assert.equal(doubts, 1);
    call("site.list");
    call("site.list", page);
    lastCall.endedWithPage("site.list");
    assert.equal(doubts, 2, "one that was answered has raised its own");
    call("system.total", page);
    for (const operation of ["system.total", "container.list"] as const) lastCall.endedWithPage(operation);
    assert.equal(doubts, 2, "the panel is known to fail");
    call("system.total");
    lastCall.endedWithPage("java.list");
    assert.equal(doubts, 3);
  });

  it("is not told by a call that was sent before one that has told already", () => {
    const [first, second] = [lastCall.begin("java.list"), lastCall.begin("site.list")];
    // the one that was asked for first is sent last
    second.sent();
    first.sent();
    first.ended(undefined);
    second.ended(timeout);
    assert.deepEqual(told, [{ operation: "java.list" }]);
  });

  it("is told now by what was not sent at all", () => {
    const waiting = lastCall.begin("java.list");
    call("site.list");
    waiting.ended(refused);
    assert.deepEqual(told.at(-1), { operation: "java.list", failure: refused });
  });
});

describe("a connection", () => {
  const result: (readonly [string, CallResult])[] = [];
  let fixture: ConnectionFixture;
  beforeEach(() => {
    result.length = 0;
    fixture = new ConnectionFixture();
  });
  const services = () =>
    Object.assign(fixture, {
      reportCall: ({ name }: { readonly name: string }, one: CallResult) => void result.push([name, one]),
    });

  it("tells of its panel with each call, whoever makes it", async () => {
    const connection = new PanelConnection(panelRecord(), services());
    await connection.callFor(NEVER)("system.total", {});
    fixture.answer = () => ({ body: '{"status":false,"msg":"密钥校验失败"}', contentType: "text/html" });
    await assert.rejects(connection.callFor(NEVER, "automatic")("composer.version", {}));
    // nothing is sent, and what keeps it from being sent is told
    await assert.rejects(connection.callFor(NEVER, "automatic")("composer.version", {}));
    assert.equal(fixture.transports[0]?.sent.length, 2);
    fixture.answer = () => ({ body: '{"status":true,"msg":"2.7.0"}' });
    await connection.callFor(NEVER, "retry")("composer.version", {});
    assert.deepEqual(
      result.map(([name, { operation, failure }]) => [name, operation, failure?.kind]),
      [
        ["web 1", "system.total", undefined],
        ["web 1", "composer.version", "refused"],
        ["web 1", "composer.version", "refused"],
        ["web 1", "composer.version", undefined],
      ],
    );
  });

  it("doubts its panel where no route of an operation brings more than the page, and not where another one answers", async () => {
    const doubted: string[] = [];
    const recheck = ({ name }: { readonly name: string }) => void doubted.push(name);
    const connection = new PanelConnection(panelRecord(), Object.assign(services(), { recheck }));
    const call = connection.callFor(NEVER);
    await call("system.total", {});
    const notFound = { status: 404, contentType: "text/html", body: "<html>404</html>" };
    const none = { body: JSON.stringify({ data: [], page: "<span class='Pcount'>共0条</span>" }) };
    let pages = 0;
    fixture.answer = ({ url }) => (url.href.includes("datalist") && ++pages ? notFound : none);
    await call("site.list", { page: 1, limit: 200 });
    assert.equal(pages, 1);
    assert.deepEqual(doubted, []);
    fixture.answer = () => notFound;
    for (let times = 0; times < 2; times++) await assert.rejects(call("composer.version", {}));
    assert.deepEqual(doubted, ["web 1"]);
  });

  it("that only tries a key tells nothing of a panel that is stored", async () => {
    await tryKey(services(), panelRecord(), "another key", NEVER);
    assert.deepEqual([result, fixture.transports.length], [[], 1]);
  });
});
