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

describe("the state of a panel by its newest call", () => {
  let reported: CallResult[];
  let lastCall: LastCall;
  beforeEach(() => {
    reported = [];
    lastCall = new LastCall((result) => reported.push(result));
  });

  const call = (operation: CallResult["operation"], failure?: PanelFailure) => {
    const place = lastCall.begin(operation);
    place.sent();
    place.ended(failure);
  };

  it("follows from answers, and from failures of the panel", () => {
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
      reported,
      fails.map((failure) => ({ operation: "java.list", failure })),
    );
    call("java.list");
    assert.deepEqual(reported.at(-1), { operation: "java.list" });
  });

  it("ignores cancelled calls, and failures that concern the call alone", () => {
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
    assert.deepEqual(reported, []);
  });

  it("is an answer if the panel rejects the operation, as it has accepted the signature", () => {
    call("java.start", { kind: "rejected", message: "x" });
    call("java.start", { kind: "unsupported" });
    assert.deepEqual(reported, [{ operation: "java.start" }, { operation: "java.start" }]);
  });

  for (const operation of ["system.edition", "system.details"] as const)
    it(`ignores failures of ${operation}, except a refusal`, () => {
      const own: readonly PanelFailure[] = [
        timeout,
        { kind: "page", status: 504 },
        { kind: "network", code: "x" },
        page,
      ];
      for (const failure of own) call(operation, failure);
      assert.deepEqual(reported, []);
      call(operation, refused);
      call(operation);
      assert.deepEqual(reported, [{ operation, failure: refused }, { operation }]);
    });

  it("follows from the cause of an uncertain change", () => {
    call("java.restart", { kind: "uncertain", cause: timeout });
    assert.deepEqual(reported, [{ operation: "java.restart", failure: timeout }]);
  });

  it("follows from the 404 page only in place of the total, whatever was answered before", () => {
    call("java.log");
    call("java.log", page);
    call("java.list", page);
    assert.deepEqual(reported, [{ operation: "java.log" }]);
    call("system.total", page);
    assert.deepEqual(reported.slice(1), [{ operation: "system.total", failure: page }]);
  });

  it("is rechecked when an answered operation turns into the page: once per operation, and again after the API was closed", () => {
    let rechecks = 0;
    lastCall = new LastCall(
      (result) => reported.push(result),
      () => rechecks++,
    );
    call("container.list", page);
    assert.equal(rechecks, 0, "it has never answered");
    for (const failure of [undefined, page, page, undefined, page]) call("java.log", failure);
    assert.equal(rechecks, 1);
    call("java.list");
    call("java.list", timeout);
    call("java.list", page);
    assert.equal(rechecks, 2);
    call("system.total", page);
    for (const failure of [undefined, page]) call("java.log", failure);
    assert.equal(rechecks, 3);
  });

  it("is rechecked once when an operation that never answered ends with the page, while the panel seems to answer", () => {
    let rechecks = 0;
    lastCall = new LastCall(
      (result) => reported.push(result),
      () => rechecks++,
    );
    lastCall.endedWithPage("java.list");
    assert.equal(rechecks, 0, "nothing is known of the panel yet");
    call("system.total");
    lastCall.endedWithPage("system.edition");
    assert.equal(rechecks, 0, "every BaoTa answers that with the page");
    for (let times = 0; times < 3; times++) {
      call("java.list", page);
      lastCall.endedWithPage("java.list");
    }
    assert.equal(rechecks, 1);
    call("site.list");
    call("site.list", page);
    lastCall.endedWithPage("site.list");
    assert.equal(rechecks, 2, "an answered operation has requested its own recheck");
    call("system.total", page);
    for (const operation of ["system.total", "container.list"] as const) lastCall.endedWithPage(operation);
    assert.equal(rechecks, 2, "the panel is known to fail");
    call("system.total");
    lastCall.endedWithPage("java.list");
    assert.equal(rechecks, 3);
  });

  it("ignores a call that was sent before the last reported one", () => {
    const [first, second] = [lastCall.begin("java.list"), lastCall.begin("site.list")];
    // the one that was asked for first is sent last
    second.sent();
    first.sent();
    first.ended(undefined);
    second.ended(timeout);
    assert.deepEqual(reported, [{ operation: "java.list" }]);
  });

  it("follows at once from a call that was not sent at all", () => {
    const waiting = lastCall.begin("java.list");
    call("site.list");
    waiting.ended(refused);
    assert.deepEqual(reported.at(-1), { operation: "java.list", failure: refused });
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

  it("reports the state of its panel with each call, whoever makes it", async () => {
    const connection = new PanelConnection(panelRecord(), services());
    await connection.callFor(NEVER)("system.total", {});
    fixture.answer = () => ({ body: '{"status":false,"msg":"密钥校验失败"}', contentType: "text/html" });
    await assert.rejects(connection.callFor(NEVER, "automatic")("composer.version", {}));
    // nothing is sent, and the standing refusal is reported
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

  it("requests a recheck if every route of an operation brings the page, and not if another route answers", async () => {
    const rechecked: string[] = [];
    const recheck = ({ name }: { readonly name: string }) => void rechecked.push(name);
    const connection = new PanelConnection(panelRecord(), Object.assign(services(), { recheck }));
    const call = connection.callFor(NEVER);
    await call("system.total", {});
    const notFound = { status: 404, contentType: "text/html", body: "<html>404</html>" };
    const none = { body: JSON.stringify({ data: [], page: "<span class='Pcount'>共0条</span>" }) };
    let pages = 0;
    fixture.answer = ({ url }) => (url.href.includes("datalist") && ++pages ? notFound : none);
    await call("site.list", { page: 1, limit: 200 });
    assert.equal(pages, 1);
    assert.deepEqual(rechecked, []);
    fixture.answer = () => notFound;
    for (let times = 0; times < 2; times++) await assert.rejects(call("composer.version", {}));
    assert.deepEqual(rechecked, ["web 1"]);
  });

  it("that only tries a key reports nothing about a stored panel", async () => {
    await tryKey(services(), panelRecord(), "another key", NEVER);
    assert.deepEqual([result, fixture.transports.length], [[], 1]);
  });
});
